/** What another host does with the agents here beyond mail: only what `host add --allow` lets it. */
import { openTerminal } from '../../a2a/attach.js';
import { readCallerKey } from '../../a2a/local.js';
import { asSynapseError, fail } from '../../errors.js';
import type { Carried } from '../../hosts/carried.js';
import type { Wanted } from '../../hosts/connections.js';
import type { Answer, Question } from '../../hosts/requests.js';
import { isAgentId } from '../../ids.js';
import { isRunning, type KnownAgent, type LiveEntry } from '../../registry/entry.js';
import type { Allowance } from '../../registry/hosts/allowances.js';
import type { Host } from '../../registry/hosts/hosts.js';
import type { DaemonContext } from '../context.js';
import type { PeerConnections } from '../mail/outgoing/peer-connections.js';

/** Each request, and what must be allowed for it. */
const CONTROL: readonly (readonly [method: string, path: RegExp, needs: Allowance])[] = [
  ['GET', /^\/screen(?:\?[^#]*)?$/, 'screen'],
  ['GET', /^\/dialog(?:\?session=[^&#]+)?$/, 'answer'],
  ['POST', /^\/control\/answer$/, 'answer'],
  ['POST', /^\/start$/, 'start'],
];
const AGREED = 101;

/** Null if it is nothing that a host could be allowed. */
export function neededFor(method: unknown, path: unknown): Allowance | null {
  if (typeof path !== 'string') return null;
  return CONTROL.find(([known, pattern]) => known === method && pattern.test(path))?.[2] ?? null;
}

export async function answerControl(
  context: DaemonContext,
  peers: PeerConnections,
  host: Host,
  { head, body }: Question,
): Promise<Answer> {
  const { to, method, path } = head as { to: string; method: 'GET' | 'POST'; path: string };
  const needs = neededFor(method, path);
  if (needs === null) throw fail('forbidden', { caller: `${head.from}@${host.name}`, agent: to });
  mustAllow(host, needs, to);
  if (needs === 'start') return start(context, to);
  const agent = runningAgent(context, to);
  const isDialog = path.startsWith('/dialog');
  const client = await peers.client();
  const answer = await client.pass(agent.live.socket, {
    method,
    path: isDialog ? path.replace('/dialog', '/status') : path,
    headers: {
      authorization: `Bearer ${readCallerKey(context.home, agent.id)}`,
      'content-type': 'application/json',
    },
    body: method === 'POST' ? body : null,
  });
  context.log.info('a host has used what it is allowed', { host: host.name, agent: agent.id, what: needs });
  return isDialog && answer.status === 200 ? onlyDialog(answer) : answer;
}

/** Joins a terminal here with a viewer over there. */
export async function answerConnection(
  context: DaemonContext,
  host: Host | null,
  { head, connection }: Wanted,
): Promise<void> {
  try {
    const { to, query } = head;
    if (host === null || typeof to !== 'string' || typeof query !== 'string')
      throw fail('invalid_request', { reason: 'The request does not say to which terminal it goes.' });
    mustAllow(host, 'attach', to);
    const { id, live } = runningAgent(context, to);
    const { socket, first } = await openTerminal({ id, socket: live.socket }, context.home, new URLSearchParams(query));
    context.log.info('a host has used what it is allowed', { host: host.name, agent: id, what: 'attach' });
    connection.answer({ status: AGREED });
    connection.write(first);
    connection.pipe(socket).pipe(connection);
    socket.once('error', () => connection.destroy());
    socket.once('close', () => connection.end());
    connection.once('close', () => socket.destroy());
  } catch (error) {
    refuse(connection, error);
  }
}

function refuse(connection: Carried, error: unknown): void {
  const known = asSynapseError(error);
  connection.answer({ status: known.status });
  connection.end(JSON.stringify(known.toBody()));
}

/** The same program as before, and nothing else. */
async function start({ registry }: DaemonContext, to: string): Promise<Answer> {
  const { startAgain } = await import('../../launch/start-again.js');
  const { id } = await startAgain(registry, to, { apart: true });
  return { status: 200, body: Buffer.from(JSON.stringify({ id })) };
}

function mustAllow({ name, allow }: Host, needs: Allowance, agent: string): void {
  if (!allow.includes(needs)) throw fail('host_not_allowed', { agent, host: name, allow: needs });
}

function runningAgent({ registry }: DaemonContext, to: string): KnownAgent & { readonly live: LiveEntry } {
  const agent = isAgentId(to) ? registry.get(to) : null;
  if (!agent || agent.live === null) throw fail('agent_not_found', { target: to });
  if (!isRunning(agent)) throw fail('agent_not_running', { agent: to });
  return agent;
}

function onlyDialog({ body }: Answer): Answer {
  const { id, dialog } = JSON.parse(body.toString());
  return { status: 200, body: Buffer.from(JSON.stringify({ id, dialog })) };
}
