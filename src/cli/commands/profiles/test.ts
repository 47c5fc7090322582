/** `synapse profiles test`: starts the program of a profile, sends it a message, and shows how far the message got. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callDaemon } from '../../../a2a/local.js';
import { fail } from '../../../errors.js';
import { launchDaemon } from '../../../launch/launch-daemon.js';
import { synapseHome } from '../../../paths.js';
import { loadProfile } from '../../../profiles/load-profile.js';
import { Registry } from '../../../registry/registry.js';
import { stopAgent } from '../../client/stop-agent.js';
import { printJson, printLine, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import { commandOf } from '../start/launch.js';
import type { profilesTestOptions } from './spec.js';

type Options = OptionValues<typeof profilesTestOptions>;

interface Step {
  readonly step: 'started' | 'ready' | 'typed' | 'submitted' | 'seen';
  readonly ok: boolean;
  readonly after_ms: number;
  readonly screen: string;
}

const CANARY = 'synapse profiles test: this message only checks delivery. Please ignore it.';
const DEFAULT_WAIT_S = 60;
const LOOK_EVERY_MS = 100;
const INTERRUPTED = 130;

export async function runProfilesTest(args: readonly string[], options: Options): Promise<number> {
  const [name = '', ...rest] = args;
  const profile = await loadProfile(name, { home: synapseHome(), cwd: process.cwd() });
  const command = commandOf(profile, rest, false);
  // In a home of its own, so that no running agent sees any of this.
  const home = mkdtempSync(join(tmpdir(), 'synapse-test-'));
  const interrupted = untilInterrupted();
  try {
    const tried = new Trial(home, (options.wait ?? DEFAULT_WAIT_S) * 1000, options.json !== true);
    const launched = { home, profile, cwd: process.cwd(), env: { ...profile.env } };
    await launchDaemon({ ...launched, profile: null, command: [], cwd: home, env: {}, id: 'tester' });
    await launchDaemon({ ...launched, command, id: 'tested' });
    const running = tried.run();
    // Failures after an interrupt are of no interest.
    running.catch(() => {});
    const steps = await Promise.race([running, interrupted]);
    if (steps === null) return INTERRUPTED;
    if (options.json) printJson({ profile: name, command, ok: steps.every(({ ok }) => ok), steps });
    return steps.every(({ ok }) => ok) ? 0 : 1;
  } finally {
    await endAll(home);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

class Trial {
  readonly #registry: Registry;
  readonly #steps: Step[] = [];
  readonly #began = performance.now();

  constructor(
    private readonly home: string,
    private readonly limitMs: number,
    private readonly isTold: boolean,
  ) {
    this.#registry = new Registry(home);
  }

  async run(): Promise<readonly Step[]> {
    await this.#note('started', true);
    if (!(await this.#until('ready', async () => (await this.#ask('tested', '/status')).status === 'ready'))) {
      return this.#steps;
    }
    const sent = await this.#ask('tester', '/send', { target: 'tested', text: CANARY, brief: true });
    const id = String(sent.task.id);
    const reached = async (states: readonly string[]) => {
      const { task } = await this.#ask('tested', `/tasks/${id}`);
      return states.includes(task.receipt.state);
    };
    if (!(await this.#until('typed', () => reached(['typed', 'submitted', 'answered'])))) return this.#steps;
    if (!(await this.#until('submitted', () => reached(['submitted', 'answered'])))) return this.#steps;
    const mark = `[A2A:${id.slice(0, 8)}:tester]`;
    await this.#until('seen', async () => squeeze(await this.#screen()).includes(squeeze(mark)));
    return this.#steps;
  }

  async #until(step: Step['step'], isSo: () => Promise<boolean>): Promise<boolean> {
    const end = performance.now() + this.limitMs;
    let ok = await isSo();
    while (!ok && performance.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      ok = await isSo();
    }
    await this.#note(step, ok);
    return ok;
  }

  async #note(step: Step['step'], ok: boolean): Promise<void> {
    const screen = (await this.#screen()).trimEnd();
    const took = { step, ok, after_ms: Math.round(performance.now() - this.#began), screen };
    this.#steps.push(took);
    if (!this.isTold) return;
    printNote(`${ok ? 'ok ' : 'NOT'} ${step} after ${(took.after_ms / 1000).toFixed(1)} s`);
    printLine(screen.replace(/^/gm, '    | '));
  }

  async #screen(): Promise<string> {
    return String((await this.#ask('tested', '/screen')).text);
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers of the daemon of the same version.
  #ask(id: string, path: string, body?: unknown): Promise<any> {
    const live = this.#registry.live(id);
    if (!live) throw fail('agent_not_running', { agent: id });
    return callDaemon(live, this.home, { path, ...(body === undefined ? {} : { body }) });
  }
}

/** The program may wrap a long prefix. */
function squeeze(text: string): string {
  return text.replace(/[\s│┃|]+/g, '');
}

/** Nobody else can see the agents of the test, so whatever ends this command must end them, too. */
function untilInterrupted(): Promise<null> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(null));
  });
}

/** Waits until their processes are gone, because they would write into a home that is being removed. */
async function endAll(home: string): Promise<void> {
  const registry = new Registry(home);
  const agents = registry.list().filter(({ live }) => live !== null);
  await Promise.all(agents.map((agent) => stopAgent(registry, agent, false)));
}
