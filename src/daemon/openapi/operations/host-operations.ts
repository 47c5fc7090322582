/** Routes about other hosts, of the daemon that keeps the links to them. */
import { ALLOWANCES } from '../../../registry/hosts/allowances.js';
import type { Operations } from '../operation.js';
import { about, anything, instant, list, number, object, optional, orNull, text, words } from '../schema.js';

const ALLOW = about(list(words(...ALLOWANCES)), 'what that host may do here beyond mail');
const LISTED = object({ id: text, status: text });
const HOST = object({
  name: text,
  target: orNull(text),
  command: orNull(text),
  allow: ALLOW,
  fingerprint: orNull(text),
  state: words('up', 'down'),
  reason: orNull(text),
  since: instant,
  next_try_at: orNull(instant),
  version: orNull(text),
  round_trip_ms: orNull(number),
  agents: list(LISTED),
  created_at: instant,
});
const SSH_AUTH_SOCK = about(orNull(text), 'the socket of the ssh agent to use from now on');

export const HOST_OPERATIONS: Operations = {
  'GET /hosts': {
    access: 'self',
    summary: 'Lists the other hosts and their links',
    answer: object({ self: object({ name: text, fingerprint: text }), hosts: list(HOST) }),
  },
  'POST /hosts': {
    access: 'self',
    summary: 'Links to another host over ssh, and waits for the first link',
    details: 'Without a target, a host that is known already keeps its own, and only what it may do here is changed.',
    body: object({
      ...{
        name: text,
        target: optional(orNull(text)),
        command: optional(orNull(text)),
        allow: optional(orNull(ALLOW)),
      },
      ssh_auth_sock: optional(SSH_AUTH_SOCK),
    }),
    answer: object({ host: HOST }),
    errors: ['invalid_request', 'host_not_found', 'host_is_here', 'host_known_otherwise'],
  },
  'POST /hosts/call': {
    access: 'known',
    summary: 'Passes on what an agent of this home asks of an agent on another host',
    details:
      'Only requests about messages are passed on, and what the other host may have allowed: `GET /screen`, `GET /dialog`, `POST /control/answer` and `POST /start`. The answer is that of the other host, with its status.',
    body: object({
      ...{ to: text, method: words('GET', 'POST'), path: text },
      ...{ store: optional(orNull(text)), body: optional(anything) },
    }),
    answer: anything,
    errors: ['invalid_request', 'host_unreachable'],
  },
  'GET /hosts/attach': {
    access: 'self',
    summary: 'Shows the terminal of an agent on another host, if that host allows it',
    details: 'The request asks for an upgrade of the connection, which then carries frames as that of `GET /attach`.',
    query: { to: about(text, 'the agent, such as `rex@gpu`; the other parameters are those of `GET /attach`') },
    answer: { switchesTo: 'synapse-terminal' },
    errors: ['invalid_request', 'host_unreachable'],
  },
  'POST /hosts/:name/check': {
    access: 'self',
    summary: 'Tries at once to reach a host whose link is down',
    body: object({ ssh_auth_sock: optional(SSH_AUTH_SOCK) }),
    answer: object({ host: HOST }),
    errors: ['invalid_request', 'host_not_found'],
  },
  'DELETE /hosts/:name': {
    access: 'self',
    summary: 'Ends the link to a host and forgets its key',
    answer: object({ name: text, removed: { const: true } }),
    errors: ['invalid_request', 'host_not_found'],
  },
  'GET /bridge': {
    access: 'self',
    summary: 'Lets another host in',
    details: 'The request asks for an upgrade of the connection, which then carries the frames of a link.',
    query: {
      as: about(text, 'the name that the other host has here'),
      pipes: about(
        text,
        'the process of the bridge and the inodes of its two pipes, which the daemon takes over if it can',
      ),
    },
    answer: { switchesTo: 'the protocol of a link' },
    errors: ['invalid_request'],
  },
};
