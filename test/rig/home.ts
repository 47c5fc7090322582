/** A scenario's own Synapse: the built binary, real daemons and terminals, and a check that nothing is left behind. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as plain } from 'vitest';
import { isSameProcess, processesWithEnvironment, startTimeOf } from '../../src/processes.js';
import type { LiveEntry } from '../../src/registry/entry.js';
import { Agent } from './agent.js';
import { type Result, type RunOptions, TestHome } from './binary.js';

export { type Agent, envelope } from './agent.js';
export { finished, type Result } from './binary.js';

/** A test with a home of its own, which must be empty of processes and sockets when it ends. */
export const test = plain.extend<{ home: Home }>({
  // biome-ignore lint/correctness/noEmptyPattern: the test library reads what a fixture needs from this pattern.
  home: async ({}, use) => {
    const home = new Home();
    await use(home);
    await home.close();
  },
});

/** Tests of one file that share a home: for what needs no clean slate. It is checked when the file ends. */
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
  /** Options of `synapse start`, such as `--name`. */
  readonly options?: readonly string[];
  /** The program instead of the puppet; then there are no lines and no commands from inside. */
  readonly program?: readonly string[];
  readonly env?: RunOptions['env'];
  readonly cwd?: string;
}

const BOX = fileURLToPath(new URL('programs/box.mjs', import.meta.url));
const PUPPET = fileURLToPath(new URL('programs/puppet.mjs', import.meta.url));
/** `stop` promises to be done after five seconds; the rest is the slowness of a busy machine. */
const GONE_LIMIT_MS = 8_000;

export class Home extends TestHome {
  readonly #commands = new Set<ChildProcessWithoutNullStreams>();
  #puppets = 0;

  override start(args: readonly string[], options: RunOptions = {}): ChildProcessWithoutNullStreams {
    const child = super.start(args, options);
    this.#commands.add(child);
    child.once('close', () => this.#commands.delete(child));
    return child;
  }

  /** Starts an agent; without an id it gets a port-based one. */
  async agent(id?: string, options: AgentOptions = {}): Promise<Agent> {
    const { profile = 'shell', env = {}, cwd } = options;
    const place = join(this.dir, `p${++this.#puppets}`);
    const files = { lines: `${place}.lines`, control: `${place}.ctl` };
    // Any other profile is expected to have been made with `lineProfile`, whose command is the puppet already.
    const puppet = [...(profile === 'shell' ? [process.execPath, PUPPET] : []), files.lines, files.control];
    const args = ['start', profile, ...(id ? ['--id', id] : []), ...(options.options ?? []), '--json', '--'];
    const { code, stdout, stderr } = await this.run([...args, ...(options.program ?? puppet)], {
      env,
      ...(cwd ? { cwd } : {}),
    });
    if (code !== 0) throw new Error(`synapse start ended with ${code}: ${stderr}${stdout}`);
    if (!options.program) await this.#appears(files.control);
    return new Agent(this.home, this.entry((JSON.parse(stdout) as { id: string }).id), files);
  }

  /** A line-oriented profile of that name, whatever the built-in one of that name is. */
  lineProfile(name: string): void {
    mkdirSync(join(this.home, 'profiles'), { recursive: true, mode: 0o700 });
    const profile = { name, command: [process.execPath, PUPPET], line: true };
    writeFileSync(join(this.home, 'profiles', `${name}.yaml`), JSON.stringify(profile));
  }

  /** The full-screen program by itself; it needs its two files after that. */
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

  /** What the registry says of a running agent. */
  entry(id: string): LiveEntry {
    return JSON.parse(readFileSync(join(this.home, 'live', `${id}.json`), 'utf8')) as LiveEntry;
  }

  /** A daemon without a program, such as a person's. */
  person(id = 'tester'): Agent {
    return new Agent(this.home, this.entry(id), { lines: '', control: '' });
  }

  override async close(): Promise<void> {
    for (const child of this.#commands) child.kill('SIGKILL');
    const stopped = await super.run(['stop', '--all', '--force']);
    const left = [
      ...(stopped.code === 0 || stopped.code === 3 ? [] : [`stop --all: ${stopped.stderr}`]),
      ...(await this.#left()),
    ];
    rmSync(this.dir, { recursive: true, force: true });
    if (left.length > 0) throw new Error(`left behind: ${left.join(', ')}`);
  }

  async #left(): Promise<string[]> {
    const until = Date.now() + GONE_LIMIT_MS;
    let processes = this.#processes();
    while (processes.length > 0 && Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      processes = this.#processes();
    }
    for (const pid of processes) end(pid);
    const files = ['live', 'run'].flatMap((name) => {
      const dir = join(this.home, name);
      return existsSync(dir) ? readdirSync(dir).map((file) => join(dir, file)) : [];
    });
    return [...processes.map((pid) => `process ${pid}`), ...files];
  }

  #processes(): number[] {
    return processesWithEnvironment('SYNAPSE_HOME', this.home).filter((pid) => pid !== process.pid);
  }

  /** The puppet listens a moment after its daemon answers. */
  async #appears(file: string): Promise<void> {
    const { watch } = await import('node:fs');
    await new Promise<void>((resolve) => {
      const watcher = watch(this.dir, () => check());
      const check = () => {
        if (!existsSync(file)) return;
        watcher.close();
        resolve();
      };
      check();
    });
  }
}

export function json<T = never>(result: Result): T {
  return JSON.parse(result.stdout) as T;
}

function end(pid: number): void {
  const startTime = startTimeOf(pid);
  if (startTime !== null && isSameProcess({ pid, startTime })) process.kill(pid, 'SIGKILL');
}
