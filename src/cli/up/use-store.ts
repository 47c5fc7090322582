/** Makes a home use the store that a team file names. */
import { fail } from '../../errors.js';
import { hasTeam, isServer, notedPlace, noteTeamPlace } from '../../registry/team-place.js';

/** Refuses another store than the one the home has, because its teams would seem to be gone. */
export async function useStore(home: string, wanted: string | null): Promise<void> {
  if (wanted === null) return;
  const { noteable, parseAddress } = await import('../../team/store/postgres/address.js');
  const nameOf = (address: string) => parseAddress(address, process.env).name;
  const address = noteable(wanted, process.env);
  const { settledPlace } = await import('../../daemon/hosts/settled-place.js');
  const place = await settledPlace(home, process.env);
  const current = isServer(place) ? nameOf(place) : place;
  if (hasTeam(home) && current !== nameOf(wanted)) {
    throw fail('team_store_differs', { current, wanted: nameOf(wanted), moves: !isServer(place) });
  }
  if (process.env.SYNAPSE_TEAM_URL || notedPlace(home) === address) return;
  // A home must not remember an address that does not work.
  const { inspectTeam } = await import('../../team/inspect.js');
  await inspectTeam(address, {});
  noteTeamPlace(home, address);
}
