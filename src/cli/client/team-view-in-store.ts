/** Reads from the team's store what no daemon is running to tell. Kept apart, because it brings the database along. */
import type { TeamSessions } from '../print/team-session.js';
import type { WaitingWork } from '../print/waiting-work.js';
import type { Place } from './find-agent.js';
import { askWaitingWork } from './team-view.js';

/** Without a daemon nobody is in a session, but work may be waiting. */
export async function teamSessionsInStore(place: Place): Promise<TeamSessions> {
  return { sessions: [], waiting: await waitingWork(place) };
}

/** Work that waits for a session. Never an error, because it only adds to what is shown. */
export async function waitingWork(place: Place): Promise<readonly WaitingWork[]> {
  const told = await askWaitingWork(place);
  if (told) return told;
  try {
    const { readWaiting } = await import('../../daemon/team/waiting-without-daemon.js');
    return (await readWaiting(place.home, process.env)) as unknown as WaitingWork[];
  } catch {
    return [];
  }
}
