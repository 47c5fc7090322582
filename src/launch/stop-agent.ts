/** Stops one agent, with its programs, their descendants and its daemon, or only one of its sessions. */
import { callDaemon } from '../a2a/local.js';
import { systemClock } from '../clock.js';
import { type ErrorCode, fail, SynapseError } from '../errors.js';
import { endProcesses, isSameProcess, type ProcessIdentity, programTree, startTimeOf } from '../processes.js';
import { isRunning, type KnownAgent, type LiveEntry, type TerminalEntry, terminalsOf } from '../registry/entry.js';
import type { Registry } from '../registry/registry.js';

/** How long the daemon may take before whatever is left is killed. */
const POLITE_MS = 4_000;
/** A daemon that is silent for this long hangs; killing it must fit into the five seconds, too. */
const ANSWER_MS = 2_500;
const POLL_MS = 15;
const SANDBOX_ERRORS: readonly ErrorCode[] = ['sockets_forbidden', 'not_from_sandbox'];

/** False if it was not running. */
export async function stopAgent(registry: Registry, agent: KnownAgent, force: boolean): Promise<boolean> {
  const { live } = agent;
  if (!live) {
    registry.endAddress(agent.id, systemClock.now());
    return false;
  }
  if (isOutOfSight(registry, live)) throw fail('not_from_sandbox');
  const remaining = processesOf(live);
  if (isRunning(agent) && !force) await stopPolitely(registry, live, remaining);
  const survivors = await endProcesses(remaining, { graceMs: 0 });
  if (survivors.length > 0) {
    throw fail('daemon_not_answering', { agent: agent.id, reason: `processes ${survivors.join(', ')} do not end.` });
  }
  registry.removeDead(agent.id);
  // A daemon that was killed could not record this itself.
  registry.endAddress(agent.id, systemClock.now());
  return true;
}

/** Stops one session of a running agent. The agent keeps running if it has another one. */
export async function stopSession(registry: Registry, live: LiveEntry, session: string): Promise<void> {
  const terminal = terminalsOf(live).find((each) => each.session === session);
  const body = { session };
  await callDaemon(live, registry.home, { method: 'POST', path: '/control/stop', body, timeoutMs: ANSWER_MS });
  const isThere = () =>
    terminalsOf(registry.live(live.id) ?? live).some(({ instance }) => instance === terminal?.instance);
  const giveUpAt = systemClock.monotonicMs() + POLITE_MS;
  while (registry.live(live.id) && isSameProcess(live) && isThere() && systemClock.monotonicMs() < giveUpAt)
    await pause();
  const survivors = terminal ? await endProcesses(treeOf([terminal], isSameProcess(live)), { graceMs: 0 }) : [];
  if (survivors.length === 0) return;
  throw fail('daemon_not_answering', { agent: live.id, reason: `processes ${survivors.join(', ')} do not end.` });
}

/** Stops what an agent runs for a project. False if it runs nothing there. */
export async function stopInProject(registry: Registry, agent: KnownAgent, projectId: string): Promise<boolean> {
  const terminals = agent.live ? terminalsOf(agent.live) : [];
  const there = terminals.filter(({ project }) => project === projectId);
  const isAll = agent.live?.project === projectId && there.length === terminals.length;
  if (!agent.live || !(isAll || there.length > 0)) return false;
  if (isAll || !isRunning(agent)) await stopAgent(registry, agent, false);
  else for (const { session } of there) await stopSession(registry, agent.live, session);
  return true;
}

/** In a sandbox with pids of its own, an agent that runs has no process that could be ended or seen to end. */
function isOutOfSight(registry: Registry, live: LiveEntry): boolean {
  if (isSameProcess(live)) return false;
  const now = registry.get(live.id);
  return now !== null && isRunning(now) && now.live.instance === live.instance;
}

function processesOf(live: LiveEntry): () => readonly ProcessIdentity[] {
  const programs = treeOf(terminalsOf(live), isSameProcess(live));
  return () => [...(isSameProcess(live) ? [live] : []), ...programs()];
}

/** Reads the start times of the programs now, while their daemon still vouches for the pids. */
function treeOf(terminals: readonly TerminalEntry[], isVouchedFor: boolean): () => readonly ProcessIdentity[] {
  const marks = terminals.map(({ instance, programPid: pid }) => {
    const programPid = isVouchedFor ? (pid ?? 0) : 0;
    return { programPid, programStartTime: programPid > 0 ? (startTimeOf(programPid) ?? '') : '', instance };
  });
  return () => marks.flatMap(programTree);
}

async function stopPolitely(
  registry: Registry,
  live: LiveEntry,
  remaining: () => readonly ProcessIdentity[],
): Promise<void> {
  const giveUpAt = systemClock.monotonicMs() + POLITE_MS;
  try {
    await callDaemon(live, registry.home, { method: 'POST', path: '/control/stop', body: {}, timeoutMs: ANSWER_MS });
  } catch (error) {
    if (error instanceof SynapseError && SANDBOX_ERRORS.includes(error.code)) throw error;
    // The caller kills a daemon that cannot be asked.
    return;
  }
  while (systemClock.monotonicMs() < giveUpAt) {
    if (!isSameProcess(live) && remaining().length === 0) return;
    await pause();
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, POLL_MS));
}
