/** Lists waiting work for commands that run while no daemon does, so that no session can start. */
import { systemClock } from '../../clock.js';
import { teamPlacesDir } from '../../paths.js';
import { hostId } from '../../registry/host-id.js';
import { waitingWorkJson } from '../../team/json/session-json.js';
import { Team } from '../../team/team.js';
import { settledPlace } from '../hosts/settled-place.js';
import { waitingIn } from './session-requests.js';
import { isHolderAlive } from './team-access.js';

const COULD_BE_STARTED: readonly unknown[] = ['starting', 'pausing', 'queued'];

export async function readWaiting(home: string, env: NodeJS.ProcessEnv): Promise<Record<string, unknown>[]> {
  const sharing = { place: await settledPlace(home, env), hostId: hostId(home), placesDir: teamPlacesDir(home) };
  const team = await Team.open({ ...sharing, clock: systemClock, isAlive: isHolderAlive, env });
  try {
    const waiting = (await waitingIn(team)).map(waitingWorkJson);
    return waiting.map((work) => (COULD_BE_STARTED.includes(work.state) ? { ...work, state: 'nobody' } : work));
  } finally {
    await team.close();
  }
}
