/** The hosts that share a team: which of them are there, by leases, and which agents and projects belong to which. */
import { fail } from '../errors.js';
import type { Member } from './people/agents.js';
import type { Db } from './store/schema.js';
import { type Statement, table } from './store/table.js';

export interface HostSchema {
  hosts: HostRow;
  moves: MoveRow;
  log_requests: LogRequestRow;
}

interface HostRow {
  id: string;
  name: string;
  /** Until when the others take it for running, by the clock of the server. */
  leased_until: number;
  /** Since when its lease has not lapsed. */
  held_since: number;
}

/** A move of teams from or to this store that has happened. */
interface MoveRow {
  id: string;
  host: string;
  at: number;
}

/** A host wants to read a log that is on another one. */
interface LogRequestRow {
  id: string;
  /** The host that has the log. */
  host: string;
  execution_id: string;
  tail: number | null;
  first_line: number | null;
  asked_at: number;
  /** As JSON; null until that host has answered. */
  answer: string | null;
}

/** Longer than a server takes to restart. */
export const LEASE_MS = 20_000;
export const RENEW_MS = 4_000;
/** A lease is longer than this, so a host that had one then is still there. */
const FRESH_MS = 3_000;

/** The schema step for hosts. In a file, nothing belongs to a host, because there is only one. */
export function hostTables({ schema }: Db): readonly Statement[] {
  return [
    table(schema, 'hosts', {
      id: 'text',
      name: 'text',
      leased_until: 'count',
      held_since: 'count',
    }).addPrimaryKeyConstraint('hosts_key', ['id']),
    schema.alterTable('agents').addColumn('host', 'text'),
    schema.alterTable('projects').addColumn('host', 'text'),
  ];
}

/** The schema step for what hosts do with each other. */
export function hostFacts({ schema }: Db): readonly Statement[] {
  return [
    table(schema, 'moves', { id: 'text', host: 'text', at: 'count' }).addPrimaryKeyConstraint('moves_key', ['id']),
    table(schema, 'log_requests', {
      id: 'text',
      host: 'text',
      execution_id: 'text',
      tail: 'maybe count',
      first_line: 'maybe count',
      asked_at: 'count',
      answer: 'maybe text',
    }).addPrimaryKeyConstraint('log_requests_key', ['id']),
    schema.alterTable('executions').addColumn('host', 'text'),
    schema.alterTable('stopped_all').addColumn('host', 'text', (column) => column.notNull().defaultTo('')),
  ];
}

/** What this process knows about the leases of other hosts. */
export class Leases {
  #lapsed: ReadonlySet<string> = new Set();
  #readAtMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly hostId: string | null) {}

  /** Reads them again, unless that was just now. Whoever ends what a host held must be sure that it is not back. */
  async freshen(db: Db, now: number, { isSure = false } = {}): Promise<void> {
    if (this.hostId === null) return;
    const isFresh = performance.now() - this.#readAtMs < FRESH_MS;
    if (isFresh && !(isSure && this.#lapsed.size > 0)) return;
    const rows = await db.selectFrom('hosts').selectAll().execute();
    this.#readAtMs = performance.now();
    const own = rows.find(({ id }) => id === this.hostId);
    // After the server was away, every host has to find back first.
    const mayJudge = own !== undefined && own.leased_until > now && now - own.held_since >= LEASE_MS;
    const lapsed = rows.filter((row) => row.leased_until <= now).map(({ id }) => id);
    this.#lapsed = new Set(mayJudge ? lapsed : []);
  }

  /** The processes of a host whose lease has lapsed count as dead. */
  isHeld(hostId: string): boolean {
    return !this.#lapsed.has(hostId);
  }
}

/** Sessions of an agent start on the host that declared it first. A person is wherever they like. */
export async function bindAgent(tx: Db, agentId: string, hostId: string | null): Promise<void> {
  if (hostId === null) return;
  await tx
    .updateTable('agents')
    .set({ host: hostId })
    .where('id', '=', agentId)
    .where('kind', '=', 'ai')
    .where('host', 'is', null)
    .execute();
}

export interface Host {
  readonly id: string;
  readonly name: string;
}

/** The id of the host for which an agent is declared; null if there is only this one. */
export async function hostNamed(
  db: Db,
  wanted: { readonly agentId: string; readonly host: string },
  { hostId = null, host: own }: { readonly hostId?: string | null; readonly host?: Host },
): Promise<string | null> {
  const isMeant = ({ id, name }: Host) => id === wanted.host || name === wanted.host;
  const about = { agent_id: wanted.agentId, host: wanted.host };
  if (hostId === null) {
    if (own && isMeant(own)) return null;
    throw fail('team_not_shared', about);
  }
  const others = await db
    .selectFrom('hosts')
    .select(['id', 'name'])
    .where('id', '!=', hostId)
    .orderBy('name')
    .execute();
  const all = own ? [own, ...others] : others;
  const meant = all.filter(isMeant);
  if (meant.length === 1) return meant[0]?.id ?? null;
  throw fail('team_host_unknown', { ...about, known: all.map(({ id, name }) => `${name} (${id})`) });
}

/** Declares the agent for that host, unless it runs on another one. Returns whether that is a change. */
export async function moveAgent(tx: Db, agentId: string, hostId: string): Promise<boolean> {
  const { host } = await tx.selectFrom('agents').select('host').where('id', '=', agentId).executeTakeFirstOrThrow();
  if (host === hostId) return false;
  if (host !== null && (await runsOn(tx, agentId, host))) {
    const known = await tx.selectFrom('hosts').select('name').where('id', '=', host).executeTakeFirst();
    throw fail('agent_runs_on_host', { agent_id: agentId, host: known?.name ?? host });
  }
  await tx.updateTable('agents').set({ host: hostId }).where('id', '=', agentId).execute();
  return true;
}

async function runsOn(db: Db, agentId: string, hostId: string): Promise<boolean> {
  const held = `${hostId}@%`;
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('agent_id', '=', agentId)
    .where('ended_at', 'is', null)
    .where('holder', 'like', held)
    .executeTakeFirst();
  const start = await db
    .selectFrom('session_starts')
    .select('agent_id')
    .where('agent_id', '=', agentId)
    .where('state', 'in', ['starting', 'running'])
    .where('holder', 'like', held)
    .executeTakeFirst();
  return session !== undefined || start !== undefined;
}

/** The names of the hosts to which agents belong, except this one. */
export async function otherHostsOf(db: Db, hostId: string | null): Promise<ReadonlyMap<Member['agentId'], string>> {
  if (hostId === null) return new Map();
  const rows = await db
    .selectFrom('agents')
    .innerJoin('hosts', 'hosts.id', 'agents.host')
    .select(['agents.id', 'hosts.name'])
    .where('agents.host', '!=', hostId)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The chat files of a project are on the host that has its folder. */
export async function bindProject(tx: Db, projectId: string, hostId: string | null): Promise<void> {
  if (hostId === null) return;
  await tx
    .updateTable('projects')
    .set({ host: hostId })
    .where('id', '=', projectId)
    .where('host', 'is', null)
    .execute();
}

/** The agents among these that belong to another host. */
export async function strangers(
  db: Db,
  ids: readonly string[],
  hostId: string | null,
): Promise<Set<Member['agentId']>> {
  if (hostId === null || ids.length === 0) return new Set();
  const rows = await db.selectFrom('agents').select('id').where('id', 'in', ids).where('host', '!=', hostId).execute();
  return new Set(rows.map(({ id }) => id));
}
