/** Who is in which session and why, as the daemons of a team know it. Looking starts nobody. */
import { existsSync } from 'node:fs';
import { callDaemon } from '../../a2a/local.js';
import { teamFile } from '../../paths.js';
import { isRunning } from '../../registry/entry.js';
import { NO_SESSIONS, type TeamSessions } from '../print/session-words.js';
import type { Place } from './find-agent.js';

/** Only an addition to what is shown: nobody waits for it long. */
const ANSWER_MS = 2_000;

/** Asks any daemon that knows the team; null where nobody could be asked. */
export async function teamSessions({ home, registry }: Place): Promise<TeamSessions | null> {
  if (!existsSync(teamFile(home))) return NO_SESSIONS;
  for (const { live, project, kind } of registry.list().filter(isRunning)) {
    if (project === null && kind !== 'human') continue;
    try {
      return (await callDaemon(live, home, { path: '/sessions', timeoutMs: ANSWER_MS })) as TeamSessions;
    } catch {
      // It is just ending, or hangs; the next one may know.
    }
  }
  return null;
}

/** Without any daemon nobody is in a session; work may wait all the same. */
export async function teamSessionsInStore(place: Place): Promise<TeamSessions> {
  const { waitingWork } = await import('./waiting-work.js');
  return { sessions: [], waiting: await waitingWork(place) };
}
