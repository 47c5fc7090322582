/** Tells the other hosts of a team which processes of this one are gone. They cannot see it, and would wait for the places for ever. */

import type { Team } from '../team.js';
import { findStart, freePlace } from './session-starts.js';
import { hasClearedUp, isClearingUp, keyOfStart, type SessionStart } from './start-state.js';

const LOOK_AGAIN_MS = 250;

/** Returns in how many milliseconds to look again, because a process is still cleaning up. */
export async function freePlaces(team: Team, starts: readonly SessionStart[]): Promise<number> {
  const ours = starts.filter((row) => isSeenByOthers(team, row));
  const { isAlive } = team.rules.sessions;
  for (const key of ours.filter((row) => hasClearedUp(row, isAlive)).map(keyOfStart)) {
    await team.change(async (tx) => {
      const row = await findStart(tx, key);
      if (row && isSeenByOthers(team, row) && hasClearedUp(row, isAlive)) await freePlace(tx, key);
    });
  }
  return ours.some((row) => isClearingUp(row, isAlive)) ? LOOK_AGAIN_MS : Number.POSITIVE_INFINITY;
}

function isSeenByOthers(team: Team, { holder }: SessionStart): boolean {
  return team.hostId !== null && holder !== null && team.isOfThisHost(holder);
}
