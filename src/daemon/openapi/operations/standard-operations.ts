/** Routes of standards that others describe, and those that are open to everybody. */
import type { Operations } from '../operation.js';
import { facts, object, orNull, type Schema, text, whole, words } from '../schema.js';

/** The errors of JSON-RPC have their own form. */
const RPC_ERROR: Schema = object({
  jsonrpc: words('2.0'),
  id: orNull({ type: ['string', 'integer'] }),
  error: object({ code: whole, message: text }),
});
const MCP = 'A message of the [Model Context Protocol](https://modelcontextprotocol.io); see docs/mcp.md.';
const RPC_MESSAGE: Schema = { anyOf: [facts, { type: 'array', items: facts }], description: MCP };

export const STANDARD_OPERATIONS: Operations = {
  'POST /mcp': {
    access: 'session',
    summary: 'Takes a message of the Model Context Protocol',
    details: MCP,
    body: RPC_MESSAGE,
    answer: { media: 'application/json, text/event-stream', each: RPC_MESSAGE },
    errors: ['session_token_invalid', 'session_expired', 'agent_not_running'],
    standard: { 202: 'empty', 400: RPC_ERROR, 404: RPC_ERROR, 406: RPC_ERROR, 413: RPC_ERROR, 415: RPC_ERROR },
  },
  'GET /mcp': {
    access: 'session',
    summary: 'Streams notifications to a client that has an MCP session',
    answer: { media: 'text/event-stream', each: RPC_MESSAGE },
    errors: ['session_token_invalid', 'session_expired', 'agent_not_running'],
    standard: { 404: RPC_ERROR, 405: RPC_ERROR, 406: RPC_ERROR },
  },
  'DELETE /mcp': {
    access: 'session',
    summary: 'Ends an MCP session',
    answer: 'empty',
    errors: ['session_token_invalid', 'session_expired', 'agent_not_running'],
    standard: { 404: RPC_ERROR, 405: RPC_ERROR },
  },
  'GET /openapi.json': {
    access: 'known',
    summary: 'Returns this document',
    answer: facts,
  },
  'GET /healthz': {
    access: 'open',
    summary: 'Says that the daemon is there',
    answer: object({ status: words('ok'), agent: text }),
  },
};
