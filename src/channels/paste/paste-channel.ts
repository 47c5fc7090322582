/** The channel of programs with an input box: a message is pasted into the box and submitted. */
import type { Profile } from '../../profiles/profile.js';
import type { Message } from '../../taskstore/message.js';
import type { TerminalSession } from '../../terminal/terminal-session.js';
import type { HoldReason } from '../delivered.js';
import type { Delivery } from '../delivery.js';
import { proven } from '../evidence/survival.js';
import { messageText } from '../message-text.js';
import { programKeys } from '../press-keys.js';
import type { BoxDelivery } from './box-delivery.js';
import { withoutOutsideFiles } from './outside-files.js';
import { prefixOf } from './own-text.js';
import { Recording } from './recording.js';

interface PasteParts {
  readonly terminal: TerminalSession;
  readonly box: BoxDelivery;
  readonly profile: Profile;
  /** The folder in which it works. */
  readonly cwd: string;
  /** Whether a request is followed by a line that says how to answer. */
  readonly hints: boolean;
  /** Whether the program resumes its last conversation. */
  readonly continues: boolean;
}

const RECORD_LIMIT_MS = 15_000;
/** What the box shows while the program may still have to come to a text. */
const AT_WORK: readonly (HoldReason | null)[] = ['busy', 'dialog', 'starting'];

export function pasteChannel({ terminal, box, profile, cwd, hints, continues }: PasteParts): Delivery {
  const { typing, pace } = profile;
  const records = profile.transcript.length > 0;
  const keys = programKeys(terminal, typing);
  const textOf = (message: Message) => {
    const text = messageText(message, { maxChars: typing.maxChars, takesLines: box.takesLines, hints });
    return typing.atFiles ? withoutOutsideFiles(text, cwd) : text;
  };
  const recordOf = (message: Message) => box.recordOf(textOf(message), message.createdAt);
  const survives = (message: Message) =>
    proven({
      ended: terminal.exited,
      isAnswered: () => recordOf(message) === 'answered',
      surviveMs: pace.surviveMs,
    });
  const recording = new Recording({
    ended: terminal.exited,
    isBusy: () => AT_WORK.includes(box.holdReason),
    limitMs: RECORD_LIMIT_MS,
  });
  /** Some alter the words before they record them. */
  const isRecorded = (message: Message) => box.recordOf(prefixOf(textOf(message)), message.createdAt) !== 'absent';
  const settled = async (message: Message) => {
    const confirmed = records ? recording.confirmed(() => isRecorded(message)) : null;
    const survived = await survives(message);
    return survived.type === 'submitted' && confirmed ? confirmed : survived;
  };
  /** What this run was given and no earlier one had recorded. */
  const own = new Set<string>();
  return {
    get isRunning() {
      return keys.isRunning;
    },
    holdReason: () => box.holdReason ?? (recording.isOpen ? 'busy' : null),
    channelFor: () => 'paste',
    get isAsking() {
      return box.isAsking;
    },
    interruptsFirst: () => false,
    async deliver(message, onTyped) {
      const text = textOf(message);
      if (recordOf(message) === 'absent') own.add(message.id);
      const outcome = await box.deliver(text, async () => {
        await onTyped('paste');
      });
      if (outcome.type !== 'submitted') return outcome;
      return { type: 'typed', via: 'paste', settled: settled(message) };
    },
    async hasRead(message) {
      const record = recordOf(message);
      if (record !== 'stored' || !own.has(message.id)) return record === 'answered';
      return (await survives(message)).type === 'submitted';
    },
    keepsUnread: async (message) => continues && recordOf(message) === 'stored',
    interrupt: keys.interrupt,
    // In a dialog, any key would be an answer.
    exit: async () => (box.isAsking ? undefined : keys.exit()),
    onChange(listener) {
      box.onChange(listener);
      recording.onChange(listener);
    },
  };
}
