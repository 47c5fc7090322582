/** `synapse stop`: stops agents, their programs and everything those started. */

import { systemClock } from '../../../clock.js';
import { fail, type SynapseError } from '../../../errors.js';
import { isRunning, type KnownAgent } from '../../../registry/entry.js';
import type { Registry } from '../../../registry/registry.js';
import { noteStoppedAll } from '../../../registry/stopped-all.js';
import { findAgent, localRegistry } from '../../client/find-agent.js';
import { stopAgent, stopSession } from '../../client/stop-agent.js';
import { report } from '../../entry/report.js';
import { printJson, printLine, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { stopOptions } from './spec.js';

const MOST_ROUNDS = 5;

export async function runStop(args: readonly string[], options: OptionValues<typeof stopOptions>): Promise<number> {
  const registry = localRegistry();
  const all = options.all ?? false;
  if (all && options.session !== undefined) throw fail('invalid_request', { reason: '--session needs an agent.' });
  const stopped: string[] = [];
  const failures: SynapseError[] = [];
  // A daemon may start a session for waiting work while it is being stopped.
  for (let round = 0; round < (all ? MOST_ROUNDS : 1) && failures.length === 0; round += 1) {
    // Whatever was launched before and has no entry yet finds this note when it has one.
    if (all) noteStoppedAll(registry.home, systemClock.now());
    const agents = chosen(registry, args, all);
    if (agents.length === 0) break;
    const results = await Promise.allSettled(agents.map((agent) => stopOne(registry, agent, options)));
    for (const [index, result] of results.entries()) {
      if (result.status === 'rejected') failures.push(result.reason as SynapseError);
      else stopped.push(agents[index]?.id ?? '');
    }
  }
  if (options.json) printJson({ stopped, failed: failures.map((error) => error.message) });
  else if (stopped.length + failures.length === 0) printNote('No agents are running.');
  else for (const id of stopped) printLine(id);
  const codes = failures.map((error) => (options.json ? (error.exit ?? 1) : report(error, { json: false })));
  return Math.max(0, ...codes);
}

async function stopOne(
  registry: Registry,
  agent: KnownAgent,
  { session, force }: OptionValues<typeof stopOptions>,
): Promise<void> {
  if (session === undefined) return stopAgent(registry, agent, force ?? false);
  if (!isRunning(agent)) throw fail('agent_not_running', { agent: agent.id });
  await stopSession(registry, agent.live, session);
}

function chosen(registry: Registry, words: readonly string[], all: boolean): KnownAgent[] {
  if (all && words.length > 0) throw fail('invalid_request', { reason: 'Name agents or use --all, not both.' });
  if (all) return registry.list().filter((agent) => agent.live !== null);
  if (words.length === 0) throw fail('invalid_request', { reason: 'Name the agents to stop, or use --all.' });
  const agents = words.map((word) => findAgent(registry, word));
  return agents.filter((agent, index) => agents.findIndex((other) => other.id === agent.id) === index);
}
