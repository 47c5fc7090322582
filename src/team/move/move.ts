/**
 * Moves the teams of a home between its file and a server. The commit on the server decides: until then they are where
 * they were, and afterwards they are where they are going. What a killed move has done is found out there.
 */
import { fail, SynapseError } from '../../errors.js';
import { newId } from '../../random-ids.js';
import { migrate } from '../store/migrations.js';
import { openEngine } from '../store/open-engine.js';
import type { Db } from '../store/schema.js';
import { TeamStore } from '../store/store.js';
import { collisionsOf } from './collisions.js';
import { copyTeam, emptyTeam } from './copy-team.js';

export interface Move {
  /** The path of the file. */
  readonly file: string;
  /** The address of the server. */
  readonly server: string;
  readonly hostId: string;
  readonly now: () => number;
  /** Notes that this move may have been committed from now on. May be called again. */
  readonly onCommitting: (id: string) => void;
  /** It certainly was not. */
  readonly onFailed: () => void;
}

export interface Moved {
  readonly id: string;
  readonly projects: readonly string[];
  readonly agents: number;
  readonly messages: number;
}

/** Whoever has the file open at the end finds that it is not in its place any more, so `finish` must take it away. */
export async function moveToServer(
  { file, server, hostId, now, onCommitting, onFailed }: Move,
  finish: (id: string) => void,
): Promise<Moved> {
  const from = await TeamStore.open(await openEngine(file, { alone: true }), now());
  try {
    const engine = await openEngine(server, { hostId });
    const to = TeamStore.openAsIs(engine);
    const id = newId();
    try {
      const moved = await committed(onFailed, () =>
        to.write(async (tx) => {
          await migrate(tx, { file: engine.name, at: now() });
          const { projects, agents } = await from.read((db) => collisionsOf(db, tx));
          const names = [...new Set([...projects, ...agents])];
          if (names.length > 0) throw fail('team_move_collides', { names, projects, agents });
          await from.read((db) => copyTeam({ from: db, to: tx, hostId, isShared: true }));
          await noteMove(tx, { id, host: hostId, at: now() });
          const facts = await from.read(factsOf);
          onCommitting(id);
          return { id, ...facts };
        }),
      );
      finish(id);
      return moved;
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

/** Into a file that is not in its place yet; `finish` puts it there. */
export async function moveToFile(
  { file, server, hostId, now, onCommitting, onFailed }: Move,
  { prepare, finish }: { readonly prepare: () => void; readonly finish: (id: string) => void },
): Promise<Moved> {
  const from = await TeamStore.open(await openEngine(server, { hostId }), now());
  const id = newId();
  try {
    const moved = await committed(onFailed, () =>
      from.write(async (tx) => {
        await mustBeAlone(tx, hostId);
        prepare();
        const to = await TeamStore.open(await openEngine(file, { alone: true }), now());
        try {
          await to.write((other) => copyTeam({ from: tx, to: other, hostId, isShared: false }));
        } finally {
          await to.close();
        }
        const facts = await factsOf(tx);
        await emptyTeam(tx);
        await tx.deleteFrom('hosts').where('id', '=', hostId).execute();
        await noteMove(tx, { id, host: hostId, at: now() });
        onCommitting(id);
        return { id, ...facts };
      }),
    );
    finish(id);
    return moved;
  } finally {
    await from.close();
  }
}

/** Whether a move that was interrupted has happened. Waits for one that is still being committed. */
export async function hasHappened(server: string, id: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const store = TeamStore.openAsIs(await openEngine(server, { env }));
  try {
    return await store.writeQuietly(async (tx) => {
      // Its tables come with it.
      const tables = await tx.introspection.getTables();
      if (!tables.some(({ name }) => name === 'moves')) return false;
      return (await tx.selectFrom('moves').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
    });
  } finally {
    await store.close();
  }
}

async function committed<T>(onFailed: () => void, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SynapseError && error.code === 'store_outcome_unknown')) onFailed();
    throw error;
  }
}

async function noteMove(tx: Db, move: { readonly id: string; readonly host: string; readonly at: number }) {
  await tx.insertInto('moves').values(move).execute();
}

/** A file has no place for the agents of other hosts. */
async function mustBeAlone(tx: Db, hostId: string): Promise<void> {
  const hosts = await tx.selectFrom('hosts').select(['id', 'name']).orderBy('name').execute();
  const owners = [
    ...(await tx.selectFrom('agents').select('host').distinct().execute()),
    ...(await tx.selectFrom('projects').select('host').distinct().execute()),
  ];
  const others = new Set(owners.map(({ host }) => host).filter((host) => host !== null && host !== hostId));
  if (others.size === 0) return;
  throw fail('team_is_shared', { hosts: [...others].map((id) => hosts.find((each) => each.id === id)?.name ?? id) });
}

async function factsOf(db: Db): Promise<Omit<Moved, 'id'>> {
  const projects = await db.selectFrom('projects').select('id').orderBy('id').execute();
  const count = async (table: 'agents' | 'chat_messages') => {
    const { rows } = await db
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    return Number(rows);
  };
  return {
    projects: projects.map(({ id }) => id),
    agents: await count('agents'),
    messages: await count('chat_messages'),
  };
}
