/** The log of an execution for a page that follows it: answers once there is something new, so that the page need not poll. */
import { statSync } from 'node:fs';
import type { LiveLog } from '../../a2a/web/things.js';
import { tryToWatch } from '../../files/watch.js';
import { findExecution } from '../../team/executions/executions.js';
import type { Exchange } from '../http/exchange.js';
import { executionLog } from '../team/execution-requests.js';
import type { TeamAccess } from '../team/team-access.js';

/** Shorter than any patience on the way. */
const LONGEST_WAIT_MS = 25_000;
/** Where the system cannot watch the file. */
const LOOK_BLINDLY_MS = 500;
const LOOK_ELSEWHERE_MS = 2_000;

/** `seen` is how many bytes there were at the last look. The wait ends early with the execution, because its log does. */
export async function liveLog(team: TeamAccess, exchange: Exchange<{ readonly id: string }>): Promise<LiveLog> {
  const { params, query, response } = exchange;
  const store = await team.ifThere();
  const execution = await store?.look((db) => findExecution(db, params.id));
  const file = (execution && store?.logs.fileOf(execution)) ?? null;
  const seen = query.get('seen');
  // Nobody tells us when something is written on another host.
  const isElsewhere = execution?.status === 'running' && store?.logs.isElsewhere(execution);
  if (seen !== null && isElsewhere) await pause(LOOK_ELSEWHERE_MS, (end) => response.once('close', end));
  const isWaiting = seen !== null && file !== null && execution?.status === 'running' && sizeOf(file) === Number(seen);
  if (isWaiting) await changeOf({ file, size: Number(seen) }, (end) => response.once('close', end));
  const range = new URLSearchParams([...query].filter(([key]) => key === 'tail' || key === 'offset'));
  const bytes = file === null ? 0 : sizeOf(file);
  return { ...((await executionLog(team, { ...exchange, query: range })) as LiveLog), bytes };
}

function pause(ms: number, onGone: (end: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
    onGone(resolve);
  });
}

/** Resolves with the next write, after a while without one, or when nobody waits any more. */
function changeOf(
  { file, size }: { readonly file: string; readonly size: number },
  onGone: (end: () => void) => void,
): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      clearInterval(looking);
      watching?.close();
      resolve();
    };
    const timer = setTimeout(end, LONGEST_WAIT_MS).unref();
    const look = () => {
      if (sizeOf(file) !== size) end();
    };
    const watching = tryToWatch(file, end, end);
    const looking = watching ? undefined : setInterval(look, LOOK_BLINDLY_MS).unref();
    onGone(end);
    // It was written to before it was watched.
    look();
  });
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
