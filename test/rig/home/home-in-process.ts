/** A scenario's home whose daemons run inside the test process, for tests about messages, not processes. */
import { test as plain } from 'vitest';
import { systemClock } from '../../../src/clock.js';
import { startDaemon } from '../../../src/daemon/start-daemon.js';
import type { Started } from '../../../src/launch/daemon-spec.js';
import { daemonSpec, type Launch } from '../../../src/launch/launch-daemon.js';
import type { Agent } from './agent.js';
import type { Result, RunOptions } from './binary.js';
import { DAEMON, Home } from './home.js';
import { TestHost } from './in-process.js';

/** A test with a home of its own. */
export const testInProcess = plain.extend<{ home: Home }>({
  // biome-ignore lint/correctness/noEmptyPattern: the test library reads what a fixture needs from this pattern.
  home: async ({}, use) => {
    const home = new InProcessHome();
    await use(home);
    await home.close();
  },
});

/** Tests of one file that share a home. */
export const testInSharedProcess = plain.extend<{ home: Home }>({
  home: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const home = new InProcessHome();
      await use(home);
      await home.close();
    },
    { scope: 'file' },
  ],
});

class InProcessHome extends Home {
  readonly #hosts = new Map<string, TestHost>();
  #person: Promise<Agent> | null = null;

  override async run(args: readonly string[], options: RunOptions = {}): Promise<Result> {
    if (args[0] === 'stop' && (args.includes('--all') || args.some((id) => this.#hosts.has(id)))) {
      throw new Error('`synapse stop` would end this very process: use home.stop()');
    }
    // Any command of a person starts their daemon, in a process of its own.
    await (this.#person ?? this.startPerson());
    return super.run(args, options);
  }

  override startPerson(id?: string, env?: RunOptions['env']): Promise<Agent> {
    const started = super.startPerson(id, env);
    if (id === undefined) this.#person = started;
    return started;
  }

  override async stop(id: string): Promise<void> {
    const host = this.#hosts.get(id);
    if (!host) return super.stop(id);
    this.#hosts.delete(id);
    host.signal('SIGTERM');
    await host.exited;
  }

  override async close(): Promise<void> {
    await Promise.all([...this.#hosts.keys()].map((id) => this.stop(id)));
    await super.close();
  }

  protected override async launch(launch: Launch, extra: RunOptions['env']): Promise<Started> {
    const env = this.environment(extra);
    // Another terminal of an agent that runs here.
    if (launch.id !== undefined && this.#hosts.has(launch.id)) return super.launch(launch, extra);
    const host = new TestHost(systemClock, env);
    const started = (await startDaemon(daemonSpec(launch, { entry: DAEMON, env }), host)).started();
    this.#hosts.set(started.id, host);
    return started;
  }
}
