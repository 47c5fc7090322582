/** A team in a temporary folder, with a clock that only the test moves. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { onTestFinished } from 'vitest';
import { SynapseError } from '../../src/errors.js';
import { NEW_AGENT, putAgent, type TeamAgent } from '../../src/team/people/agents.js';
import { addProject, type Project } from '../../src/team/people/projects.js';
import { MIGRATIONS, migrate } from '../../src/team/store/migrations.js';
import type { Schema } from '../../src/team/store/schema.js';
import { openSqlite } from '../../src/team/store/sqlite/engine.js';
import { Team } from '../../src/team/team.js';
import type { TeamOptions } from '../../src/team/team-options.js';
import { dropPlace, freshPlace } from '../rig/team/team-place.js';
import { type HandClock, handClock, tempDir } from '../taskstore/rig.js';

export interface TestTeam {
  readonly team: Team;
  readonly clock: HandClock;
  readonly dir: string;
  readonly file: string;
  /** The file, or the address of a database. */
  readonly place: string;
  readonly alive: Set<string>;
  /** Another process's view of the same store. */
  again(): Promise<Team>;
}

/** Hashing a passkey takes under a millisecond instead of a tenth of a second. */
export const CHEAP_PASSKEYS = { SYNAPSE_PASSKEY_COST: '4' };

export async function testTeam(env: NodeJS.ProcessEnv = CHEAP_PASSKEYS): Promise<TestTeam> {
  const dir = mkdtempSync(join(tmpdir(), 'synapse-team-'));
  const file = join(dir, 'team.db');
  const place = await freshPlace(file);
  const clock = handClock();
  const alive = new Set<string>();
  const options: TeamOptions = { place, clock, isAlive: (holder) => alive.has(holder), env };
  const open: Team[] = [];
  const again = async () => {
    const team = await Team.open(options);
    open.push(team);
    return team;
  };
  onTestFinished(async () => {
    for (const team of open) await team.close();
    await dropPlace(place);
    rmSync(dir, { recursive: true, force: true });
  });
  return { team: await again(), clock, dir, file, place, alive, again };
}

/** The file of a store as an earlier version left it, after so many steps of the schema. */
export async function storeOfStep(steps: number): Promise<string> {
  const file = join(tempDir(), 'team.db');
  const db = new Kysely<Schema>({ dialect: openSqlite(file).dialect });
  await db.transaction().execute((tx) => migrate(tx, { file, at: 0, known: MIGRATIONS.slice(0, steps) }));
  await db.destroy();
  return file;
}

export function agent(id: string, changes: Partial<TeamAgent> = {}): TeamAgent {
  return { ...NEW_AGENT, id, name: id, auto: [], createdAt: 0, ...changes };
}

/** A project with a person and two workers. */
export async function testProject({ team, dir }: TestTeam, id = 'shop'): Promise<Project> {
  return team.store.write(async (tx) => {
    const project = await addProject(tx, { id, name: id, workingDirectory: dir, createdBy: 'mia', createdAt: 0 });
    await putAgent(tx, id, agent('mia', { kind: 'human', hierarchy: 'manager' }));
    for (const worker of ['worker-a', 'worker-b']) await putAgent(tx, id, agent(worker, { parentId: 'mia' }));
    return project;
  });
}

/** The code a promise fails with. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof SynapseError) return error.code;
    throw error;
  }
  return 'none';
}
