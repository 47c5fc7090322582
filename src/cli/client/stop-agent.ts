/** Stops one agent: its program, the descendants of that, and its daemon. */

import { callDaemon } from '../../a2a/local.js';
import { systemClock } from '../../clock.js';
import { fail } from '../../errors.js';
import { endProcesses, isSameProcess, type ProcessIdentity, programTree, startTimeOf } from '../../processes.js';
import { isRunning, type KnownAgent, type LiveEntry } from '../../registry/entry.js';
import type { Registry } from '../../registry/registry.js';
import { printNote } from '../print/stdio.js';

/** How long the daemon may take before whatever is left is killed. */
const POLITE_MS = 4_000;
/** A daemon that is silent for this long hangs; killing it must fit into the five seconds, too. */
const ANSWER_MS = 2_500;
const POLL_MS = 15;

export async function stopAgent(registry: Registry, agent: KnownAgent, force: boolean): Promise<void> {
  const { live } = agent;
  if (!live) {
    registry.endAddress(agent.id, systemClock.now());
    printNote(`${agent.id} is not running.`);
    return;
  }
  const remaining = processesOf(live);
  if (isRunning(agent) && !force) await stopPolitely(registry, live, remaining);
  const survivors = await endProcesses(remaining, { graceMs: 0 });
  if (survivors.length > 0) {
    throw fail('daemon_not_answering', { agent: agent.id, reason: `processes ${survivors.join(', ')} do not end.` });
  }
  registry.removeDead(agent.id);
  // A daemon that was killed could not record this itself.
  registry.endAddress(agent.id, systemClock.now());
}

/** Reads the start time of the program now, while its daemon still vouches for the pid. */
function processesOf(live: LiveEntry): () => readonly ProcessIdentity[] {
  const programPid = isSameProcess(live) ? (live.programPid ?? 0) : 0;
  const programStartTime = programPid > 0 ? (startTimeOf(programPid) ?? '') : '';
  const marks = { programPid, programStartTime, instance: live.instance };
  return () => [...(isSameProcess(live) ? [live] : []), ...programTree(marks)];
}

async function stopPolitely(
  registry: Registry,
  live: LiveEntry,
  remaining: () => readonly ProcessIdentity[],
): Promise<void> {
  const giveUpAt = systemClock.monotonicMs() + POLITE_MS;
  try {
    await callDaemon(live, registry.home, { method: 'POST', path: '/control/stop', body: {}, timeoutMs: ANSWER_MS });
  } catch {
    // The caller kills a daemon that cannot be asked.
    return;
  }
  while (systemClock.monotonicMs() < giveUpAt) {
    if (!isSameProcess(live) && remaining().length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
