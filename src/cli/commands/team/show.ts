/** `synapse team show`: where the teams are, and which hosts share them. */
import { systemClock } from '../../../clock.js';
import { fail } from '../../../errors.js';
import { synapseHome } from '../../../paths.js';
import { hostId } from '../../../registry/host-id.js';
import { hasTeam, isServer } from '../../../registry/team-place.js';
import type { TeamState } from '../../../team/inspect.js';
import { colorsFor, table } from '../../print/output.js';
import { oneLine, printJson, printLine, printNote, said } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/shared-options.js';

export async function runTeamShow(
  _args: readonly string[],
  { json }: OptionValues<typeof jsonOptions>,
): Promise<number> {
  const home = synapseHome();
  const { settledPlace } = await import('../../../daemon/hosts/settled-place.js');
  const place = await settledPlace(home, process.env);
  const { store, engine } = await storeOf(place);
  const { projects, hosts } = hasTeam(home) ? await stateOf(place) : { projects: [], hosts: [] };
  const own = hosts.length > 0 ? hostId(home) : null;
  if (json) {
    printJson({
      team: {
        ...{ store, engine },
        projects: projects.map(({ id, name, host }) => ({ id, name, host })),
        hosts: hosts.map(({ id, name, leaseMs, agents }) => ({
          ...{ id, name, here: id === own, there: leaseMs > 0, lease_ms: leaseMs, agents },
          projects: projects.filter(({ host }) => host === id).map((project) => project.id),
        })),
      },
    });
    return 0;
  }
  const ids = projects.map(({ id }) => id).join(', ');
  printNote(projects.length === 0 ? `There are no teams yet. New ones will be in ${store}.` : `${store} has ${ids}.`);
  if (hosts.length === 0) return 0;
  const colors = await colorsFor(process.stdout);
  const rows = hosts.map(({ id, name, leaseMs, agents }) => [
    { text: oneLine(name), paint: colors.bold },
    { text: id },
    {
      text: said(id === own ? 'this host' : leaseMs > 0 ? 'there' : 'away'),
      paint: leaseMs > 0 ? colors.green : colors.yellow,
    },
    { text: agents.join(', ') || '-' },
  ]);
  printLine(table(['HOST', 'ID', 'NOW', 'AGENTS'], rows, colors));
  return 0;
}

async function storeOf(place: string): Promise<{ readonly store: string; readonly engine: string }> {
  if (!isServer(place)) return { store: place, engine: 'sqlite' };
  const { parseAddress } = await import('../../../team/store/postgres/address.js');
  return { store: parseAddress(place, process.env).name, engine: 'postgresql' };
}

async function stateOf(place: string): Promise<TeamState> {
  const { describeTeam } = await import('../../../team/inspect.js');
  const state = await describeTeam(place, {}, () => systemClock.now());
  if (!state)
    throw fail('invalid_request', {
      reason: 'The store was written by an older version of Synapse. The next daemon updates it.',
    });
  return state;
}
