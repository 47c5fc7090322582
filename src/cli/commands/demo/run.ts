/** `synapse demo`: shows an exchange between you and two scripted programs, live, in a temporary home. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readDaemon } from '../../../a2a/local.js';
import { entryPath } from '../../../entries.js';
import { fail } from '../../../errors.js';
import { languageOf } from '../../../i18n/language.js';
import { DEMO } from '../../../i18n/said/demo.js';
import { told } from '../../../i18n/told.js';
import { endProcesses, type ProcessIdentity, processesWithEnvironment, startTimeOf } from '../../../processes.js';
import { isRunning } from '../../../registry/entry.js';
import { Registry } from '../../../registry/registry.js';
import { wrapText } from '../../print/layout.js';
import { type Colors, colorsFor } from '../../print/output.js';
import { speakerLine } from '../../print/speaker-line.js';
import { printLine } from '../../print/stdio.js';
import { terminalWidth } from '../../print/width.js';
import type { OptionValues } from '../../spec/option.js';
import type { demoOptions } from './spec.js';

type Options = OptionValues<typeof demoOptions>;

const PLAYS: readonly string[] = ['talk', 'team'];
const ROOT = dirname(dirname(entryPath('synapse')));
const AGENTS = ['ada', 'rex'] as const;
/** On a terminal, people read along. */
const READING_PAUSE_MS = 700;
/** A process may start another one in the instant it is killed; the next round finds that. */
const KILLING_ROUNDS = 3;
const ASKED_BACK = 6;
const INTERRUPTED = 130;

export async function runDemo([play = 'talk']: readonly string[], options: Options): Promise<number> {
  if (!PLAYS.includes(play))
    throw fail('invalid_request', { reason: `There is no demo "${play}"; there are ${PLAYS.join(' and ')}.` });
  if (options.stay && play !== 'talk')
    throw fail('invalid_request', { reason: '--stay is for the demo of Ada and Rex.' });
  if (options.stay) return (await import('./stay.js')).startDemoAgents(ROOT, AGENTS);
  const home = mkdtempSync(join(tmpdir(), 'synapse-demo-'));
  const demo = new Demo(home, await colorsFor(process.stdout));
  const interrupted = () => void demo.cleanUp().finally(() => process.exit(INTERRUPTED));
  // A terminal that is closed sends it twice, and people press Ctrl-C again.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupted);
  // A reader that has seen enough (`| head`) ends this process mid-line.
  process.once('exit', () => demo.cleanUpNow());
  try {
    await (play === 'team' ? demo.playTeam() : demo.play());
    return 0;
  } catch (error) {
    if (error instanceof Interrupted) return INTERRUPTED;
    throw error;
  } finally {
    await demo.cleanUp();
  }
}

/** The user pressed Ctrl-C; failures from then on are of no interest. */
class Interrupted extends Error {}

class Demo {
  readonly #home: string;
  readonly #colors: Colors;
  readonly #children = new Set<ChildProcess>();
  #person = 'you';
  #folder: string;
  #cleaning: Promise<void> | null = null;
  #isClean = false;

  constructor(home: string, colors: Colors) {
    this.#home = home;
    this.#folder = home;
    this.#colors = colors;
  }

  async play(): Promise<void> {
    const { bold } = this.#colors;
    this.#print(`${bold(told(DEMO.scripts))}\n`);
    for (const agent of AGENTS)
      await this.#run(['start', 'shell', '--id', agent, '--', join(ROOT, 'demo', `${agent}.sh`)], { shows: false });
    for (const agent of AGENTS) this.#watch(agent);
    await this.#run(['list']);
    this.#print(`\n${bold(told(DEMO.asking))}\n`);
    await this.#run(['send', 'ada', told(DEMO.ready), '--response']);
    this.#print(`\n${bold(told(DEMO.asked_back))}\n`);
    const { errors } = await this.#run(['send', 'ada', told(DEMO.ship), '--response'], { expects: ASKED_BACK });
    const taskId = /--task (\w+)/.exec(errors)?.[1] ?? '';
    await this.#run(['send', 'ada', told(DEMO.machine), '--task', taskId, '--response']);
    this.#print(`\n${bold(told(DEMO.recorded))}\n`);
    await this.#run(['tasks']);
    this.#print(`\n${bold(told(DEMO.your_turn))} ${told(DEMO.commands)}`);
    const command = `export PATH="${join(ROOT, 'bin')}:$PATH"`;
    if (!isOnPath('synapse')) this.#print(told(DEMO.path, { command }));
  }

  /** The team of the examples, in a copy of its folder, because it leaves files there. */
  async playTeam(): Promise<void> {
    const { bold } = this.#colors;
    this.#person = 'owner';
    this.#folder = join(this.#home, 'examples', 'team');
    cpSync(join(ROOT, 'examples'), join(this.#home, 'examples'), { recursive: true });
    this.#print(`${bold(told(DEMO.team))}\n`);
    await this.#run(['up']);
    this.#print(`\n${bold(told(DEMO.work))}\n`);
    await this.#run(['work', 'create', told(DEMO.notes), '--assignee', 'manager', '--start', '--wait']);
    await this.#run(['work', 'list']);
    this.#print(`\n${bold(told(DEMO.told))}\n`);
    await this.#run(['inbox']);
    await this.#run(['down']);
    this.#print(`\n${bold(told(DEMO.your_turn))} ${told(DEMO.team_file, { file: join(ROOT, 'examples', 'team') })}`);
  }

  cleanUp(): Promise<void> {
    this.#cleaning ??= this.#cleanUp();
    return this.#cleaning;
  }

  async #cleanUp(): Promise<void> {
    const ended = [...this.#children].map((child) => new Promise((resolve) => child.once('close', resolve)));
    for (const child of this.#children) child.kill();
    await Promise.all(ended);
    await this.#synapse(['stop', '--all']);
    // A daemon that is just starting is not listed yet.
    await endProcesses(() => identities(processesWithEnvironment('SYNAPSE_HOME', this.#home)));
    this.#removeHome();
  }

  /** The same without waiting; the watchdogs end whatever the programs have started. */
  cleanUpNow(): void {
    if (this.#isClean) return;
    for (let round = 0; round < KILLING_ROUNDS; round += 1) {
      for (const pid of processesWithEnvironment('SYNAPSE_HOME', this.#home)) kill(pid);
    }
    this.#removeHome();
  }

  #removeHome(): void {
    rmSync(this.#home, { recursive: true, force: true, maxRetries: 3 });
    this.#isClean = true;
  }

  /** Shows what a terminal prints, as it prints it. */
  #watch(agent: string): void {
    const known = new Registry(this.#home).get(agent);
    if (!known || !isRunning(known)) return;
    let rest = '';
    const print = (chunk: string) => {
      const lines = (rest + chunk).split(/\r?\n/);
      rest = lines.pop() ?? '';
      for (const line of lines) this.#line(agent, line);
    };
    readDaemon(known.live, this.#home, '/output', print).catch(() => {});
  }

  async #run(args: readonly string[], { shows = true, expects = 0 } = {}): Promise<{ errors: string }> {
    if (shows) this.#line('you', `$ synapse ${args.map(quoted).join(' ')}`);
    const { output, errors, code } = await this.#synapse(args);
    // Ctrl-C reaches every process of the terminal, and the commands often end before this one.
    if (this.#cleaning || code === null || code === INTERRUPTED) throw new Interrupted();
    if (code !== expects)
      throw fail('internal_error', { reason: `synapse ${args.join(' ')} ended with ${code}: ${errors.trim()}` });
    if (shows) for (const line of output.trimEnd().split('\n')) this.#line('you', line);
    await this.#settle();
    return { errors };
  }

  async #synapse(args: readonly string[]): Promise<{ output: string; errors: string; code: number | null }> {
    const child = spawn(process.execPath, [join(ROOT, 'bin', 'synapse'), ...args], {
      env: { ...process.env, ...this.#environment },
      // The folder the demo was started in may be gone.
      cwd: this.#folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#children.add(child);
    const [output, errors, code] = await Promise.all([
      textOf(child.stdout),
      textOf(child.stderr),
      new Promise<number | null>((resolve) => child.on('close', resolve)),
    ]);
    this.#children.delete(child);
    return { output, errors, code };
  }

  /** The scripts know their language by the variable alone. */
  get #environment(): NodeJS.ProcessEnv {
    const SYNAPSE_LANG = languageOf(process.env);
    return { SYNAPSE_HOME: this.#home, SYNAPSE_HUMAN: this.#person, SYNAPSE_AGENT_ID: '', NO_COLOR: '1', SYNAPSE_LANG };
  }

  #line(who: string, text: string): void {
    const { cyan, yellow, green, bold } = this.#colors;
    const paint = who === 'you' ? green : who === 'ada' ? cyan : yellow;
    const shown = text.replace(/^\[A2A:[^\]]*\]/, (prefix) => bold(prefix));
    printLine(speakerLine(who, shown, paint));
  }

  #print(text: string): void {
    const columns = terminalWidth();
    printLine(columns === null ? text : wrapText(text, columns));
  }

  async #settle(): Promise<void> {
    if (process.stdout.isTTY && !this.#cleaning) await pause(READING_PAUSE_MS);
  }
}

function identities(pids: readonly number[]): ProcessIdentity[] {
  return pids.flatMap((pid) => {
    const startTime = startTimeOf(pid);
    return startTime === null ? [] : [{ pid, startTime }];
  });
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}

async function textOf(stream: NodeJS.ReadableStream | null): Promise<string> {
  let text = '';
  for await (const chunk of stream ?? []) text += String(chunk);
  return text;
}

function quoted(word: string): string {
  return /^[\w./:=-]+$/.test(word) ? word : `"${word}"`;
}

function isOnPath(name: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((dir) => existsSync(join(dir, name)));
}
