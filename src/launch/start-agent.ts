/** Starts a terminal of an agent: in its daemon, if that runs already, or with a new daemon. */
import { callDaemon } from '../a2a/local.js';
import { entryPath } from '../entries.js';
import { fail, SynapseError } from '../errors.js';
import { isRunning, type LiveEntry } from '../registry/entry.js';
import type { Registry } from '../registry/registry.js';
import type { Started } from './daemon-spec.js';
import { daemonSpec, type Launch, type LaunchedFrom, launchDaemon, START_LIMIT_MS } from './launch-daemon.js';

/** The daemon is gone or about to go, so the agent needs a new one. */
const GONE: readonly string[] = ['agent_not_running', 'daemon_not_answering'];

export async function startAgent(launch: Launch, registry: Registry, from: LaunchedFrom = {}): Promise<Started> {
  const running = daemonOf(registry, launch.id);
  if (running) {
    try {
      return await openTerminal(running, launch, from);
    } catch (error) {
      if (!(error instanceof SynapseError) || !GONE.includes(error.code)) throw error;
    }
  }
  try {
    return await launchDaemon(launch, from);
  } catch (error) {
    // Another terminal of the same agent was started in the meantime, and brought the daemon with it.
    const isTaken = error instanceof SynapseError && error.code === 'agent_already_running';
    const other = isTaken ? daemonOf(registry, launch.id) : null;
    if (!other || other.pid === running?.pid) throw error;
    return openTerminal(other, launch, from);
  }
}

function daemonOf(registry: Registry, id: string | undefined): LiveEntry | null {
  const known = id === undefined ? null : registry.get(id);
  return known && known.kind === 'ai' && isRunning(known) ? known.live : null;
}

async function openTerminal(daemon: LiveEntry, launch: Launch, from: LaunchedFrom): Promise<Started> {
  const isElsewhere = launch.port !== undefined && launch.port !== daemon.port;
  if (isElsewhere) throw fail('agent_already_running', { agent: daemon.id, pid: daemon.pid });
  const body = daemonSpec(launch, { entry: entryPath('daemon'), env: process.env, ...from });
  try {
    return (await callDaemon(daemon, launch.home, { path: '/terminals', body, timeoutMs: START_LIMIT_MS })) as Started;
  } catch (error) {
    // A daemon of an earlier version has one terminal only.
    if (!(error instanceof SynapseError) || error.code !== 'not_found') throw error;
    throw fail('agent_already_running', { agent: daemon.id, pid: daemon.pid });
  }
}
