/** Starts, restarts and stops agents for the page. */
import { fail } from '../../errors.js';
import { startAgain } from '../../launch/start-again.js';
import { stopAgent } from '../../launch/stop-agent.js';
import { isRunning, type KnownAgent } from '../../registry/entry.js';
import type { DaemonContext } from '../context.js';

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

/** As `synapse stop` does, also if its daemon hangs. */
export async function stop({ registry, self }: DaemonContext, id: string): Promise<Answer> {
  const agent = mustKnow(registry.get(id), id);
  if (id === self.id)
    throw fail('invalid_request', { reason: 'The page is served by your own daemon, which keeps running.' });
  if (!(await stopAgent(registry, agent, false))) throw fail('agent_not_running', { agent: id });
  return { id };
}

function mustKnow(agent: KnownAgent | null, id: string): KnownAgent {
  if (!agent) throw fail('agent_not_found', { target: id });
  return agent;
}
