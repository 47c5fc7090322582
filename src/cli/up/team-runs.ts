/** Brings what runs of a team in line with its file: starts what is missing, restarts what has changed, stops who has left. */
import { availableParallelism } from 'node:os';
import { fail, SynapseError } from '../../errors.js';
import { isSameProcess } from '../../processes.js';
import { isRunning, type KnownAgent, type LiveEntry, memberOf } from '../../registry/entry.js';
import { ask, type Place } from '../client/find-agent.js';
import { launchDaemon } from '../client/launch.js';
import { stopAgent } from '../commands/agents/stop.js';
import { declaredLaunch, isStartedSo } from './declared-launch.js';
import type { FileAgent, TeamFile } from './team-file/team-file.js';

type Happened = 'started' | 'restarted' | 'stopped' | 'running' | 'on-demand' | 'person' | 'gone' | 'failed';

export interface Run {
  readonly happened: Happened;
  readonly port: number | null;
  readonly error: SynapseError | null;
}

/** A start is mostly the processor's work: more of them at once only take longer each. */
const AT_ONCE = Math.max(4, availableParallelism() * 2);
/** A program that ends within this time after its start has failed to start. */
const FIRST_STEPS_MS = 400;

export async function runTeam(place: Place, team: TeamFile, leftIds: readonly string[]): Promise<Map<string, Run>> {
  const runs = new Map<string, Run>();
  await eachOf(leftIds, async (id) => {
    runs.set(id, await safely(() => stopSessions(place, id, team.project.id)));
  });
  await eachOf(team.agents, async (agent) => {
    runs.set(agent.id, await safely(() => runAgent(place, team, agent)));
  });
  await lookAgain(place, runs);
  return runs;
}

/** The daemons of an agent in a project: those of its task and its chat session, under whatever ids. */
function daemonsOf({ registry }: Place, agentId: string, projectId: string): KnownAgent[] {
  return registry.list().filter((known) => known.live?.project === projectId && memberOf(known.live) === agentId);
}

async function runAgent(place: Place, team: TeamFile, agent: FileAgent): Promise<Run> {
  if (agent.kind === 'human') {
    // It may have been a program before.
    await stopSessions(place, agent.id, team.project.id);
    return did('person');
  }
  const launch = await declaredLaunch(agent, team, place.home);
  const known = place.registry.get(agent.id);
  if (known && isRunning(known)) {
    if (known.kind === 'human') throw fail('agent_is_person', { agent_id: agent.id });
    if (known.project === team.project.id && isStartedSo(known.live, launch)) {
      // What it is there for is no reason to start it anew.
      if (known.live.role !== agent.role)
        await ask(place, known, { path: '/control/role', body: { role: agent.role } });
      return did('running', known.live.port);
    }
    await stopAgent(place, known, false);
    await stopSessions(place, agent.id, team.project.id);
    if (agent.start === 'on-demand') return did('stopped');
    return did('restarted', (await launchDaemon(launch)).port);
  }
  // Sessions that run an old program go; whoever starts sessions starts them again if they have work.
  const old = daemonsOf(place, agent.id, team.project.id).filter(({ live }) => live && !isStartedSo(live, launch));
  await Promise.all(old.map((daemon) => stopAgent(place, daemon, false)));
  if (agent.start === 'on-demand') return did('on-demand');
  return did('started', (await launchDaemon(launch)).port);
}

async function stopSessions(place: Place, agentId: string, projectId: string): Promise<Run> {
  const daemons = daemonsOf(place, agentId, projectId);
  await Promise.all(daemons.map((daemon) => stopAgent(place, daemon, false)));
  return did(daemons.length > 0 ? 'stopped' : 'gone');
}

/** One that fails keeps no other from starting. */
async function safely(work: () => Promise<Run>): Promise<Run> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SynapseError)) throw error;
    // Somebody else was faster; it runs, and that is what was wanted.
    if (error.code === 'agent_already_running' || error.code === 'session_already_active') return did('running');
    return { happened: 'failed', port: null, error };
  }
}

/** The daemon answers before its program has come far; one whose program ends at once was not started. */
async function lookAgain({ registry }: Place, runs: Map<string, Run>): Promise<void> {
  const begun = [...runs].filter(([, { happened }]) => happened === 'started' || happened === 'restarted');
  if (begun.length === 0) return;
  await new Promise((resolve) => setTimeout(resolve, FIRST_STEPS_MS));
  for (const [id] of begun) {
    const known = registry.get(id);
    if (known && isRunning(known) && hasProgram(known.live)) continue;
    const reason = 'its program ended at once; `synapse logs` tells more';
    const error = fail('daemon_failed_to_start', { agent: id, reason });
    runs.set(id, { happened: 'failed', port: null, error });
  }
}

/** Its end is seen here before its daemon has come to its own. */
function hasProgram({ programPid, programStartTime }: LiveEntry): boolean {
  return programPid !== null && isSameProcess({ pid: programPid, startTime: programStartTime ?? '' });
}

function did(happened: Happened, port: number | null = null): Run {
  return { happened, port, error: null };
}

async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
