/** A scenario's own Synapse: the built binary, real daemons and terminals, and a check that they leave nothing behind. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test as plain } from 'vitest';
import { watchFolder } from '../../../src/files/watch.js';
import type { Started } from '../../../src/launch/daemon-spec.js';
import type { Launch } from '../../../src/launch/launch-daemon.js';
import { startAgent } from '../../../src/launch/start-agent.js';
import { startTimeOf } from '../../../src/processes.js';
import { loadProfile } from '../../../src/profiles/load-profile.js';
import type { Pace } from '../../../src/profiles/profile.js';
import type { LiveEntry } from '../../../src/registry/entry.js';
import { Registry } from '../../../src/registry/registry.js';
import { Agent, type PuppetFiles } from './agent.js';
import { type Result, ROOT, type RunOptions, TestHome } from './binary.js';

export { type Agent, envelope } from './agent.js';
export { finished, type Result } from './binary.js';

/** A test with its own home, which must have no processes and sockets left when it ends. */
export const test = plain.extend<{ home: Home }>({
  // biome-ignore lint/correctness/noEmptyPattern: the test library reads what a fixture needs from this pattern.
  home: async ({}, use) => {
    const home = new Home();
    await use(home);
    await home.close();
  },
});

/** Tests of one file that share a home, because they need no fresh one. It is checked when the file ends. */
export const testInSharedHome = plain.extend<{ home: Home }>({
  home: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const home = new Home();
      await use(home);
      await home.close();
    },
    { scope: 'file' },
  ],
});

export interface AgentOptions {
  readonly profile?: string;
  /** Options of `synapse start` that take a value, such as `--name`. */
  readonly options?: readonly string[];
  /** The program instead of the puppet; then there are no lines and no commands from inside. */
  readonly program?: readonly string[];
  readonly env?: NonNullable<RunOptions['env']>;
  readonly cwd?: string;
  /** Its daemon gets its own process, even if others run inside the test, because it will be killed or frozen. */
  readonly ownProcess?: boolean;
  /** The times of its delivery that differ from the default. */
  readonly pace?: Partial<Pace>;
}

const BOX = fileURLToPath(new URL('../programs/box.mjs', import.meta.url));
const PUPPET = [fileURLToPath(new URL('../programs/puppet.pl', import.meta.url))];
export const DAEMON = join(ROOT, 'dist/daemon.cjs');

export class Home extends TestHome {
  readonly #commands = new Set<ChildProcessWithoutNullStreams>();
  #puppets = 0;

  override start(args: readonly string[], options: RunOptions = {}): ChildProcessWithoutNullStreams {
    const child = super.start(args, options);
    this.#commands.add(child);
    child.once('close', () => this.#commands.delete(child));
    return child;
  }

  /** Starts an agent as `synapse start` does, without a process for the command; without an id it gets a port-based one. */
  async agent(id?: string, options: AgentOptions = {}): Promise<Agent> {
    const { profile: profileName = 'shell', cwd = this.dir } = options;
    const { name, role, project, purpose, parent, port } = optionsOf(options.options ?? []);
    const files = this.#puppetFiles();
    const known = await loadProfile(profileName, { home: this.home, cwd });
    const profile = { ...known, pace: { ...known.pace, ...options.pace } };
    const launch: Launch = {
      ...{ home: this.home, profile, cwd, id, name, role, project, parent },
      command: [...profile.command, ...(options.program ?? puppet(profileName, files))],
      purpose: purpose as Launch['purpose'],
      port: port === undefined ? undefined : Number(port),
      env: profile.env,
    };
    const started = await (options.ownProcess
      ? this.launchProcess(launch, options.env)
      : this.launch(launch, options.env));
    if (!options.program) await this.#appears(files.control);
    return new Agent(this.home, this.entry(started.id), files);
  }

  /** The same with `synapse start`, for tests of that command. */
  async agentByCommand(
    id: string,
    { profile = 'shell', options = [], program, ...run }: AgentOptions = {},
  ): Promise<Agent> {
    const files = this.#puppetFiles();
    const args = ['start', profile, '--id', id, ...options, '--json', '--', ...(program ?? puppet(profile, files))];
    const { code, stdout, stderr } = await this.run(args, run);
    if (code !== 0) throw new Error(`synapse start ended with ${code}: ${stderr}${stdout}`);
    if (!program) await this.#appears(files.control);
    return new Agent(this.home, this.entry(id), files);
  }

  /** Starts the daemon of a person, as any of their commands would. */
  async startPerson(id = 'tester', env: RunOptions['env'] = {}): Promise<Agent> {
    await this.launch({ home: this.home, profile: null, command: [], cwd: this.dir, env: {}, id }, env);
    return this.person(id);
  }

  async #control(id: string, action: string): Promise<void> {
    const { status, body } = await this.person(id).call(`/control/${action}`, { body: {} });
    if (status !== 200) throw new Error(`${action} ${id}: ${JSON.stringify(body)}`);
  }

  #puppetFiles(): PuppetFiles {
    const place = join(this.dir, `p${++this.#puppets}`);
    return { lines: `${place}.lines`, control: `${place}.ctl` };
  }

  protected launch(launch: Launch, env: RunOptions['env']): Promise<Started> {
    return this.launchProcess(launch, env);
  }

  protected launchProcess(launch: Launch, env: RunOptions['env']): Promise<Started> {
    return startAgent(launch, new Registry(this.home), { entry: DAEMON, env: this.environment(env) });
  }

  /** The same as the commands of these names, without a process for each. */
  async pause(id: string): Promise<void> {
    await this.#control(id, 'pause');
  }

  async resume(id: string): Promise<void> {
    await this.#control(id, 'resume');
  }

  async stop(id: string): Promise<void> {
    const { pid } = this.entry(id);
    await this.#control(id, 'stop');
    await expect.poll(() => startTimeOf(pid), { interval: 5 }).toBe(null);
  }

  /** A line-oriented profile of that name, whatever the built-in one of that name is. */
  lineProfile(name: string): void {
    mkdirSync(join(this.home, 'profiles'), { recursive: true, mode: 0o700 });
    const profile = { name, command: PUPPET, line: true };
    writeFileSync(join(this.home, 'profiles', `${name}.yaml`), JSON.stringify(profile));
  }

  /** The command of the full-screen program, without its two files. */
  boxCommand(): string[] {
    return [process.execPath, BOX];
  }

  /** A full-screen profile of that name, with an input box, a busy sign and dialogs (see programs/box.mjs). */
  boxProfile(name: string, changes: Record<string, unknown> = {}): void {
    mkdirSync(join(this.home, 'profiles'), { recursive: true, mode: 0o700 });
    const profile = {
      name,
      command: [process.execPath, BOX],
      screen: {
        ready: ['^❯'],
        busy: ['esc to interrupt'],
        dialog: ['Do you want to proceed\\?'],
        box: ['^─+\\n❯ ?([\\s\\S]*?)\\n─+$'],
      },
      ...changes,
    };
    writeFileSync(join(this.home, 'profiles', `${name}.yaml`), JSON.stringify(profile));
  }

  /** The live entry of a running agent. */
  entry(id: string): LiveEntry {
    return JSON.parse(readFileSync(join(this.home, 'live', `${id}.json`), 'utf8')) as LiveEntry;
  }

  /** A daemon without a program, such as a person's. */
  person(id = 'tester'): Agent {
    return new Agent(this.home, this.entry(id), { lines: '', control: '' });
  }

  override async close(): Promise<void> {
    for (const child of this.#commands) child.kill('SIGKILL');
    await super.close();
  }

  /** The puppet listens a moment after its daemon answers. */
  async #appears(file: string): Promise<void> {
    await new Promise<void>((resolve) => {
      const watching = watchFolder(this.dir, () => check());
      const check = () => {
        if (!existsSync(file)) return;
        watching.close();
        resolve();
      };
      check();
    });
  }
}

export function json<T = never>(result: Result): T {
  return JSON.parse(result.stdout) as T;
}

/** Any other profile was made with `lineProfile`, so its command is already the puppet. */
function puppet(profile: string, { lines, control }: PuppetFiles): string[] {
  return [...(profile === 'shell' ? PUPPET : []), lines, control];
}

/** The options of `synapse start`, each of which takes a value. */
function optionsOf(words: readonly string[]): Readonly<Record<string, string | undefined>> {
  const pairs = words.flatMap((word, index) => (word.startsWith('--') ? [[word.slice(2), words[index + 1]]] : []));
  return Object.fromEntries(pairs);
}
