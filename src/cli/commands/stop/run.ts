/** `synapse stop`: stops agents, their programs and everything those started. */

import { systemClock } from '../../../clock.js';
import { fail, type SynapseError } from '../../../errors.js';
import { stopAgent, stopSession } from '../../../launch/stop-agent.js';
import { isRunning, type KnownAgent } from '../../../registry/entry.js';
import { launchesIn } from '../../../registry/launches.js';
import type { Registry } from '../../../registry/registry.js';
import { noteStoppedAll } from '../../../registry/stopped-all.js';
import { askRunningDaemons } from '../../client/ask-team.js';
import { findAgent, hasTeam, registryHere } from '../../client/find-agent.js';
import { untilLaunched } from '../../client/until/launched.js';
import { report } from '../../entry/report.js';
import { printJson, printLine, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { stopOptions } from './spec.js';

/** With more rounds than this, somebody keeps starting agents. */
const MOST_ROUNDS = 20;

export async function runStop(args: readonly string[], options: OptionValues<typeof stopOptions>): Promise<number> {
  const registry = await registryHere();
  const { session } = options;
  const force = options.force ?? false;
  if (options.all && args.length > 0) throw fail('invalid_request', { reason: 'Name agents or use --all, not both.' });
  const outcome: Outcome = { stopped: [], failures: [] };
  if (session !== undefined) {
    if (options.all) throw fail('invalid_request', { reason: '--session needs an agent.' });
    await stopThem(outcome, chosen(registry, args), (agent) => stopOneSession(registry, agent, session));
  } else await stopCompletely(registry, options.all ? null : args, { outcome, force });
  const { stopped, failures } = outcome;
  if (options.json) printJson({ stopped, failed: failures.map((error) => error.message) });
  else if (stopped.length + failures.length === 0) printNote('No agents are running.');
  else for (const id of stopped) printLine(id);
  const codes = failures.map((error) => (options.json ? (error.exit ?? 1) : report(error, { json: false })));
  return Math.max(0, ...codes);
}

interface Outcome {
  readonly stopped: string[];
  readonly failures: SynapseError[];
}

/** Stops the named agents, or all. Afterwards none of them runs or is about to, whatever was being started. */
async function stopCompletely(
  registry: Registry,
  words: readonly string[] | null,
  { outcome, force }: { readonly outcome: Outcome; readonly force: boolean },
): Promise<void> {
  const ids = words === null ? null : await idsOf(registry, words);
  const isMeant = ({ id }: { readonly id: string | null }) => ids === null || (id !== null && ids.includes(id));
  for (const id of ids ?? []) await keepDown(registry, id);
  for (let round = 0; round < MOST_ROUNDS && outcome.failures.length === 0; round += 1) {
    // A session that was launched before, and has no entry yet, finds this note when it has one.
    if (ids === null) noteStoppedAll(registry.home, systemClock.now());
    const isLaunching = launchesIn(registry.home, systemClock.now()).some(isMeant);
    const live = registry.list().filter((agent) => agent.live !== null && isMeant(agent));
    const idle = round === 0 ? (ids ?? []).filter((id) => live.every((agent) => agent.id !== id)) : [];
    const agents = [...live, ...idle.flatMap((id) => (isLaunching ? [] : (registry.get(id) ?? [])))];
    if (agents.length === 0 && !isLaunching) return;
    await stopThem(outcome, agents, (agent) => stopOne(registry, agent, force));
    await untilLaunched(registry.home, isMeant);
  }
}

async function stopOne(registry: Registry, agent: KnownAgent, force: boolean): Promise<void> {
  if (!(await stopAgent(registry, agent, force))) printNote(`${agent.id} is not running.`);
}

async function stopThem(
  { stopped, failures }: Outcome,
  agents: readonly KnownAgent[],
  stop: (agent: KnownAgent) => Promise<void>,
): Promise<void> {
  const results = await Promise.allSettled(agents.map(stop));
  for (const [index, result] of results.entries()) {
    if (result.status === 'rejected') failures.push(result.reason as SynapseError);
    else stopped.push(agents[index]?.id ?? '');
  }
}

/** The agents that the words mean, including those that are being launched for the first time. */
async function idsOf(registry: Registry, words: readonly string[]): Promise<string[]> {
  await untilLaunched(registry.home, ({ id }) => id !== null && words.includes(id) && registry.get(id) === null);
  return chosen(registry, words).map(({ id }) => id);
}

/** Otherwise a declared agent would be started again for work that waits for it. */
async function keepDown(registry: Registry, id: string): Promise<void> {
  const known = registry.get(id);
  if (!hasTeam(registry) || known?.kind === 'human') return;
  // A running agent tells its team itself.
  if (known && isRunning(known) && known.project !== null) return;
  await askRunningDaemons(registry, { path: `/agents/${encodeURIComponent(id)}/stop`, body: {} });
}

async function stopOneSession(registry: Registry, agent: KnownAgent, session: string): Promise<void> {
  if (!isRunning(agent)) throw fail('agent_not_running', { agent: agent.id });
  await stopSession(registry, agent.live, session);
}

function chosen(registry: Registry, words: readonly string[]): KnownAgent[] {
  if (words.length === 0) throw fail('invalid_request', { reason: 'Name the agents to stop, or use --all.' });
  const agents = words.map((word) => findAgent(registry, word));
  return agents.filter((agent, index) => agents.findIndex((other) => other.id === agent.id) === index);
}
