/** Daemons inside the test process: real stores, sockets and terminals, without the start of a process for each. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as plain } from 'vitest';
import { type Clock, systemClock } from '../../../src/clock.js';
import type { DaemonHost } from '../../../src/daemon/host.js';
import { startDaemon } from '../../../src/daemon/start-daemon.js';
import type { DaemonSpec, Started } from '../../../src/launch/daemon-spec.js';
import { shell } from '../../../src/profiles/builtin/shell.js';
import type { LiveEntry } from '../../../src/registry/entry.js';
import { Agent } from './agent.js';
import { ROOT } from './binary.js';
import { OpenResources } from './open-resources.js';

/** A test with its own daemons. They end with the test, and must leave nothing behind. */
export const test = plain.extend<{ daemons: Daemons }>({
  // biome-ignore lint/correctness/noEmptyPattern: the test library reads what a fixture needs from this pattern.
  daemons: async ({}, use) => {
    const daemons = new Daemons();
    await use(daemons);
    await daemons.close();
  },
});

export interface DaemonOptions {
  readonly clock?: Clock;
  /** The environment of the daemon; that of its program is `spec.env`. */
  readonly env?: NodeJS.ProcessEnv;
  /** Whatever else the daemon is told, such as `profile`, `command`, `name` or `project`. */
  readonly spec?: Partial<DaemonSpec>;
}

const NOTE_LINES = fileURLToPath(new URL('../programs/note-lines.sh', import.meta.url));
const GONE_LIMIT_MS = 20_000;

export class Daemons {
  readonly home = join(mkdtempSync(join(tmpdir(), 'syn-')), 'home');
  readonly #running = new Set<DaemonHere>();
  readonly #resources = new OpenResources();
  #count = 0;

  /** A daemon without a program; its mail waits to be read. */
  person(id: string, options: DaemonOptions = {}): Promise<DaemonHere> {
    return this.start({ ...options, spec: { id, ...options.spec } });
  }

  /** A line program in a real terminal, which notes every line it reads (`agent.line(…)`, `agent.lines()`). */
  agent(id: string | null, options: DaemonOptions = {}): Promise<DaemonHere> {
    const lines = join(this.home, '..', `lines-${++this.#count}`);
    const spec = { id, profile: shell, command: [NOTE_LINES, lines], ...options.spec };
    return this.start({ ...options, spec }, lines);
  }

  /** Resolves when the daemon answers; rejects with the reason when it cannot start. */
  async start({ clock = systemClock, env = {}, spec }: DaemonOptions, lines = ''): Promise<DaemonHere> {
    const host = new TestHost(clock, env);
    const agent = await startDaemon({ ...this.#plainSpec(), ...spec }, host);
    const daemon = new DaemonHere(this.home, this.entry(agent.started().id), lines, host);
    this.#running.add(daemon);
    void host.exited.then(() => this.#running.delete(daemon));
    return daemon;
  }

  /** The live entry of a running agent. */
  entry(id: string): LiveEntry {
    return JSON.parse(readFileSync(join(this.home, 'live', `${id}.json`), 'utf8')) as LiveEntry;
  }

  /** Timers, sockets, watchers, live entries and socket files that daemons have left open. */
  left(): string[] {
    const files = ['live', 'run'].flatMap((name) => {
      const dir = join(this.home, name);
      return existsSync(dir) ? readdirSync(dir).map((file) => join(name, file)) : [];
    });
    return [...this.#resources.list(), ...files];
  }

  /** Ends all daemons. Throws if they left anything behind. */
  async close(): Promise<void> {
    await Promise.all([...this.#running].map((daemon) => daemon.end()));
    // A cleared timer is counted until the next turns of the event loop.
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    const timers = this.left().filter((name) => name.startsWith('Timeout '));
    // The system reports that a connection or a watcher is closed a moment later.
    const until = Date.now() + GONE_LIMIT_MS;
    while (this.left().length > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 5));
    const left = [...timers, ...this.left()];
    this.#resources.stop();
    rmSync(join(this.home, '..'), { recursive: true, force: true });
    if (left.length > 0) throw new Error(`left behind: ${left.join(', ')}`);
  }

  #plainSpec(): DaemonSpec {
    const { PATH = '' } = process.env;
    return {
      home: this.home,
      profile: null,
      command: [],
      id: null,
      name: null,
      role: null,
      port: null,
      project: null,
      why: null,
      purpose: 'task',
      parent: null,
      cwd: tmpdir(),
      env: { PATH },
      binDir: join(ROOT, 'bin'),
      size: { cols: 120, rows: 40 },
      foreground: false,
    };
  }
}

/** A daemon in this process: everything a scenario's agent can do (`call`, `receive`, `changes`, `line` …), and its end. */
export class DaemonHere extends Agent {
  readonly #host: TestHost;

  constructor(home: string, entry: LiveEntry, lines: string, host: TestHost) {
    super(home, entry, { lines, control: '' });
    this.#host = host;
  }

  /** The code with which its process would have ended. */
  get exited(): Promise<number> {
    return this.#host.exited;
  }

  signal(name: string): void {
    this.#host.signal(name);
  }

  /** As SIGTERM does; resolves with the exit code when it is gone. */
  end(): Promise<number> {
    this.signal('SIGTERM');
    return this.exited;
  }
}

/** Stands in for the process of a daemon. */
export class TestHost implements DaemonHost {
  readonly answers: Started[] = [];
  readonly exited: Promise<number>;
  #exit: (code: number) => void = () => {};
  readonly #listeners: ((signal: string) => void)[] = [];

  constructor(
    readonly clock: Clock,
    readonly env: NodeJS.ProcessEnv,
  ) {
    this.exited = new Promise((resolve) => {
      this.#exit = resolve;
    });
  }

  answer(started: Started): void {
    this.answers.push(started);
  }

  onSignal(listener: (signal: string) => void): void {
    this.#listeners.push(listener);
  }

  /** A bug fails the test on its own. */
  onBug(): void {}

  signal(name: string): void {
    for (const listener of this.#listeners) listener(name);
  }

  exit(code: number): void {
    this.#exit(code);
  }
}
