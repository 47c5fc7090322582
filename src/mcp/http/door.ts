/**
 * `/mcp` of a daemon. Each request has a server of its own, made for its caller, so nothing can reach another one. Clients
 * of older revisions can have a session, which lets them be told of changes.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  createMcpHandler,
  isLegacyRequest,
  legacyStatelessFallback,
  type Server,
  type ServerEvent,
  type ServerEventBus,
} from '@modelcontextprotocol/server';
import type { McpCaller } from '../caller.js';
import type { Changes } from '../resources/changes.js';
import { changesFor, listenedUris } from '../resources/watched.js';
import { makeServer, type Serving } from '../server.js';
import type { Asker } from './asker.js';
import { LegacySessions } from './legacy-sessions.js';
import { mayTakeLong } from './long-calls.js';
import { asWebRequest, sendWebResponse } from './web.js';

export interface HttpCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly caller: McpCaller;
  /** The parsed body of a POST. */
  readonly body: unknown;
  /** Whether the credential is still valid. It may be revoked while an answer is open. */
  readonly isAllowed: () => Promise<boolean>;
}

/** How often the credential of an open answer is looked at. */
const LOOK_AGAIN_MS = 5_000;
/** Each takes connections to daemons, and this process can have only a limited number. */
const MOST_LISTENING = 64;

type MakeServer = (serving: Serving) => Server;

export class HttpDoor {
  readonly #makeServer: MakeServer;
  readonly #sessions: LegacySessions;
  /** Oldest first. */
  readonly #listening = new Set<Asker>();

  constructor(make: MakeServer = makeServer) {
    this.#makeServer = make;
    this.#sessions = new LegacySessions((caller, changes) => this.#serverFor(caller, changes));
  }

  async handle({ request, response, caller, body, isAllowed }: HttpCall): Promise<void> {
    const hangUp = () => void response.destroy();
    const look = async () => (await isAllowed()) || hangUp();
    const timer = setInterval(() => void look(), LOOK_AGAIN_MS).unref();
    response.once('close', () => clearInterval(timer));
    const asked = asWebRequest(request, response);
    await sendWebResponse(await this.#answer(asked, { caller, body, isAllowed, hangUp }), response);
  }

  close(): void {
    this.#sessions.close();
  }

  async #answer(request: Request, asker: Asker): Promise<Response> {
    const { caller, body: parsedBody } = asker;
    if (request.method !== 'POST' || (await isLegacyRequest(request, parsedBody))) {
      const inSession = await this.#sessions.answer(request, asker);
      return inSession ?? legacyStatelessFallback(() => this.#serverFor(caller, null))(request, { parsedBody });
    }
    return this.#answerModern(request, asker);
  }

  async #answerModern(request: Request, asker: Asker): Promise<Response> {
    const { caller, body: parsedBody } = asker;
    const bus = new CallerBus();
    const { method, params } = parsedBody as { method?: unknown; params?: unknown };
    if (method === 'subscriptions/listen') {
      this.#join(asker, request.signal);
      await bus.watch(asker, listenedUris(params), request.signal);
    }
    const handler = createMcpHandler(() => this.#serverFor(caller, null), {
      legacy: 'reject',
      responseMode: mayTakeLong(method, params) ? 'sse' : 'auto',
      bus,
    });
    return handler.fetch(request, { parsedBody });
  }

  /** A client that is ended listens again, if it is still there. */
  #join(asker: Asker, signal: AbortSignal): void {
    this.#listening.add(asker);
    signal.addEventListener('abort', () => this.#listening.delete(asker));
    const [oldest] = this.#listening;
    if (this.#listening.size > MOST_LISTENING) oldest?.hangUp();
  }

  #serverFor(caller: McpCaller, changes: Changes | null): Server {
    return this.#makeServer({ identify: async () => caller, language: caller.language, changes });
  }
}

/** The changes that one request listens to. The bus of the SDK knows no callers, so nobody shares one. */
class CallerBus implements ServerEventBus {
  readonly #listeners = new Set<(event: ServerEvent) => void>();

  async watch(asker: Asker, uris: readonly string[], signal: AbortSignal): Promise<void> {
    const changes = changesFor(asker, (uri) => this.publish({ kind: 'resource_updated', uri }));
    signal.addEventListener('abort', () => changes.close());
    for (const uri of uris) await changes.watch(uri);
    if (signal.aborted) changes.close();
  }

  publish(event: ServerEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  subscribe(listener: (event: ServerEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
