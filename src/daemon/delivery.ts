/** How messages reach the program of an agent: by the line, or into an input box with proof. */
import { shortId } from '../ids.js';
import type { Profile } from '../profiles/profile.js';
import type { Message } from '../taskstore/message.js';
import type { BoxDelivery, Delivered } from '../terminal/delivery.js';
import type { TerminalSession } from '../terminal/session.js';
import { MAX_LINE_BYTES, typedLine, typedText } from '../terminal/text.js';

export interface Delivery {
  readonly isRunning: boolean;
  /** Null while a message could be typed, else why not. */
  readonly holdReason: string | null;
  /** A dialog is open: any key would be an answer. */
  readonly isAsking: boolean;
  /** A box holds messages while its program works, and is interrupted then; a line has only this moment. */
  readonly interruptsFirst: boolean;
  /** Rejects when the program ends meanwhile. */
  deliver(message: Message, onTyped: () => Promise<unknown>): Promise<Delivered>;
  /** False where the profile knows no key for it. */
  interrupt(): Promise<boolean>;
  onChange(listener: () => void): void;
}

export function lineDelivery(terminal: TerminalSession, { typing }: Profile): Delivery {
  const base = common(terminal, typing.interrupt);
  return {
    get isRunning() {
      return base.isRunning;
    },
    interrupt: base.interrupt,
    holdReason: null,
    isAsking: false,
    interruptsFirst: true,
    deliver: async (message) => {
      const { line } = typedLine({ ...nameOf(message), maxBytes: Math.min(typing.maxChars, MAX_LINE_BYTES) });
      await terminal.write(Buffer.from(line + typing.submit));
      return { type: 'submitted' };
    },
    onChange: () => {},
  };
}

export function boxDelivery(
  terminal: TerminalSession,
  box: BoxDelivery,
  { typing }: Profile,
  hints: boolean,
): Delivery {
  const base = common(terminal, typing.interrupt);
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
    deliver: (message, onTyped) => {
      const isRequest = message.kind === 'request' || message.kind === 'continuation';
      const { text } = typedText({
        ...nameOf(message),
        maxChars: typing.maxChars,
        takesLines: box.takesLines,
        hint: hints && isRequest,
      });
      return box.deliver(text, async () => {
        await onTyped();
      });
    },
    onChange: (listener) => box.onChange(listener),
  };
}

function common(terminal: TerminalSession, key: string | null) {
  let isRunning = true;
  void terminal.exited.then(() => {
    isRunning = false;
  });
  return {
    get isRunning() {
      return isRunning;
    },
    interrupt: async () => {
      if (key === null || !isRunning) return false;
      for (const [index, press] of pressesOf(key).entries()) {
        if (index > 0) await new Promise((resolve) => setTimeout(resolve, BETWEEN_PRESSES_MS));
        await terminal.write(Buffer.from(press));
      }
      return true;
    },
  };
}

/** Programs take several Escapes in one read for another key. */
function pressesOf(key: string): string[] {
  return /^\x1b+$/.test(key) ? [...key] : [key];
}

const BETWEEN_PRESSES_MS = 100;

function nameOf({ displayId, peer, text }: Message) {
  return { shortId: shortId(displayId), sender: peer.id, text };
}
