/** The channel of line-oriented programs: a message is one line, typed into the terminal. */
import type { Profile } from '../../profiles/profile.js';
import type { TerminalSession } from '../../terminal/terminal-session.js';
import type { Delivery } from '../delivery.js';
import { nameOf } from '../message-text.js';
import { programKeys } from '../press-keys.js';
import { MAX_LINE_BYTES, typedLine } from '../typed-text.js';
import type { LineDelivery } from './line-delivery.js';

export function lineChannel(terminal: TerminalSession, lines: LineDelivery, { typing }: Profile): Delivery {
  const keys = programKeys(terminal, typing, lines);
  return {
    get isRunning() {
      return keys.isRunning;
    },
    holdReason: () => lines.holdReason,
    channelFor: () => 'line',
    isAsking: false,
    interruptsFirst: () => true,
    deliver: (message) => {
      const { line } = typedLine({ ...nameOf(message), maxBytes: Math.min(typing.maxChars, MAX_LINE_BYTES) });
      return lines.deliver(line + typing.submit);
    },
    hasRead: async () => false,
    interrupt: keys.interrupt,
    exit: keys.exit,
    onChange: (listener) => lines.onChange(listener),
  };
}
