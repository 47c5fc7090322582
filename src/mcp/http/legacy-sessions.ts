/**
 * The sessions of clients that begin with `initialize`. A session belongs to the caller that began it. An id that is not
 * known, because the daemon was restarted or the session was the oldest of many, is served without a session: clients
 * keep sending an old id for ever, and would fail for ever.
 */
import { randomUUID } from 'node:crypto';
import {
  isInitializeRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { callerKey, type McpCaller } from '../caller.js';
import type { Changes } from '../resources/changes.js';
import { changesFor } from '../resources/watched.js';
import type { Asker } from './asker.js';
import { rpcError } from './web.js';

interface Session {
  readonly owner: string;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly changes: Changes;
}

/** A client that does not end its session would keep it for ever. */
const MOST_SESSIONS = 64;
const MOST_CLOSED = 1_000;
const SESSION_NOT_FOUND = -32_001;

export class LegacySessions {
  readonly #makeServer: (caller: McpCaller, changes: Changes) => Server;
  /** The one that was used last comes last. */
  readonly #open = new Map<string, Session>();
  /** The ids that their clients have closed. */
  readonly #closed = new Set<string>();

  constructor(makeServer: (caller: McpCaller, changes: Changes) => Server) {
    this.#makeServer = makeServer;
  }

  /** Null if the request has to be served without a session. */
  async answer(request: Request, asker: Asker): Promise<Response | null> {
    const { caller, body: parsedBody } = asker;
    const id = request.headers.get('mcp-session-id');
    if (id === null) return isInitialize(parsedBody) ? this.#begin(request, asker) : null;
    if (this.#closed.has(id)) return rpcError(404, SESSION_NOT_FOUND, 'Session not found');
    const session = this.#open.get(id);
    if (session?.owner !== callerKey(caller)) return null;
    this.#open.delete(id);
    this.#open.set(id, session);
    return session.transport.handleRequest(request, { parsedBody });
  }

  close(): void {
    for (const id of [...this.#open.keys()]) this.#end(id);
  }

  async #begin(request: Request, { caller, body: parsedBody, isAllowed }: Asker): Promise<Response> {
    let id: string | undefined;
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (given) => {
        id = given;
        this.#keep(given, { owner: callerKey(caller), transport, changes });
      },
      onsessionclosed: (given) => this.#forget(given),
    });
    const hangUp = () => id !== undefined && this.#end(id);
    const tell = (uri: string) => void server.sendResourceUpdated({ uri }).catch(() => {});
    const changes = changesFor({ caller, isAllowed, hangUp }, tell);
    const server = this.#makeServer(caller, changes);
    await server.connect(transport);
    return transport.handleRequest(request, { parsedBody });
  }

  #keep(id: string, session: Session): void {
    this.#open.set(id, session);
    const [oldest] = this.#open.keys();
    if (this.#open.size > MOST_SESSIONS && oldest !== undefined) this.#end(oldest);
  }

  /** The client has closed it. */
  #forget(id: string): void {
    this.#closed.add(id);
    const [oldest] = this.#closed;
    if (this.#closed.size > MOST_CLOSED && oldest !== undefined) this.#closed.delete(oldest);
    this.#end(id);
  }

  #end(id: string): void {
    const session = this.#open.get(id);
    this.#open.delete(id);
    session?.changes.close();
    session?.transport.close().catch(() => {});
  }
}

/** It may come in a batch, although it should not. */
function isInitialize(body: unknown): boolean {
  return [body].flat().some((message) => isInitializeRequest(message));
}
