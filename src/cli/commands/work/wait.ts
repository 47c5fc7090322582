/** `synapse work wait`: waits until a work task is over, and says how it ended. */
import { fail } from '../../../errors.js';
import { askTeam } from '../../client/ask-team.js';
import { onInterrupt } from '../../entry/interrupt.js';
import { printJson, printLine, printNote, readable } from '../../print/stdio.js';
import { type WorkTask, workLine } from '../../print/work-task.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/shared-options.js';
import { openLiveLine } from '../ask/live-line.js';
import { describeWork } from './work-line.js';

const STILL_OPEN = 4;
/** A daemon is asked again after this long, so that one that was started again is found. */
const LONGEST_REQUEST_S = 30;
const LONGEST_LOOK_S = 2;
const ANSWER_MS = 10_000;

interface Ended extends WorkTask {
  readonly summary: string | null;
  readonly blocked_reason: string | null;
}

export async function runWorkWait(
  [id = '', seconds]: readonly string[],
  { json }: OptionValues<typeof jsonOptions>,
): Promise<number> {
  return waitForWork(id, { seconds: secondsIn(seconds), json: json === true });
}

interface Waiting {
  /** Without a limit, it waits as long as the work takes. */
  readonly seconds: number | null;
  readonly json: boolean;
}

/** 0 if it is done, 1 if it failed, is blocked or was cancelled, 4 if it is still open. */
export async function waitForWork(id: string, { seconds, json }: Waiting): Promise<number> {
  onInterrupt(`Interrupted. The work goes on; to wait again: synapse work wait ${id}`);
  const until = seconds === null ? Number.POSITIVE_INFINITY : Date.now() + seconds * 1000;
  const line = openLiveLine(describeWork);
  // What is shown should not be older than a look of its reader.
  const mostS = line ? LONGEST_LOOK_S : LONGEST_REQUEST_S;
  try {
    for (let waitS = 0; ; waitS = Math.max(0, Math.min(mostS, (until - Date.now()) / 1000))) {
      const path = `/work/${encodeURIComponent(id)}?wait=${waitS}`;
      const { task } = (await askTeam({ path, timeoutMs: waitS * 1000 + ANSWER_MS })) as { task: Ended };
      const code = exitCodeOf(task);
      line?.show(task);
      if (code === STILL_OPEN && Date.now() < until) continue;
      line?.end();
      if (json) printJson({ work: task });
      else describe(task, code);
      return code;
    }
  } finally {
    line?.end();
  }
}

function exitCodeOf({ status }: WorkTask): number {
  if (status === 'done') return 0;
  return status === 'blocked' || status === 'cancelled' ? 1 : STILL_OPEN;
}

function describe(task: Ended, code: number): void {
  printLine(workLine(task));
  const why = task.summary ?? task.blocked_reason;
  if (why) printLine(readable(why));
  if (code === STILL_OPEN) printNote(`Still open. To keep waiting: synapse work wait ${task.task_id}`);
}

function secondsIn(word: string | undefined): number | null {
  if (word === undefined) return null;
  const seconds = Number(word.trim() || Number.NaN);
  if (seconds >= 0) return seconds;
  throw fail('invalid_request', { reason: `The time to wait must be a number of seconds, not "${word}".` });
}
