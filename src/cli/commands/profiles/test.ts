/** `synapse profiles test`: tests every channel of a profile with its program, and prints a table of the results. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SynapseError } from '../../../errors.js';
import { type Launch, launchDaemon } from '../../../launch/launch-daemon.js';
import { stopAgent } from '../../../launch/stop-agent.js';
import { synapseHome } from '../../../paths.js';
import { loadProfile } from '../../../profiles/load-profile.js';
import type { ChannelName, Profile } from '../../../profiles/profile.js';
import { Registry } from '../../../registry/registry.js';
import { printJson, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import { commandOf } from '../start/launch.js';
import type { profilesTestOptions } from './spec.js';
import { CASES, type Case, type Outcome, tryCase } from './trial/cases.js';
import { printReport, type Row, tellFailure } from './trial/report.js';
import { TESTED, TESTER, Trial } from './trial/trial.js';

type Options = OptionValues<typeof profilesTestOptions>;

const DEFAULT_WAIT_S = 60;
const INTERRUPTED = 130;
const ENDED = 'its program has ended';

export async function runProfilesTest(args: readonly string[], options: Options): Promise<number> {
  const [name = '', ...rest] = args;
  const profile = await loadProfile(name, { home: synapseHome(), cwd: process.cwd() });
  const command = commandOf(profile, rest, false);
  // In a home of its own, so that no running agent sees any of this.
  const home = mkdtempSync(join(tmpdir(), 'synapse-test-'));
  const interrupted = untilInterrupted();
  const launcher = new Launcher();
  try {
    const running = tryAll({ home, profile, command, launcher }, options);
    // Failures after an interrupt are of no interest.
    running.catch(() => {});
    const rows = await Promise.race([running, interrupted]);
    if (rows === null) return INTERRUPTED;
    const ok = rows.every((row) => row.ok !== false);
    if (options.json) printJson({ profile: name, command, ok, rows });
    else await printReport(rows);
    return ok ? 0 : 1;
  } finally {
    await launcher.close();
    await endAll(home);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface Tried {
  readonly home: string;
  readonly profile: Profile;
  readonly command: readonly string[];
  readonly launcher: Launcher;
}

/** One run of the program for each channel, with nothing but that channel and the terminal. */
async function tryAll({ home, profile, command, launcher }: Tried, { wait, json }: Options): Promise<readonly Row[]> {
  const cwd = process.cwd();
  await launcher.launch({ home, profile: null, command: [], cwd: home, env: {}, id: TESTER });
  const rows: Row[] = [];
  const trial = new Trial(home, (wait ?? DEFAULT_WAIT_S) * 1000);
  for (const channel of profile.channels) {
    if (!json) printNote(`trying ${channel}`);
    const channels: ChannelName[] = [channel];
    await launcher.launch({ home, profile, command, cwd, env: { ...profile.env }, id: TESTED, channels });
    for (const which of CASES) {
      const row = { channel, case: which, ...(await outcomeOf(which, trial, channel)) };
      rows.push(row);
      if (!json) tellFailure(row);
      if (row.note === ENDED) break;
    }
    await end(home, TESTED);
  }
  return rows;
}

/** A program that ends is an outcome, too: of a wrong argument, say. */
async function outcomeOf(which: Case, trial: Trial, channel: string): Promise<Outcome> {
  try {
    return await withReason(await tryCase(which, trial, channel), trial, channel);
  } catch (error) {
    if (!(error instanceof SynapseError) || error.code !== 'agent_not_running') throw error;
    return { ok: false, via: null, after_ms: null, note: ENDED, screen: '' };
  }
}

/** A message that another channel took says why, if that is known. */
async function withReason(outcome: Outcome, trial: Trial, channel: string): Promise<Outcome> {
  const given = outcome.ok === null ? (await trial.unused()).find((unused) => unused.channel === channel) : undefined;
  return given ? { ...outcome, ok: false, note: given.why } : outcome;
}

/** Launches nothing once it is closed, so that nothing comes up that nobody ends. */
class Launcher {
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  async launch(launch: Launch): Promise<void> {
    if (this.#isClosed) throw new Error('The test was interrupted.');
    this.#last = launchDaemon(launch);
    await this.#last;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#last.catch(() => {});
  }
}

/** Nobody else can see the agents of the test, so whatever ends this command must end them, too. */
function untilInterrupted(): Promise<null> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(null));
  });
}

/** Waits until its processes are gone, because they would write into a home that is being removed. */
async function end(home: string, id: string): Promise<void> {
  const registry = new Registry(home);
  const agents = registry.list().filter((agent) => agent.live !== null && agent.id === id);
  await Promise.all(agents.map((agent) => stopAgent(registry, agent, false)));
}

async function endAll(home: string): Promise<void> {
  await Promise.all([TESTED, TESTER].map((id) => end(home, id)));
}
