/** Makes the running agents match the team file: starts the missing, restarts the changed, stops those that left. */

import { availableParallelism } from 'node:os';
import { fail, SynapseError } from '../../errors.js';
import { launchDaemon } from '../../launch/launch-daemon.js';
import { isSameProcess } from '../../processes.js';
import { isRunning, type KnownAgent, type LiveEntry, memberOf } from '../../registry/entry.js';
import type { Registry } from '../../registry/registry.js';
import { ask } from '../client/find-agent.js';
import { stopAgent } from '../client/stop-agent.js';
import { declaredLaunch, wasStartedLike } from './declared-launch.js';
import type { FileAgent, TeamFile } from './team-file/team-file.js';

type Outcome = 'started' | 'restarted' | 'stopped' | 'running' | 'on-demand' | 'person' | 'gone' | 'failed';

export interface Run {
  readonly outcome: Outcome;
  readonly port: number | null;
  readonly error: SynapseError | null;
}

/** A start is mostly CPU time, so more of them at once only take longer each. */
const AT_ONCE = Math.max(4, availableParallelism() * 2);
/** A program that exits within this time has failed to start. */
const START_GRACE_MS = 400;

export async function runTeam(
  registry: Registry,
  team: TeamFile,
  leftIds: readonly string[],
): Promise<Map<string, Run>> {
  const runs = new Map<string, Run>();
  await eachOf(leftIds, async (id) => {
    runs.set(id, await asRun(() => stopSessions(registry, id, team.project.id)));
  });
  await eachOf(team.agents, async (agent) => {
    runs.set(agent.id, await asRun(() => runAgent(registry, team, agent)));
  });
  await markThoseThatExited(registry, runs);
  return runs;
}

/** The daemons of an agent in a project: those of its task and chat sessions, whatever their ids. */
function daemonsOf(registry: Registry, agentId: string, projectId: string): KnownAgent[] {
  return registry.list().filter((known) => known.live?.project === projectId && memberOf(known.live) === agentId);
}

async function runAgent(registry: Registry, team: TeamFile, agent: FileAgent): Promise<Run> {
  if (agent.kind === 'human') {
    // It may have been an AI agent before.
    await stopSessions(registry, agent.id, team.project.id);
    return did('person');
  }
  const launch = await declaredLaunch(agent, team, registry.home);
  const known = registry.get(agent.id);
  if (known && isRunning(known)) {
    if (known.kind === 'human') throw fail('agent_is_person', { agent_id: agent.id });
    if (known.project === team.project.id && wasStartedLike(known.live, launch)) {
      // A new role needs no restart.
      if (known.live.role !== agent.role)
        await ask(registry, known, { path: '/control/role', body: { role: agent.role } });
      return did('running', known.live.port);
    }
    await stopAgent(registry, known, false);
    await stopSessions(registry, agent.id, team.project.id);
    if (agent.start === 'on-demand') return did('stopped');
    return did('restarted', (await launchDaemon(launch)).port);
  }
  // Stops sessions that run an old program. If there is work for them, a daemon starts them again.
  const old = daemonsOf(registry, agent.id, team.project.id).filter(
    ({ live }) => live && !wasStartedLike(live, launch),
  );
  await Promise.all(old.map((daemon) => stopAgent(registry, daemon, false)));
  if (agent.start === 'on-demand') return did('on-demand');
  return did('started', (await launchDaemon(launch)).port);
}

async function stopSessions(registry: Registry, agentId: string, projectId: string): Promise<Run> {
  const daemons = daemonsOf(registry, agentId, projectId);
  await Promise.all(daemons.map((daemon) => stopAgent(registry, daemon, false)));
  return did(daemons.length > 0 ? 'stopped' : 'gone');
}

/** Turns an error into a result, so that one agent that fails does not keep others from starting. */
async function asRun(work: () => Promise<Run>): Promise<Run> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SynapseError)) throw error;
    // Another process started it first, which is just as good.
    if (error.code === 'agent_already_running' || error.code === 'session_already_active') return did('running');
    return { outcome: 'failed', port: null, error };
  }
}

/** Finds programs that exited right after their start: their daemons had already answered by then. */
async function markThoseThatExited(registry: Registry, runs: Map<string, Run>): Promise<void> {
  const started = [...runs].filter(([, { outcome }]) => outcome === 'started' || outcome === 'restarted');
  if (started.length === 0) return;
  await new Promise((resolve) => setTimeout(resolve, START_GRACE_MS));
  for (const [id] of started) {
    const known = registry.get(id);
    if (known && isRunning(known) && hasProgram(known.live)) continue;
    const reason = 'its program exited immediately; see `synapse logs`';
    const error = fail('daemon_failed_to_start', { agent: id, reason });
    runs.set(id, { outcome: 'failed', port: null, error });
  }
}

/** Looks at the process itself, because its daemon may not have noticed the exit yet. */
function hasProgram({ programPid, programStartTime }: LiveEntry): boolean {
  return programPid !== null && isSameProcess({ pid: programPid, startTime: programStartTime ?? '' });
}

function did(outcome: Outcome, port: number | null = null): Run {
  return { outcome, port, error: null };
}

async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
