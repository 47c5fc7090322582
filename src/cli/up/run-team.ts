/** Makes the running agents match the team file: starts the missing, restarts the changed, stops those that left. */

import { availableParallelism } from 'node:os';
import { fail, SynapseError } from '../../errors.js';
import type { Launch } from '../../launch/launch-daemon.js';
import { startAgent } from '../../launch/start-agent.js';
import { stopAgent, stopInProject, stopSession } from '../../launch/stop-agent.js';
import { isSameProcess } from '../../processes.js';
import { isRunning, type LiveEntry, terminalsOf } from '../../registry/entry.js';
import type { Registry } from '../../registry/registry.js';
import { ask, type RunningAgent } from '../client/find-agent.js';
import { declaredLaunch, wasStartedLike } from './declared-launch.js';
import type { FileAgent, TeamFile } from './team-file/team-file.js';

type Outcome =
  | 'started'
  | 'restarted'
  | 'stopped'
  | 'running'
  | 'on-demand'
  | 'person'
  | 'gone'
  | 'failed'
  | 'elsewhere';

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
    return bringUpToDate(registry, known, { agent, launch });
  }
  if (agent.start === 'on-demand') return did('on-demand');
  return did('started', (await startAgent(launch, registry)).port);
}

/** Stops terminals that run an old program, and starts the task terminal if there is none. */
async function bringUpToDate(
  registry: Registry,
  known: RunningAgent,
  { agent, launch }: { readonly agent: FileAgent; readonly launch: Launch },
): Promise<Run> {
  const terminals = terminalsOf(known.live);
  const old = terminals.filter((terminal) => !wasStartedLike(terminal, launch));
  // If there is work for a session that is stopped here, a daemon starts it again.
  if (old.length === terminals.length) await stopAgent(registry, known, false);
  else {
    for (const { session } of old) await stopSession(registry, known.live, session);
    // A new role needs no restart.
    if (known.live.role !== agent.role)
      await ask(registry, known, { path: '/control/role', body: { role: agent.role } });
  }
  const isTask = ({ purpose }: { readonly purpose: string | null }) => purpose !== 'chat';
  if (terminals.some((terminal) => isTask(terminal) && !old.includes(terminal))) {
    return did('running', known.live.port);
  }
  const hadTask = old.some(isTask);
  if (agent.start === 'on-demand') return did(hadTask ? 'stopped' : 'on-demand');
  return did(hadTask ? 'restarted' : 'started', (await startAgent(launch, registry)).port);
}

async function stopSessions(registry: Registry, agentId: string, projectId: string): Promise<Run> {
  const known = registry.get(agentId);
  return did(known && (await stopInProject(registry, known, projectId)) ? 'stopped' : 'gone');
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
