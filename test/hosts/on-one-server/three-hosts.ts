/** Three hosts that share a team on a server with a replica, linked by ssh, and pairs of agents that work across them. */
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { processesWithEnvironment } from '../../../src/processes.js';
import { BINARY } from '../../rig/home/binary.js';
import { Sshd } from '../../rig/machine/sshd.js';
import { signalAll } from '../../rig/processes/signal.js';
import { commandOf } from '../../rig/team/teammates.js';
import { inboxOf, type Stream } from '../over-ssh/traffic.js';
import { PostgresServer } from '../postgres-server.js';
import { type Host, SharedTeam } from './rig.js';

/** The first dials the others, and the second the third. */
const NAMES = ['laptop', 'gpu', 'tower'] as const;
const PEOPLE = ['mia', 'ann', 'bob'] as const;
const PACE = {
  ...{ SYNAPSE_CHAT_IDLE_SECONDS: '1', SYNAPSE_START_PAUSE_MS: '100' },
  ...{ SYNAPSE_PROJECT_SESSIONS: '6', SYNAPSE_SEND_LIMIT: '0' },
};
const LOOK_AGAIN_MS = 10;

export interface Pair {
  readonly a: string;
  readonly b: string;
  /** Where each of them lives. */
  readonly homes: readonly [number, number];
}

export class ThreeHosts {
  readonly hosts: readonly Host[];
  readonly #ways: readonly Sshd[];
  readonly #dir = mkdtempSync(join(tmpdir(), 'syn-three-'));
  readonly #config = join(this.#dir, 'config');

  private constructor(
    readonly team: SharedTeam,
    readonly replica: PostgresServer,
  ) {
    const settings = { ...PACE, SYNAPSE_SSH: `ssh -F ${this.#config}` };
    this.hosts = NAMES.map((name, index) => team.host(name, { ...settings, SYNAPSE_HUMAN: PEOPLE[index] as string }));
    this.#ways = this.hosts.map((host) => {
      const { PATH = '' } = process.env;
      return new Sshd({ SYNAPSE_HOME: host.home, ...host.settings, PATH }, host.name);
    });
  }

  static async create(): Promise<ThreeHosts> {
    // A commit that was answered must not be lost with the server.
    const server = await PostgresServer.create();
    const replica = await server.replica(['wal_retrieve_retry_interval = 100']);
    server.configure(["synchronous_standby_names = '*'"]);
    server.restart();
    const three = new ThreeHosts(new SharedTeam(server), replica);
    await three.#link();
    return three;
  }

  /** With both servers, so that whichever can be written to is used. */
  get store(): string {
    return this.team.store.replace(/:(\d+)\//, `:$1,127.0.0.1:${this.replica.port}/`);
  }

  async #link(): Promise<void> {
    for (const way of this.#ways) {
      await way.start();
      appendFileSync(this.#config, `Include ${way.config}\n`);
    }
    for (const [from, to] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      await must(this.#host(from), ['host', 'add', NAMES[to], NAMES[to], '--command', BINARY]);
    }
  }

  /** Declares the pairs in turns, so that each has its two agents on different hosts, and starts the team. */
  async up(count: number, says: readonly [readonly string[], readonly string[]], folder: string): Promise<Pair[]> {
    mkdirSync(folder);
    const pairs = Array.from({ length: count }, (_, index): Pair => {
      return { a: `a${index}`, b: `b${index}`, homes: [index % 3, (index + 1) % 3] };
    });
    const agents = pairs.flatMap(({ a, b, homes: [aHome, bHome] }) => {
      const common = { start: 'on-demand', parent: 'mia' };
      return [
        [a, { ...common, host: NAMES[aHome], command: commandOf(folder, b, says[0]) }],
        [b, { ...common, host: NAMES[bHome], command: commandOf(folder, a, says[1]) }],
      ] as const;
    });
    const people = PEOPLE.map((id) => [id, { kind: 'human' }] as const);
    // The team knows a host once it has used the store.
    for (const [index, host] of this.hosts.entries()) {
      host.team({ [PEOPLE[index] as string]: { kind: 'human' } }, { id: `at-${host.name}`, store: this.store });
      await must(host, ['up'], join(host.dir, 'shop'));
    }
    const dir = this.#host(0).team(Object.fromEntries([...people, ...agents]), { store: this.store });
    await must(this.#host(0), ['up'], dir);
    return pairs;
  }

  /** Gives the first of the pair its work, and returns the id of the task. */
  async give({ a }: Pair): Promise<string> {
    const options = ['--project', 'shop', '--assignee', a, '--status', 'in_progress'];
    return (await must(this.#host(0), ['work', 'create', `Talk as ${a}`, ...options])).trim();
  }

  /** Between the people of all hosts, in both directions. */
  get streams(): Stream[] {
    const places = [0, 1, 2];
    return places.flatMap((from) =>
      places
        .filter((to) => to !== from)
        .map((to): Stream => {
          const [sender, receiver] = [PEOPLE[from] as string, PEOPLE[to] as string];
          return {
            name: `${sender} to ${receiver}`,
            home: this.#host(from),
            from: sender,
            to: `${receiver}@${NAMES[to]}`,
            arrived: () => inboxOf(this.#host(to), receiver, `${sender}@${NAMES[from]}`),
          };
        }),
    );
  }

  /** Everything of this host dies, and nobody reaches it. */
  async lose(index: number): Promise<void> {
    await this.#ways[index]?.stop();
    const { home } = this.#host(index);
    // What one of them was just starting dies, too.
    for (let left = processesWithEnvironment('SYNAPSE_HOME', home); left.length > 0; ) {
      signalAll(left, 'SIGKILL');
      await pause(LOOK_AGAIN_MS);
      left = processesWithEnvironment('SYNAPSE_HOME', home);
    }
  }

  /** The machine is there again, and nobody has done anything there. */
  async find(index: number): Promise<void> {
    await this.#ways[index]?.start();
  }

  /** What the database of the team answers, on the server that is in charge. */
  ask(text: string): string {
    const database = this.team.store.split('/').at(-1);
    return (this.#isReplaced ? this.replica : this.team.server).sql(text, database);
  }

  #isReplaced = false;

  replaceServer(): void {
    this.team.server.stop('immediate');
    // It waits for no other replica.
    this.replica.configure(["synchronous_standby_names = ''"]);
    this.replica.promote();
    this.#isReplaced = true;
  }

  async close(): Promise<void> {
    for (const way of this.#ways) await way.close();
    try {
      await this.team.close();
    } finally {
      this.replica.remove();
      rmSync(this.#dir, { recursive: true });
    }
  }

  #host(index: number): Host {
    return this.hosts[index] as Host;
  }
}

async function must(host: Host, args: readonly string[], cwd = host.dir): Promise<string> {
  const { code, stdout, stderr } = await host.run(args, { cwd });
  if (code !== 0) throw new Error(`${host.name}: synapse ${args.join(' ')} ended with ${code}: ${stderr}${stdout}`);
  return stdout;
}
