/** The channel of programs with an input box: a message is pasted into the box and submitted. */
import type { Profile } from '../../profiles/profile.js';
import type { Message } from '../../taskstore/message.js';
import type { TerminalSession } from '../../terminal/terminal-session.js';
import type { Delivery } from '../delivery.js';
import { messageText } from '../message-text.js';
import { programKeys } from '../press-keys.js';
import type { BoxDelivery } from './box-delivery.js';

interface PasteParts {
  readonly terminal: TerminalSession;
  readonly box: BoxDelivery;
  readonly profile: Profile;
  /** Whether a request is followed by a line that says how to answer. */
  readonly hints: boolean;
}

export function pasteChannel({ terminal, box, profile: { typing }, hints }: PasteParts): Delivery {
  const keys = programKeys(terminal, typing);
  const textOf = (message: Message) =>
    messageText(message, { maxChars: typing.maxChars, takesLines: box.takesLines, hints });
  return {
    get isRunning() {
      return keys.isRunning;
    },
    holdReason: () => box.holdReason,
    channelFor: () => 'paste',
    get isAsking() {
      return box.isAsking;
    },
    interruptsFirst: () => false,
    deliver: (message, onTyped) =>
      box.deliver(textOf(message), async () => {
        await onTyped('paste');
      }),
    hasRead: async (message) => box.hasRead(textOf(message), message.createdAt),
    interrupt: keys.interrupt,
    // In a dialog, any key would be an answer.
    exit: async () => (box.isAsking ? undefined : keys.exit()),
    onChange: (listener) => box.onChange(listener),
  };
}
