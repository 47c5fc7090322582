/** The HTTP server of a daemon, for its port and its Unix socket, with every check that comes before a route. */
import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { LINK_PROTOCOL } from '../../a2a/address.js';
import { TERMINAL_PROTOCOL } from '../../a2a/frames.js';
import { asSynapseError, fail } from '../../errors.js';
import type { Log } from '../../log.js';
import { readableStack } from '../../readable-stack.js';
import type { PageDoor } from '../web/page-door.js';
import type { Caller, Callers } from './callers.js';
import { type ConnectionLimits, Connections } from './door/connections.js';
import { readBody, skipRest } from './door/read-body.js';
import { isForSandboxes, isSandboxed } from './door/sandbox-routes.js';
import { type Bare, type Exchange, languageAsked, NOBODY, sendJson } from './exchange.js';
import { findRoute, type Route } from './route.js';

export interface Door {
  readonly agent: string;
  readonly routes: readonly Route[];
  readonly callers: Callers;
  /** Who really asks, if the caller speaks for somebody else. */
  readonly speakFor: (caller: Caller, request: IncomingMessage) => Caller;
  readonly log: Log;
  /** Further host names that are allowed, besides those of the loopback. */
  readonly hosts: readonly string[];
  /** The page of `synapse web`; only people have one. */
  readonly page: Page | null;
}

type Page = Pick<PageDoor, 'answer' | 'owns'>;

/** What clients are told. A connection on which something begins to arrive lives a little longer. */
const KEEP_ALIVE_MS = 5_000;
const NO_QUERY = new URLSearchParams();
const STREAM_PATH = '/web/stream';

/** Requests wait until the agent behind the door is put together. */
export function makeServer(door: Promise<Door>, limits: ConnectionLimits): Server {
  const connections = new Connections(limits);
  const { headersMs, bodyMs } = limits;
  // Node checks its own limits rarely. They are for what comes between two answers of a client that does not wait.
  const server = createServer(
    { headersTimeout: headersMs, requestTimeout: headersMs + bodyMs, keepAliveTimeout: KEEP_ALIVE_MS },
    (request, response) => {
      // Its end came a moment before the rest of its headers.
      if (request.socket.writableEnded) return void request.socket.destroy();
      connections.begin(request, response);
      void door.then((open) => answer(open, { request, response, connections }));
    },
  );
  server.on('connection', (socket) => connections.add(socket));
  server.on('upgrade', (request, socket, head) => {
    if (!isUpgrade(request)) return takeAsPlain(server, request, socket, head);
    connections.upgrade(socket);
    void door.then((open) => answerUpgrade(open, { request, socket, head, connections }));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    const reason = 'The request could not be read as HTTP.';
    connections.hangUp(socket, isLate ? fail('request_timeout') : fail('invalid_request', { reason }));
  });
  return server;
}

/** A terminal, a link between hosts, or the stream of the page. */
function isUpgrade({ headers, url }: IncomingMessage): boolean {
  const protocol = headers.upgrade?.toLowerCase();
  return (
    protocol === TERMINAL_PROTOCOL || protocol === LINK_PROTOCOL || (protocol === 'websocket' && url === STREAM_PATH)
  );
}

interface Upgrading {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
  readonly connections: Connections;
}

/** Handles an upgrade with the same checks and routes as any request. A refusal is an ordinary answer. */
async function answerUpgrade(door: Door, { request, socket, head, connections }: Upgrading): Promise<void> {
  socket.on('error', () => {});
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket as Socket);
  response.once('finish', () => connections.hangUp(socket));
  const upgrade = (protocol: string): Duplex => {
    response.detachSocket(socket as Socket);
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: ${protocol}\r\n\r\n`);
    if (head.length > 0) socket.unshift(head);
    return socket;
  };
  const bare = (): Bare => {
    response.detachSocket(socket as Socket);
    return { socket, head };
  };
  await answer(door, { request, response, connections, upgrade, bare });
}

/** Answers a request for an upgrade that we do not know as if it were none: some clients offer HTTP/2 with every request. */
function takeAsPlain(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { method, url, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/1.1`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (!/^(?:connection|upgrade|http2-settings)$/i.test(rawHeaders[index] as string)) {
      lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
    }
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}

interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly connections: Connections;
  readonly upgrade?: Exchange['upgrade'];
  readonly bare?: Exchange['bare'];
}

async function answer(door: Door, asked: Asked): Promise<void> {
  const { request, response, connections } = asked;
  try {
    checkOrigin(door, request);
    const url = request.url ?? '/';
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    const query = mark < 0 ? NO_QUERY : new URLSearchParams(url.slice(mark));
    const exchangeAs = (caller: Caller, params: Exchange['params']): Exchange => {
      const trust = () => connections.trust(request.socket);
      if (caller !== NOBODY) trust();
      const { upgrade, bare } = asked;
      const more = { ...(upgrade ? { upgrade } : {}), ...(bare ? { bare } : {}) };
      const body = () => readBody(request, caller === NOBODY);
      return { request, response, caller, trust, params, query, body, ...more };
    };
    if (door.page?.owns(path, request)) {
      if (isSandboxed(request.socket)) throw fail('not_from_sandbox', { path });
      const known = door.callers.identify(request.headers.authorization);
      // What comes from another host does not speak for this person.
      const caller = (known && door.speakFor(known, request)) ?? NOBODY;
      const result = await door.page.answer(exchangeAs(caller, {}), path);
      if (result !== undefined) sendJson(response, 200, result);
      return;
    }
    const { route, params } = findRoute(door.routes, request.method ?? 'GET', path);
    if (isSandboxed(request.socket) && !isForSandboxes(route)) throw fail('not_from_sandbox', { path: route.path });
    const caller = route.access === 'open' ? NOBODY : identify(door, request, route);
    const result = await route.handle(exchangeAs(caller, params));
    if (result !== undefined) sendJson(response, 200, result);
  } catch (error) {
    await refuse(door, request, response, error);
  }
}

/** Refuses web pages, which reach the loopback by rebinding their own name (seen in Host) or across origins (in Origin). */
function checkOrigin(door: Door, request: IncomingMessage): void {
  const host = request.headers.host ?? '';
  if (!isAllowedHost(host, door.hosts)) throw fail('forbidden_origin', { host: host || 'no host' });
  const { origin } = request.headers;
  if (origin !== undefined && origin !== `http://${host}`) throw fail('forbidden_origin', { host: origin });
}

function isAllowedHost(host: string, configured: readonly string[]): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return name === 'localhost' || name === '127.0.0.1' || name === '[::1]' || configured.includes(name);
}

function identify(door: Door, request: IncomingMessage, route: Route): Caller {
  const known = door.callers.identify(request.headers.authorization);
  const caller = known && door.speakFor(known, request);
  // The tools check the session themselves.
  if (route.access === 'session') return caller ?? NOBODY;
  if (!caller) throw fail('authentication_required');
  if (route.access === 'self' && caller.kind !== 'self')
    throw fail('forbidden', { caller: caller.id, agent: door.agent });
  return caller;
}

async function refuse(door: Door, request: IncomingMessage, response: ServerResponse, error: unknown): Promise<void> {
  const known = asSynapseError(error);
  if (known.code === 'internal_error') {
    door.log.error('request failed', { path: request.url, reason: readableStack(error) });
  }
  if (!request.complete) await skipRest(request);
  // The rest of a body that nobody reads would be taken for the next request.
  if (!request.complete && !response.headersSent) response.setHeader('connection', 'close');
  if (known.status === 401 && !response.headersSent) response.setHeader('www-authenticate', 'Bearer');
  // Half an answer must not look as if more were coming.
  if (response.headersSent && !response.writableEnded) response.destroy();
  sendJson(response, known.status, known.in(languageAsked(request) ?? 'en').toBody());
  if (!request.complete) request.resume();
}
