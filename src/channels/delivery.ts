/** How messages reach the program of an agent: line by line, or into an input box with proof. */
import { shortId } from '../ids.js';
import type { Profile } from '../profiles/profile.js';
import type { Message } from '../taskstore/message.js';
import type { TerminalSession } from '../terminal/terminal-session.js';
import type { Delivered } from './delivered.js';
import type { LineDelivery } from './line/line-delivery.js';
import type { BoxDelivery } from './paste/box-delivery.js';
import { MAX_LINE_BYTES, typedLine, typedText } from './typed-text.js';

export interface Delivery {
  readonly isRunning: boolean;
  /** Null if a message can be typed now, otherwise the reason why not. */
  readonly holdReason: string | null;
  /** Whether a dialog is open, so that any key would answer it. */
  readonly isAsking: boolean;
  /** True for a line-oriented program. A program with a box is interrupted while its messages are held. */
  readonly interruptsFirst: boolean;
  /** Rejects when it is not known how far it got, because the program has ended, say. */
  deliver(message: Message, onTyped: () => Promise<unknown>): Promise<Delivered>;
  /** Whether the program's own record shows that it read this message, perhaps in an earlier run. */
  hasRead?(message: Message): boolean;
  /** False if the profile has no key for it. */
  interrupt(): Promise<boolean>;
  /** Presses the profile's exit keys, if it has any. */
  exit(): Promise<void>;
  onChange(listener: () => void): void;
}

export function lineDelivery(terminal: TerminalSession, lines: LineDelivery, { typing }: Profile): Delivery {
  const base = common(terminal, typing, lines);
  return {
    get isRunning() {
      return base.isRunning;
    },
    get holdReason() {
      return lines.holdReason;
    },
    interrupt: base.interrupt,
    exit: base.exit,
    isAsking: false,
    interruptsFirst: true,
    deliver: (message) => {
      const { line } = typedLine({ ...nameOf(message), maxBytes: Math.min(typing.maxChars, MAX_LINE_BYTES) });
      return lines.deliver(line + typing.submit);
    },
    onChange: (listener) => lines.onChange(listener),
  };
}

export function boxDelivery(
  terminal: TerminalSession,
  box: BoxDelivery,
  { typing }: Profile,
  hints: boolean,
): Delivery {
  const base = common(terminal, typing);
  const textOf = (message: Message) => {
    const isRequest = message.kind === 'request' || message.kind === 'continuation';
    return typedText({
      ...nameOf(message),
      maxChars: typing.maxChars,
      takesLines: box.takesLines,
      hint: hints && isRequest,
    }).text;
  };
  return {
    get isRunning() {
      return base.isRunning;
    },
    get holdReason() {
      return box.holdReason;
    },
    get isAsking() {
      return box.isAsking;
    },
    interruptsFirst: false,
    interrupt: base.interrupt,
    // In a dialog, any key would be an answer.
    exit: async () => (box.isAsking ? undefined : base.exit()),
    hasRead: (message) => box.hasRead(textOf(message), message.createdAt),
    deliver: (message, onTyped) =>
      box.deliver(textOf(message), async () => {
        await onTyped();
      }),
    onChange: (listener) => box.onChange(listener),
  };
}

function common(terminal: TerminalSession, { interrupt, exit }: Profile['typing'], lines: LineDelivery | null = null) {
  let isRunning = true;
  void terminal.exited.then(() => {
    isRunning = false;
  });
  const press = async (keys: string | null) => {
    if (keys === null || !isRunning) return false;
    await lines?.beforePressing(keys);
    for (const [index, key] of pressesOf(keys).entries()) {
      if (index > 0) await new Promise((resolve) => setTimeout(resolve, BETWEEN_PRESSES_MS));
      if (isRunning) await terminal.write(Buffer.from(key));
    }
    lines?.afterPressing(keys);
    return true;
  };
  return {
    get isRunning() {
      return isRunning;
    },
    interrupt: () => press(interrupt),
    exit: async () => {
      await press(exit);
    },
  };
}

/** Sends control keys one by one, because programs read several Escapes at once as another key. */
function pressesOf(keys: string): string[] {
  return /^[\x01-\x1b]+$/.test(keys) ? [...keys] : [keys];
}

const BETWEEN_PRESSES_MS = 100;

function nameOf({ displayId, peer, text }: Message) {
  return { shortId: shortId(displayId), sender: peer.id, text };
}
