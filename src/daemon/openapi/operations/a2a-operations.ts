/** Routes of the A2A standard, which describes their requests, answers and errors itself. */
import type { Operation, Operations } from '../operation.js';
import { facts, type Schema } from '../schema.js';

const A2A = 'See docs/a2a.md and the [A2A specification](https://a2a-protocol.org).';
const CARD: Operation = {
  access: 'open',
  summary: 'Returns the agent card',
  details: 'The header `A2A-Version` says which form of the card the client reads.',
  answer: { ...facts, description: 'An agent card of A2A.' },
  standard: { 304: 'empty' },
};
const BODY: Schema = { ...facts, description: A2A };
const BOTH = 'application/json, application/a2a+json, text/event-stream';
const RPC: Operation = {
  access: 'known',
  summary: 'Takes a request of A2A over JSON-RPC, version 1.0 or 0.3',
  details: `${A2A} Its errors are those of JSON-RPC, with the status 200.`,
  body: BODY,
  answer: { media: BOTH, each: BODY },
  isStandard: true,
};
const READ: Operation = {
  access: 'known',
  summary: 'Answers a request of A2A over HTTP+JSON',
  details: A2A,
  answer: { media: BOTH, each: BODY },
  isStandard: true,
};
const WRITE: Operation = { ...READ, body: BODY };

const CONFIGS = '/a2a/rest/tasks/:task/pushNotificationConfigs';

export const A2A_OPERATIONS: Operations = {
  'GET /.well-known/agent-card.json': CARD,
  'GET /.well-known/agent.json': { ...CARD, summary: 'Returns the agent card in the form of A2A 0.3' },
  'GET /a2a/v0.3/.well-known/agent-card.json': { ...CARD, summary: 'Returns the card for clients of A2A 0.3' },
  'GET /a2a/v0.3/.well-known/agent.json': { ...CARD, summary: 'Returns the card for clients of A2A 0.3' },
  'POST /a2a': RPC,
  'POST /a2a/': RPC,
  'GET /a2a/rest/:operation': READ,
  'POST /a2a/rest/:operation': WRITE,
  'GET /a2a/rest/tasks/:task': READ,
  'POST /a2a/rest/tasks/:task': WRITE,
  [`GET ${CONFIGS}`]: READ,
  [`POST ${CONFIGS}`]: WRITE,
  [`GET ${CONFIGS}/:config`]: READ,
  [`DELETE ${CONFIGS}/:config`]: READ,
};
