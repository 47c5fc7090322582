/** Follows a task through the sender's daemon, which stays on the line until the task is settled or the wait ends. */
import { type Call, callDaemon, streamDaemon } from '../../a2a/local.js';
import { errorFromBody, fail, SynapseError } from '../../errors.js';
// A namespace import, so that the bundle of `synapse send` loads it only on a terminal that waits.
import * as liveLine from '../commands/ask/live-line.js';
import { type Done, type Manner, printOutcome, SENT_BEFORE, whyQueued } from '../print/send-outcome.js';
import { oneLine, printJson, printNote } from '../print/stdio.js';
import { RepeatNote } from './repeat-note.js';
import type { Sender } from './sender.js';

const EXITS = { answered: 0, asked: 6, failed: 1, reached: 0, delivered: 0, queued: 5, open: 4 } as const;
const INTERRUPTED = 130;

export interface Followed {
  readonly path: string;
  /** Present if the call sends a message. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** The task to wait for: an existing one, or the new one that this call creates. */
  readonly waitsFor: { readonly id: string } | 'new' | null;
  /** The note of the message, if it is one of several that belong together. */
  readonly note?: RepeatNote;
  /** Whether the terminal shows how the message is doing. */
  readonly isLive?: boolean;
}

/** Reads the stream to its end. Ctrl-C ends the wait, not the task. */
export async function follow(sender: Sender, followed: Followed): Promise<Done> {
  const { path, body, note: given } = followed;
  if (!body) return listen(sender, { path }, followed, () => {});
  const note = given ?? new RepeatNote(sender, path, body);
  try {
    const progress = followed.isLive ? { progress: true } : {};
    const call = { path, body: { ...body, ...progress, message_id: note.messageId } };
    const done = await listen(sender, call, followed, () => note.forget());
    note.forget();
    return done;
  } catch (error) {
    throw note.explain(error);
  }
}

/** `onInterrupt` is called when the user was told which task stays open. */
async function listen(
  sender: Sender,
  call: Call,
  { waitsFor, isLive }: Followed,
  onInterrupt: () => void,
): Promise<Done> {
  let done: Done | null = null;
  let id = waitsFor === null || waitsFor === 'new' ? null : waitsFor.id;
  let isInterrupted = false;
  const shown = isLive ? liveLine.openLiveLine() : null;
  const interrupted = () => {
    // The daemon is about to say which task it is. Pressing Ctrl-C again does not wait for that.
    if (id === null && !isInterrupted) {
      isInterrupted = true;
      return;
    }
    if (id !== null) {
      onInterrupt();
      shown?.end();
      printNote(`Interrupted. The task stays open; to wait again: synapse tasks wait ${id}`);
    }
    // A broadcast waits for several, and each of them says this.
    setImmediate(() => process.exit(INTERRUPTED));
  };
  if (waitsFor !== null) process.on('SIGINT', interrupted);
  try {
    await streamDaemon(sender.entry, sender.home, call, (line) => {
      if (line.event === 'sent') {
        id = (line.task as Done['task']).short_id;
        if (isInterrupted) interrupted();
      }
      if (line.event === 'progress') shown?.show(line as unknown as Parameters<typeof shown.show>[0]);
      else if (shown) shown.aside(() => describeNews(line));
      else describeNews(line);
      if (line.event === 'error') throw errorFromBody(line, 'the daemon failed');
      if (line.event !== 'done') return undefined;
      done = line as unknown as Done;
      return 'last';
    });
  } finally {
    shown?.end();
    process.removeListener('SIGINT', interrupted);
  }
  if (done) return done;
  const details = { agent: sender.entry.id, reason: 'it ended while the command was waiting.' };
  if (id === null) throw fail('daemon_not_answering', details);
  throw new SynapseError('daemon_not_answering', { ...details, task: id }, { hint: `synapse tasks wait ${id}` });
}

/** What happens while the command waits. */
function describeNews(line: Readonly<Record<string, unknown>>): void {
  const target = String(line.target);
  if (line.event === 'queued') printNote(`${target} ${whyQueued(line)}; the message is queued. Still waiting.`);
  if (line.event === 'read') printNote(`${target} has read the message. Still waiting.`);
  if (line.event === 'waits')
    printNote(`${target} ${oneLine(String(line.reason))}\nhint: synapse ${line.remedy} ${target}`);
}

/** Prints the outcome, and acknowledges a reply that was printed, so that it is not typed into the terminal as well. */
export async function finish(sender: Sender, done: Done, manner: Manner): Promise<number> {
  const { task } = done;
  if (done.repeated && !manner.quiet) printNote(SENT_BEFORE);
  if (manner.json) printJson({ task });
  else printOutcome(done, manner);
  await acknowledge(sender, done);
  return exitCodeOf(done, manner);
}

/** Says that the answer was shown. If the daemon has died since, it is shown a second time, which does no harm. */
export async function acknowledge({ entry, home }: Sender, { outcome, task, answer_id }: Done): Promise<void> {
  if (!answer_id || !['answered', 'asked', 'failed'].includes(outcome)) return;
  await callDaemon(entry, home, { path: `/tasks/${task.id}/ack`, body: { message_id: answer_id } }).catch(() => {});
}

export function exitCodeOf({ outcome, answer_first }: Done, { noWait }: Pick<Manner, 'noWait'>): number {
  return noWait && outcome === 'open' && !answer_first ? 0 : EXITS[outcome];
}
