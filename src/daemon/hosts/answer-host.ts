/** Answers what an agent of another host asks of an agent here: mail, only in the name of that agent, and what its host is allowed. */
import { asSynapseError, fail, type SynapseError } from '../../errors.js';
import type { Answer, Question } from '../../hosts/requests.js';
import { isAgentId } from '../../ids.js';
import { isRunning } from '../../registry/entry.js';
import type { Host } from '../../registry/hosts/hosts.js';
import type { DaemonContext } from '../context.js';
import { destinationOf } from '../mail/outgoing/destination.js';
import type { PeerConnections } from '../mail/outgoing/peer-connections.js';
import { answerControl } from './control-from-host.js';
import { FOR_HEADER, SENT_AT_HEADER } from './on-behalf.js';

/** Everything that any other host may ask for. */
const MAIL: readonly (readonly [string, RegExp])[] = [
  ['POST', /^\/tasks\/send(?:\?reply_to=[^&#]+)?$/],
  ['POST', /^\/tasks\/receipts$/],
  ['POST', /^\/tasks\/[^/?#]+\/cancel$/],
  ['GET', /^\/tasks\/(?!send$|receipts$)[^/?#]+$/],
];

export function isMail(method: unknown, path: unknown): boolean {
  return MAIL.some(([known, pattern]) => known === method && typeof path === 'string' && pattern.test(path));
}

export async function answerHost(
  context: DaemonContext,
  peers: PeerConnections,
  host: Host | null,
  question: Question,
): Promise<Answer> {
  try {
    return await pass(context, peers, host, question);
  } catch (error) {
    const known = asSynapseError(error);
    if (known.code === 'internal_error')
      context.log.error('cannot answer a host', { host: host?.name, reason: known.message });
    return refusal(known);
  }
}

async function pass(
  context: DaemonContext,
  peers: PeerConnections,
  host: Host | null,
  { head, body }: Question,
): Promise<Answer> {
  const { from, to, method, path, store, at } = head;
  if (host === null || typeof from !== 'string' || !isAgentId(from) || typeof to !== 'string') {
    throw fail('invalid_request', { reason: 'The request does not say from whom to whom it goes.' });
  }
  if (!isMail(method, path)) return answerControl(context, peers, host, { head, body });
  const agent = isAgentId(to) ? context.registry.get(to) : null;
  const destination = destinationOf(
    context.registry,
    isAgentId(to) ? to : '',
    typeof store === 'string' ? store : null,
  );
  if (destination.type === 'gone') throw fail(destination.code, { target: to });
  if (!agent || destination.type !== 'up' || !isRunning(agent))
    throw fail('agent_unreachable', { target: to, task: '' });
  const headers = {
    authorization: `Bearer ${context.key}`,
    'content-type': 'application/json',
    [FOR_HEADER]: `${from}@${host.name}`,
    ...(typeof at === 'number' ? { [SENT_AT_HEADER]: String(at) } : {}),
  };
  const client = await peers.client();
  try {
    const request = { method: method as 'GET' | 'POST', path: path as string, headers };
    return await client.pass(agent.live.socket, { ...request, body: method === 'POST' ? body : null });
  } catch (error) {
    // Its daemon ends or hangs at this very moment. The sender keeps the message.
    context.log.info('cannot pass on a request', { host: host.name, agent: to, reason: (error as Error).message });
    throw fail('agent_unreachable', { target: to, task: '' });
  }
}

function refusal(error: SynapseError): Answer {
  return { status: error.status, body: Buffer.from(JSON.stringify(error.toBody())) };
}
