/** Checks the agents: their entries in the registry, their daemons, programs and stores. */
import { existsSync } from 'node:fs';
import { SynapseError } from '../../../errors.js';
import { agentPaths } from '../../../paths.js';
import { isRunning } from '../../../registry/entry.js';
import type { Registry } from '../../../registry/registry.js';
import { VERSION } from '../../../version.js';
import { type RunningAgent, versionNote } from '../../client/find-agent.js';
import { untriedNote } from '../../print/untried-note.js';
import { type Finding, firstLine, ok, problem, warning } from './finding.js';

const ANSWER_MS = 2_000;
export function checkRegistry(registry: Registry): Finding[] {
  const problems = registry.problems();
  if (problems.length === 0) return [ok('registry', describeAgents(registry.list().length))];
  return problems.map(({ file, reason }) =>
    problem(
      'registry',
      `cannot read ${file}: ${reason}`,
      'Move the file away; the agent writes a new one when it starts.',
    ),
  );
}

function describeAgents(count: number): string {
  return count === 1 ? '1 agent' : `${count} agents`;
}

export async function checkAgents(registry: Registry): Promise<Finding[]> {
  const agents = registry.list();
  const dead = agents.filter((agent) => agent.status === 'dead');
  const findings = dead.map(({ id }) =>
    warning(id, 'its daemon died', `Start it again, or clean up: synapse stop ${id}`),
  );
  const running = await Promise.all(agents.filter(isRunning).map((agent) => checkRunning(registry, agent)));
  return [...findings, ...running.flat()];
}

async function checkRunning(registry: Registry, agent: RunningAgent): Promise<readonly Finding[]> {
  try {
    await askStatus(registry, agent);
  } catch (error) {
    // Says nothing about the agent, and what would help an agent would harm this one.
    if (isForbidden(error)) return [warning(agent.id, firstLine(error), error.hint)];
    return [
      problem(agent.id, firstLine(error), `synapse logs ${agent.id} --daemon, then synapse stop ${agent.id} --force`),
    ];
  }
  const troubles = [...channelTroubles(agent), ...versionTroubles(agent)];
  return troubles.length > 0 ? troubles : [ok(agent.id, `responding, ${agent.status}`)];
}

async function askStatus(registry: Registry, { id, live: { socket } }: RunningAgent): Promise<void> {
  const { callDaemon } = await import('../../../a2a/local.js');
  try {
    await callDaemon({ id, socket }, registry.home, { path: '/status', timeoutMs: ANSWER_MS });
  } catch (error) {
    if (!isForbidden(error)) throw error;
    const { statusInSandbox } = await import('../../client/registry-in-sandbox.js');
    await statusInSandbox(registry, id);
  }
}

function isForbidden(error: unknown): error is SynapseError {
  return error instanceof SynapseError && error.code === 'sockets_forbidden';
}

/** Mail that waits for long, and the channels that were given up during this run. */
function channelTroubles({ id, live: { longHeld, degraded = [] } }: RunningAgent): Finding[] {
  const remedy = `Messages use another channel. To try this one again: synapse stop ${id}, then start it again`;
  const unused = degraded.map(({ channel, why }) => warning(id, `the channel ${channel} is not used: ${why}`, remedy));
  if (!longHeld) return unused;
  const screen = longHeld.screen.length > 0 ? ` Its screen ends with: ${longHeld.screen.join(' | ')}` : '';
  const sentence = `messages held for over a minute: ${longHeld.count} (${longHeld.reason}).${screen}`;
  return [warning(id, sentence, `synapse attach ${id}`), ...unused];
}

/** A daemon of another version of Synapse, and a program that is newer than any that was tried. */
function versionTroubles(agent: RunningAgent): Finding[] {
  const { id, type, live } = agent;
  const again = `synapse stop ${id}, then start it again`;
  const other = live.version === VERSION ? [] : [warning(id, versionNote(agent).replace(/^note: /, ''), again)];
  return live.untried ? [...other, warning(id, untriedNote(live.untried), `synapse profiles test ${type}`)] : other;
}

/** Skips running agents: their stores are in use, and their daemons would report a problem. */
export async function checkStores(registry: Registry): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const agent of registry.list().filter((candidate) => !isRunning(candidate))) {
    const path = agentPaths(registry.home, agent.id).store;
    if (!existsSync(path)) continue;
    try {
      await checkStore(path, agent.id);
    } catch (error) {
      const hint = error instanceof SynapseError ? error.hint : null;
      const remedy = hint ?? `Move ${path} to a safe place and start the agent again.`;
      findings.push(problem(agent.id, `cannot read its store: ${firstLine(error)}`, remedy));
    }
  }
  return findings;
}

async function checkStore(path: string, agent: string): Promise<void> {
  const { Database } = await import('../../../taskstore/database.js');
  const { checkMigrations } = await import('../../../taskstore/migrations.js');
  const store = new Database({ path, agent, readOnly: true });
  try {
    checkMigrations(store);
  } finally {
    store.close();
  }
}
