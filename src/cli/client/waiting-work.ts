/** Work that waits for a session, as any daemon of the team tells it; without one, as the team's store says. */

import { askWaiting, type Waiting } from './ask-waiting.js';
import type { Place } from './find-agent.js';

/** Never an error: who only wants to look around must not stumble over it. */
export async function waitingWork(place: Place): Promise<readonly Waiting[]> {
  const told = await askWaiting(place);
  if (told) return told;
  try {
    const { readWaiting } = await import('../../daemon/team/waiting-without-daemon.js');
    return (await readWaiting(place.home)) as unknown as Waiting[];
  } catch {
    return [];
  }
}
