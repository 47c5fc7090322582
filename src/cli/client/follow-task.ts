/** Follows a task through the sender's daemon, which stays on the line until the task is settled or the wait ends. */
import { type Call, callDaemon, streamDaemon } from '../../a2a/local.js';
import { errorFromBody, fail, SynapseError } from '../../errors.js';
// A namespace import, so that the bundle of `synapse send` loads it only on a terminal that waits.
import * as liveLine from '../commands/ask/live-line.js';
import { type Done, type Manner, printOutcome, SENT_BEFORE, whyQueued } from '../print/send-outcome.js';
import { oneLine, printJson, printNote } from '../print/stdio.js';
import { RepeatNote } from './repeat-note.js';
import { personAgain, type Sender } from './sender.js';

const EXITS = { answered: 0, asked: 6, failed: 1, reached: 0, delivered: 0, queued: 5, open: 4 } as const;
const INTERRUPTED = 130;
/** How often in a row, and after which pause, to look for a daemon that has ended. */
const MOST_TRIES = 25;
const AGAIN_MS = 200;
const GONE: ReadonlySet<string> = new Set(['daemon_not_answering', 'agent_not_running']);

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

/** Reads the stream to its end, also if the person's daemon is killed meanwhile. Ctrl-C ends the wait, not the task. */
export async function follow(sender: Sender, followed: Followed): Promise<Done> {
  const { path, body, note: given } = followed;
  if (!body) return followToEnd(sender, { path }, followed, () => {});
  const note = given ?? new RepeatNote(sender, path, body);
  try {
    const progress = followed.isLive ? { progress: true } : {};
    const call = { path, body: { ...body, ...progress, message_id: note.messageId } };
    const done = await followToEnd(sender, call, followed, () => note.forget());
    note.forget();
    return done;
  } catch (error) {
    throw note.explain(error);
  }
}

/** The same request asks a daemon that is back for the same task. */
async function followToEnd(sender: Sender, call: Call, followed: Followed, onInterrupt: () => void): Promise<Done> {
  const { waitsFor } = followed;
  const waiting: Waiting = { id: waitsFor === null || waitsFor === 'new' ? null : waitsFor.id, tries: 0 };
  const began = performance.now();
  let at = sender;
  for (let isFirst = true; ; isFirst = false) {
    const rest = isFirst ? call : shortened(call, performance.now() - began);
    const done = await listen(at, rest, followed, waiting, onInterrupt).catch(async (error) => {
      if (waitsFor === null || !isGone(error) || !(await hasDied(at))) throw error;
      return null;
    });
    // That it was sent before is no news.
    if (done) return isFirst ? done : { ...done, repeated: false };
    waiting.tries += 1;
    const back = waiting.tries > MOST_TRIES ? null : await personAgain(at);
    if (!back) throw ended(at, waiting.id);
    at = back;
    if (waiting.tries > 1) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

function isGone(error: unknown): boolean {
  return error instanceof SynapseError && GONE.has(error.code);
}

/** Whether the person's daemon is gone. If it hangs, asking again does not help. */
async function hasDied({ registry, entry }: Sender): Promise<boolean> {
  if (entry.kind !== 'human') return false;
  await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  const known = registry.get(entry.id);
  return known?.live?.instance !== entry.instance || known.status === 'dead';
}

/** What is left of the time that the command wants to wait. */
function shortened({ path, body, ...call }: Call, passedMs: number): Call {
  const { wait_ms: waitMs } = (body ?? {}) as { readonly wait_ms?: number };
  const left = waitMs === undefined ? {} : { wait_ms: Math.max(0, Math.round(waitMs - passedMs)) };
  const seconds = (_whole: string, text: string) =>
    `seconds=${Math.max(0, Math.round(Number(text) - passedMs / 1000))}`;
  const rest = path.replace(/\bseconds=([\d.]+)/, seconds);
  return { ...call, path: rest, ...(body === undefined ? {} : { body: { ...body, ...left } }) };
}

interface Waiting {
  /** Null until the task exists. */
  id: string | null;
  /** How often the daemon has ended since it last said something. */
  tries: number;
}

/** `onInterrupt` is called when the user was told which task stays open. Null if the daemon ended first. */
async function listen(
  sender: Sender,
  call: Call,
  { waitsFor, isLive }: Followed,
  waiting: Waiting,
  onInterrupt: () => void,
): Promise<Done | null> {
  let done: Done | null = null;
  let isInterrupted = false;
  const shown = isLive ? liveLine.openLiveLine() : null;
  const interrupted = () => {
    // The daemon is about to say which task it is. Pressing Ctrl-C again does not wait for that.
    if (waiting.id === null && !isInterrupted) {
      isInterrupted = true;
      return;
    }
    if (waiting.id !== null) {
      onInterrupt();
      shown?.end();
      printNote(`Interrupted. The task stays open; to wait again: synapse tasks wait ${waiting.id}`);
    }
    // A broadcast waits for several, and each of them says this.
    setImmediate(() => process.exit(INTERRUPTED));
  };
  if (waitsFor !== null) process.on('SIGINT', interrupted);
  try {
    await streamDaemon(sender.entry, sender.home, call, (line) => {
      waiting.tries = 0;
      if (line.event === 'sent') {
        waiting.id = (line.task as Done['task']).short_id;
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
  } catch (error) {
    const wasThere = waiting.tries > 0 || (waitsFor === 'new' && waiting.id !== null);
    if (!wasThere || !isGone(error)) throw error;
    return null;
  } finally {
    shown?.end();
    process.removeListener('SIGINT', interrupted);
  }
  if (done !== null || waiting.id !== null) return done;
  throw ended(sender, null);
}

function ended({ entry }: Sender, task: string | null): SynapseError {
  const details = { agent: entry.id, reason: 'it ended while the command was waiting.' };
  if (task === null) return fail('daemon_not_answering', details);
  return new SynapseError('daemon_not_answering', { ...details, task }, { hint: `synapse tasks wait ${task}` });
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
export async function acknowledge(sender: Sender, { outcome, task, answer_id }: Done): Promise<void> {
  if (!answer_id || !['answered', 'asked', 'failed'].includes(outcome)) return;
  const { entry, home, registry } = sender;
  const now = entry.kind === 'human' ? (registry.get(entry.id)?.live ?? entry) : entry;
  await callDaemon(now, home, { path: `/tasks/${task.id}/ack`, body: { message_id: answer_id } }).catch(() => {});
}

export function exitCodeOf({ outcome, answer_first }: Done, { noWait }: Pick<Manner, 'noWait'>): number {
  return noWait && outcome === 'open' && !answer_first ? 0 : EXITS[outcome];
}
