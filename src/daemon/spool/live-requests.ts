/** Tells commands in a sandbox about other agents: which ones are alive, and the status of one of them. */
import { callDaemon } from '../../a2a/local.js';
import { fail } from '../../errors.js';
import { isRunning } from '../../registry/entry.js';
import type { DaemonContext } from '../context.js';
import type { ById, Exchange } from '../http/exchange.js';

export function listLive({ registry }: DaemonContext): unknown {
  const live = registry.list().filter(isRunning);
  return { live: live.map(({ id, status, live: { instance } }) => ({ id, instance, status })) };
}

export function statusOfOther({ registry, home }: DaemonContext, { params: { id } }: Exchange<ById>): Promise<unknown> {
  const agent = registry.get(id);
  if (!agent) throw fail('agent_not_found', { target: id });
  if (!isRunning(agent)) throw fail('agent_not_running', { agent: id });
  return callDaemon(agent.live, home, { path: '/status' });
}
