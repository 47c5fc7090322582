/** Hosts that share a team: a home each, with real daemons, and one real PostgreSQL server. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as plain } from 'vitest';
import type { Result } from '../../rig/home/binary.js';
import { Home, json } from '../../rig/home/home.js';
import type { Agents } from '../../rig/team/team-file.js';
import { PostgresServer } from '../postgres-server.js';

export const test = plain.extend<{ hosts: SharedTeam }>({
  // biome-ignore lint/correctness/noEmptyPattern: the test library reads what a fixture needs from this pattern.
  hosts: async ({}, use) => {
    const hosts = new SharedTeam(await PostgresServer.create());
    try {
      await use(hosts);
    } finally {
      await hosts.close();
    }
  },
});

export class SharedTeam {
  readonly store: string;
  readonly #hosts = new Map<string, Host>();

  constructor(readonly server: PostgresServer) {
    this.store = server.database();
  }

  /** The host of that name, a new one at first. */
  host(name: string, settings: Readonly<Record<string, string>> = {}): Host {
    const known = this.#hosts.get(name) ?? new Host(name, settings);
    this.#hosts.set(name, known);
    return known;
  }

  /** What the database of the team answers. */
  sql(text: string): string {
    return this.server.sql(text, this.store.split('/').at(-1));
  }

  async close(): Promise<void> {
    for (const host of this.#hosts.values()) await host.close();
    this.server.remove();
  }
}

export class Host extends Home {
  constructor(
    readonly name: string,
    settings: Readonly<Record<string, string>>,
  ) {
    super();
    this.settings = { SYNAPSE_HUMAN: 'mia', SYNAPSE_HOST: name, ...settings };
  }

  /** Writes a team file and returns its folder. */
  team(agents: Agents, project: Readonly<Record<string, unknown>> = {}): string {
    const dir = join(this.dir, 'shop');
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, 'synapse.yaml'), JSON.stringify({ project: { id: 'shop', ...project }, agents }));
    return dir;
  }

  up(dir = join(this.dir, 'shop'), ...args: readonly string[]): Promise<Result> {
    return this.run(['up', ...args], { cwd: dir });
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look at the fields they care about.
  async asks(...args: readonly string[]): Promise<any> {
    const result = await this.run([...args, '--json']);
    if (result.code !== 0) throw new Error(`${args.join(' ')}: ${result.stderr}${result.stdout}`);
    return json(result);
  }
}
