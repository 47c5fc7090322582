/** Requests about other hosts: to list, add, check and remove them, to pass something on to one, and to let one in. */
import type { ServerResponse } from 'node:http';
import { LINK_PROTOCOL, PIPES_PROTOCOL } from '../../a2a/address.js';
import { TERMINAL_PROTOCOL } from '../../a2a/frames.js';
import { systemClock, toIso } from '../../clock.js';
import { fail } from '../../errors.js';
import { LinkError } from '../../hosts/frames.js';
import { fingerprint } from '../../hosts/identity.js';
import { faultOfTarget } from '../../hosts/ssh-target.js';
import { isAgentId, splitAddress } from '../../ids.js';
import { allowancesIn } from '../../registry/hosts/allowances.js';
import { OUTSIDE_PREFIX } from '../http/callers.js';
import { fieldsOf, textField } from '../http/door/fields.js';
import type { Exchange } from '../http/exchange.js';
import { isMail } from './answer-host.js';
import { endTogether, takePipes } from './bridge-ends.js';
import { neededFor } from './control-from-host.js';
import type { Hosts } from './hosts.js';
import type { LinkedHost } from './linked-host.js';

const ANSWER_LIMIT_MS = 30_000;
/** How long `host add` and `host check` wait for the link. */
const LINK_LIMIT_MS = 25_000;
const LOOK_AGAIN_MS = 25;
/** The status with which a connection is agreed to. */
const AGREED = 101;

export function listHostsHere(hosts: Hosts): unknown {
  const { name, key } = hosts.identity;
  return { self: { name, fingerprint: fingerprint(key) }, hosts: hosts.all.map(hostJson) };
}

export async function addHost(hosts: Hosts, { body }: Exchange): Promise<unknown> {
  const fields = fieldsOf(await body());
  const name = textField(fields, 'name') ?? '';
  const target = textField(fields, 'target');
  const fault = target === null ? null : faultOfTarget(target);
  if (fault !== null) throw fail('invalid_request', { reason: fault });
  if (!isAgentId(name)) throw fail('invalid_request', { reason: `"${name}" cannot be the name of a host.` });
  const allow = fields.allow === undefined || fields.allow === null ? null : allowancesIn(fields.allow);
  const wanted = { name, target, command: textField(fields, 'command'), allow };
  const isNew = hosts.find(name) === null;
  const host = hosts.add(wanted, textField(fields, 'ssh_auth_sock'));
  await untilDecided(host);
  if (isNew && host.refusal) {
    // It is known by another name, or no other host: dialing it again would change nothing.
    hosts.remove(name);
    throw host.refusal;
  }
  return { host: hostJson(host) };
}

export async function checkHost(hosts: Hosts, { params, body }: Exchange<{ readonly name: string }>): Promise<unknown> {
  const host = hosts.hurry(params.name, textField(fieldsOf(await body()), 'ssh_auth_sock'));
  await untilDecided(host);
  return { host: hostJson(host) };
}

export function removeHostHere(hosts: Hosts, { params }: Exchange<{ readonly name: string }>): unknown {
  hosts.remove(params.name);
  return { name: params.name, removed: true };
}

/** Passes on what an agent of this home asks of one on another host. */
export async function callHost(hosts: Hosts, { caller, body, response }: Exchange): Promise<undefined> {
  const { to, store, method, path, body: passed } = fieldsOf(await body());
  const address = typeof to === 'string' ? splitAddress(to) : null;
  if (!address || !(isMail(method, path) || neededFor(method, path)))
    throw fail('invalid_request', { reason: 'This is not passed on to other hosts.' });
  // The rest is for callers that may read the files of this home, as with an agent here.
  if (!isMail(method, path) && caller.kind !== 'self')
    throw fail('forbidden', { caller: caller.id, agent: String(to) });
  // Nothing is passed on for somebody from outside, nor from one host to another.
  if (caller.id.startsWith(OUTSIDE_PREFIX) || !isAgentId(caller.id))
    throw fail('forbidden', { caller: caller.id, agent: address.host });
  const host = hosts.find(address.host);
  if (!host) throw fail('host_unreachable', { host: address.host, reason: 'nobody keeps a link to it here' });
  const head = { from: caller.id, to: address.agent, method, path, store: store ?? null, at: systemClock.now() };
  const question = { head, body: Buffer.from(passed === undefined ? '' : JSON.stringify(passed)) };
  const answer = await host.ask(question, ANSWER_LIMIT_MS).catch((error: Error) => {
    if (!(error instanceof LinkError)) throw error;
    throw fail('host_unreachable', { host: address.host, reason: error.message });
  });
  sendBody(response, answer.status, answer.body);
}

function sendBody(response: ServerResponse, status: number, body: Buffer): void {
  response.writeHead(status, ['content-type', 'application/json', 'content-length', String(body.length)]);
  response.end(body);
}

/** A terminal over there, for a viewer here. */
export async function attachHost(hosts: Hosts, { query, upgrade, bare, response }: Exchange): Promise<undefined> {
  const address = splitAddress(query.get('to') ?? '');
  if (!upgrade || !bare || !address)
    throw fail('invalid_request', { reason: 'This route requires an upgrade and a target.' });
  const host = hosts.find(address.host);
  if (!host) throw fail('host_unreachable', { host: address.host, reason: 'nobody keeps a link to it here' });
  query.delete('to');
  const opened = await host.connect({ to: address.agent, query: query.toString() }).catch((error: Error) => {
    if (!(error instanceof LinkError)) throw error;
    throw fail('host_unreachable', { host: address.host, reason: error.message });
  });
  const { status, connection } = opened;
  if (status !== AGREED) {
    let refusal = '';
    for await (const chunk of connection) refusal += chunk;
    sendBody(response, status, Buffer.from(refusal));
    return;
  }
  const viewer = upgrade(TERMINAL_PROTOCOL);
  viewer.pipe(connection).pipe(viewer);
  viewer.once('error', () => connection.destroy());
  viewer.once('close', () => connection.destroy());
  connection.once('close', () => viewer.destroy());
}

/** What `synapse bridge` asks for: its two ends are those of an ssh from another host. */
export function bridge(hosts: Hosts, { query, upgrade }: Exchange): undefined {
  if (!upgrade) throw fail('invalid_request', { reason: `This route requires an upgrade to ${LINK_PROTOCOL}.` });
  const as = query.get('as');
  if (as !== null && !isAgentId(as)) throw fail('invalid_request', { reason: `"${as}" cannot be the name of a host.` });
  const pipes = takePipes(query.get('pipes'));
  const connection = upgrade(pipes === null ? LINK_PROTOCOL : PIPES_PROTOCOL);
  if (pipes) endTogether(connection, pipes);
  hosts.accept(pipes ?? { readable: connection, writable: connection }, as);
}

async function untilDecided(host: LinkedHost): Promise<void> {
  const endsAt = performance.now() + LINK_LIMIT_MS;
  const before = host.state;
  for (;;) {
    const { state, reason, nextAt, roundTripMs } = host.state;
    const isMeasured = state === 'up' && roundTripMs !== null;
    const hasFailed = state === 'down' && reason !== null && nextAt !== null && nextAt !== before.nextAt;
    if (isMeasured || hasFailed || host.host.target === null || performance.now() > endsAt) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

function hostJson({ host, state: link }: LinkedHost): Record<string, unknown> {
  return {
    name: host.name,
    target: host.target,
    command: host.command,
    allow: host.allow,
    fingerprint: host.key === null ? null : fingerprint(host.key),
    state: link.state,
    reason: link.reason,
    since: toIso(link.since),
    next_try_at: link.nextAt === null ? null : toIso(link.nextAt),
    version: link.version,
    round_trip_ms: link.roundTripMs === null ? null : Math.round(link.roundTripMs * 100) / 100,
    agents: link.agents.map(({ id, status }) => ({ id: `${id}@${host.name}`, status })),
    created_at: host.createdAt,
  };
}
