/** `synapse team move`: takes the teams of this home to a server, or back into a file. */
import { rmSync } from 'node:fs';
import { systemClock, toIso } from '../../../clock.js';
import { fail } from '../../../errors.js';
import { teamFile } from '../../../paths.js';
import { isRunning } from '../../../registry/entry.js';
import { hostId } from '../../../registry/host-id.js';
import { launchesIn } from '../../../registry/launches.js';
import type { Registry } from '../../../registry/registry.js';
import {
  endTeamMove,
  hasTeam,
  isServer,
  noteTeamMove,
  noteTeamPlace,
  type TeamMove,
} from '../../../registry/team-place.js';
import type { Move, Moved } from '../../../team/move/move.js';
import { registryHere } from '../../client/find-agent.js';
import { printJson, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import { withMoveLock } from '../../up/team-lock.js';
import type { teamMoveOptions } from './spec.js';

const FILE = 'sqlite';

interface Outcome {
  readonly from: string;
  readonly to: string;
  /** Null if there was nothing to do. */
  readonly moved: Moved | null;
  /** Where the old file is now. */
  readonly aside: string | null;
}

export async function runTeamMove(
  _args: readonly string[],
  { to, json }: OptionValues<typeof teamMoveOptions>,
): Promise<number> {
  if (to === undefined || !(to === FILE || isServer(to))) {
    throw fail('invalid_request', {
      reason: 'Name the new store: --to postgres://user@server/database, or --to sqlite.',
    });
  }
  if (process.env.SYNAPSE_TEAM_URL) {
    throw fail('invalid_request', {
      reason: 'SYNAPSE_TEAM_URL decides where the teams are. Unset it, then try again.',
    });
  }
  const registry = await registryHere();
  const outcome = await withMoveLock(registry.home, () => (to === FILE ? toFile(registry) : toServer(registry, to)));
  if (json) printJson(asJson(outcome));
  else print(outcome);
  return 0;
}

async function toServer(registry: Registry, address: string): Promise<Outcome> {
  const { home } = registry;
  const { noteable, parseAddress } = await import('../../../team/store/postgres/address.js');
  const nameOf = (text: string) => parseAddress(text, process.env).name;
  const server = noteable(address, process.env);
  const from = await placeNow(home);
  const to = nameOf(server);
  if (isServer(from)) {
    if (nameOf(from) === to) return { from: to, to, moved: null, aside: null };
    throw fail('invalid_request', {
      reason: 'The teams are on a server already. Take them back first, with --to sqlite, or copy the database.',
    });
  }
  if (!hasTeam(home)) {
    const { inspectTeam } = await import('../../../team/inspect.js');
    await inspectTeam(server, {});
    noteTeamPlace(home, server);
    return { from, to, moved: null, aside: null };
  }
  mustBeIdle(registry);
  const aside = `${teamFile(home)}.moved-${toIso(systemClock.now()).replace(/\D/g, '')}`;
  const { moveToServer } = await import('../../../team/move/move.js');
  const move = { server, to: 'server', aside } as const;
  const moved = await moveToServer(partsOf(home, teamFile(home), move), (id) =>
    endTeamMove(home, { id, ...move }, true),
  );
  return { from, to, moved, aside };
}

async function toFile(registry: Registry): Promise<Outcome> {
  const { home } = registry;
  const server = await placeNow(home);
  const file = teamFile(home);
  if (!isServer(server)) return { from: file, to: file, moved: null, aside: null };
  mustBeIdle(registry);
  const { parseAddress } = await import('../../../team/store/postgres/address.js');
  const { moveToFile } = await import('../../../team/move/move.js');
  const move = { server, to: 'file', aside: `${file}.new` } as const;
  const prepare = () => {
    // What an earlier file left beside it must not be taken for a part of the new one.
    for (const left of [move.aside, `${file}-wal`, `${file}-shm`]) rmSync(left, { force: true });
  };
  const finish = (id: string) => endTeamMove(home, { id, ...move }, true);
  const moved = await moveToFile(partsOf(home, move.aside, move), { prepare, finish });
  return { from: parseAddress(server, process.env).name, to: file, moved, aside: null };
}

/** After a move that was interrupted has been settled. */
async function placeNow(home: string): Promise<string> {
  const { settledPlace } = await import('../../../daemon/hosts/settled-place.js');
  return settledPlace(home, process.env);
}

function partsOf(home: string, file: string, move: Omit<TeamMove, 'id'>): Move {
  return {
    ...{ file, server: move.server, hostId: hostId(home), now: () => systemClock.now() },
    onCommitting: (id) => noteTeamMove(home, { id, ...move }),
    onFailed: () => endTeamMove(home, { id: '', ...move }, false),
  };
}

/** A daemon keeps the store open, and would write to the old one. */
function mustBeIdle(registry: Registry): void {
  const running = registry
    .list()
    .filter(isRunning)
    .map(({ id }) => id);
  const launching = launchesIn(registry.home, systemClock.now()).map(({ id }) => id ?? '…');
  const agents = [...new Set([...running, ...launching])];
  if (agents.length > 0) throw fail('team_in_use', { agents });
}

function asJson({ from, to, moved, aside }: Outcome): Record<string, unknown> {
  const { projects = [], agents = 0, messages = 0 } = moved ?? {};
  return { from, to, moved: moved !== null, projects, agents, messages, set_aside: aside };
}

function print({ from, to, moved, aside }: Outcome): void {
  if (moved) {
    printNote(`Moved ${moved.projects.join(', ') || 'the store'} to ${to}.`);
  } else if (from === to) printNote(`The teams of this home are in ${to} already.`);
  else printNote(`There were no teams to move. New ones will be in ${to}.`);
  if (aside !== null) printNote(`The old file is kept as ${aside}. To go on: synapse up`);
}
