/** Starts, restarts and stops agents for the page. */
import { setTimeout as pause } from 'node:timers/promises';
import { callDaemon } from '../../a2a/local.js';
import { fail } from '../../errors.js';
import { startAgain } from '../../launch/start-again.js';
import { isSameProcess } from '../../processes.js';
import { isRunning, type KnownAgent } from '../../registry/entry.js';
import type { DaemonContext } from '../context.js';

const STOP_LIMIT_MS = 8_000;
const LOOK_AGAIN_MS = 20;

type Answer = { readonly id: string };

/** Starts a stopped agent as it was, as `synapse start <id>` does. */
export async function start({ registry }: DaemonContext, id: string): Promise<Answer> {
  await startAgain(registry, id, { apart: true });
  return { id };
}

export async function restart(context: DaemonContext, id: string): Promise<Answer> {
  const agent = mustKnow(context.registry.get(id), id);
  if (isRunning(agent)) await stop(context, id);
  return start(context, id);
}

/** Returns when its daemon is gone. */
export async function stop({ registry, home, self }: DaemonContext, id: string): Promise<Answer> {
  const agent = mustKnow(registry.get(id), id);
  if (id === self.id)
    throw fail('invalid_request', { reason: 'The page is served by your own daemon, which keeps running.' });
  if (!agent.live) throw fail('agent_not_running', { agent: id });
  if (!isRunning(agent)) {
    registry.removeDead(id);
    return { id };
  }
  const { live } = agent;
  await callDaemon(live, home, { method: 'POST', path: '/control/stop', body: {} });
  for (let waitedMs = 0; isSameProcess(live); waitedMs += LOOK_AGAIN_MS) {
    if (waitedMs > STOP_LIMIT_MS) throw fail('daemon_not_answering', { agent: id, reason: 'it does not end' });
    await pause(LOOK_AGAIN_MS);
  }
  return { id };
}

function mustKnow(agent: KnownAgent | null, id: string): KnownAgent {
  if (!agent) throw fail('agent_not_found', { target: id });
  return agent;
}
