/** `/mcp`: finds out who calls, and hands the request to the MCP bundle, which is loaded with the first one. */
import { INSTANCE_HEADER } from '../../a2a/local.js';
import { asSynapseError, fail } from '../../errors.js';
import type { HttpDoor, McpCaller } from '../../mcp/main.js';
import { isRunning } from '../../registry/entry.js';
import { findToken, isFor } from '../../registry/tokens.js';
import type { DaemonContext } from '../context.js';
import { type Exchange, languageAsked, NOBODY, sendJson } from '../http/exchange.js';
import { Once } from '../once.js';
import type { TeamAccess } from '../team/team-access.js';

export interface McpParts {
  readonly context: DaemonContext;
  readonly team: TeamAccess;
}

export class McpRequests {
  readonly #parts: McpParts;
  readonly #door = new Once<HttpDoor>(async () => new (await import('../../mcp/main.js')).HttpDoor());

  constructor(parts: McpParts) {
    this.#parts = parts;
  }

  async handle(exchange: Exchange): Promise<undefined> {
    const { request, response } = exchange;
    const caller = await callerOf(this.#parts, exchange);
    let body: unknown;
    if (request.method === 'POST') {
      try {
        body = isJson(request.headers['content-type']) ? await exchange.body() : undefined;
      } catch (error) {
        return refuse(exchange, error);
      }
      if (body === undefined) return sendRpcError(exchange, 415, BAD_REQUEST, 'Content-Type must be application/json');
    }
    const isAllowed = () => stillHolds(this.#parts, exchange, caller);
    await (await this.#door.get()).handle({ request, response, caller, body, isAllowed });
    return undefined;
  }

  async close(): Promise<void> {
    (await this.#door.ifUsed())?.close();
  }
}

/** Whether the credential of an answer that is still open is valid. */
async function stillHolds({ context, team }: McpParts, exchange: Exchange, caller: McpCaller): Promise<boolean> {
  if (caller.kind === 'outside') return findToken(context.home, caller.token) !== null;
  if (caller.sessionToken === null) return true;
  const { bearerSession } = await import('../team/tool-requests.js');
  return bearerSession(team, exchange).then(
    () => true,
    // A store that cannot be read now says nothing about the session.
    (error: unknown) => asSynapseError(error).status !== 401,
  );
}

/** By the credential alone. A session acts as its agent where that runs; the mail of an agent is in its own daemon. */
async function callerOf({ context, team }: McpParts, exchange: Exchange): Promise<McpCaller> {
  const { caller, request } = exchange;
  const { home, registry } = context;
  const language = languageAsked(request) ?? context.language;
  const bearer = /^Bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const instance = request.headers[INSTANCE_HEADER];
  const at = (id: string) => {
    const agent = registry.get(id);
    return agent && isRunning(agent) ? agent : null;
  };
  const asAgent = (id: string, sessionToken: string | null): McpCaller | null => {
    const agent = at(id);
    if (!agent) return null;
    const daemon = { id, socket: agent.live.socket, terminal: typeof instance === 'string' ? instance : '' };
    return { kind: 'agent', home, language, daemon, isPerson: agent.kind === 'human', sessionToken };
  };
  if (caller === NOBODY) {
    const { bearerSession } = await import('../team/tool-requests.js');
    const { agentId } = await bearerSession(team, exchange);
    const own = at(context.self.id);
    if (!own) throw fail('agent_not_running', { agent: context.self.id });
    const daemon = { id: own.id, socket: own.live.socket, terminal: '' };
    return asAgent(agentId, bearer) ?? { kind: 'session', home, language, daemon, agentId, sessionToken: bearer };
  }
  if (caller.kind === 'outside') {
    const found = findToken(home, bearer);
    const reaches = ({ id }: { readonly id: string }) => found !== null && isFor(found, id);
    return { kind: 'outside', home, language, id: caller.id, token: bearer, reaches };
  }
  const agent = asAgent(caller.id, null);
  if (!agent) throw fail('agent_not_running', { agent: caller.id });
  return agent;
}

/** The codes of JSON-RPC; what has no code of its own gets the first that is free for servers. */
const PARSE_ERROR = -32_700;
const BAD_REQUEST = -32_000;

/** A body that cannot be read is an error of JSON-RPC. */
function refuse(exchange: Exchange, error: unknown): undefined {
  const { code, status, message } = asSynapseError(error);
  if (code !== 'invalid_request' && code !== 'content_too_large') throw error;
  return sendRpcError(exchange, status, code === 'invalid_request' ? PARSE_ERROR : BAD_REQUEST, message);
}

function sendRpcError({ request, response }: Exchange, status: number, code: number, message: string): undefined {
  // The rest of a body that nobody reads would be taken for the next request.
  if (!request.complete) response.setHeader('connection', 'close');
  sendJson(response, status, { jsonrpc: '2.0', id: null, error: { code, message } });
  request.resume();
}

function isJson(type: string | undefined): boolean {
  return /^application\/json\s*(?:;|$)/i.test(type ?? '');
}
