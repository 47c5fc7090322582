/** Reads the team store directly if no daemon runs that could be asked. A file of its own, because it loads the database. */
import type { Registry } from '../../registry/registry.js';
import type { TeamSessions } from '../print/team-session.js';
import type { WaitingWork } from '../print/waiting-work.js';
import { isStoreAway } from './ask-team.js';
import { askWaitingWork } from './team-view.js';

/** Without a daemon nobody is in a session, but work may be waiting. */
export async function teamSessionsInStore(registry: Registry): Promise<TeamSessions> {
  return { sessions: [], waiting: await waitingWork(registry) };
}

/** Work that waits for a session. Never an error, because it only adds to what is shown. */
export async function waitingWork(registry: Registry): Promise<readonly WaitingWork[]> {
  const told = await askWaitingWork(registry);
  if (told) return told;
  if (isStoreAway(registry)) return [];
  try {
    const { readWaiting } = await import('../../daemon/team/waiting-without-daemon.js');
    return (await readWaiting(registry.home, process.env)) as unknown as WaitingWork[];
  } catch {
    return [];
  }
}
