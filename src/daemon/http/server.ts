/** The HTTP server of a daemon, for its port and its Unix socket, with every check that comes before a route. */
import { createServer, type IncomingMessage, type Server, ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { MAX_BODY_BYTES } from '../../a2a/decode.js';
import { TERMINAL_PROTOCOL } from '../../a2a/frames.js';
import { asSynapseError, fail } from '../../errors.js';
import type { Log } from '../../log.js';
import { readableStack } from '../../readable-stack.js';
import type { Caller, Callers } from './callers.js';
import { type Exchange, NOBODY, sendJson } from './exchange.js';
import { findRoute, type Route } from './route.js';

export interface Door {
  readonly agent: string;
  readonly routes: readonly Route[];
  readonly callers: Callers;
  readonly log: Log;
  /** Further host names that are allowed, besides those of the loopback. */
  readonly hosts: readonly string[];
}

const HEADERS_LIMIT_MS = 10_000;
const BODY_LIMIT_MS = 30_000;
const NO_QUERY = new URLSearchParams();

/** Requests wait until the agent behind the door is put together. */
export function makeServer(door: Promise<Door>): Server {
  const server = createServer(
    {
      headersTimeout: HEADERS_LIMIT_MS,
      requestTimeout: HEADERS_LIMIT_MS + BODY_LIMIT_MS,
      connectionsCheckingInterval: 5_000,
      keepAliveTimeout: 60_000,
    },
    (request, response) => void door.then((open) => answer(open, request, response)),
  );
  server.on('upgrade', (request, socket, head) => {
    if (request.headers.upgrade?.toLowerCase() !== TERMINAL_PROTOCOL) takeAsPlain(server, request, socket, head);
    else void door.then((open) => answerUpgrade(open, request, socket, head));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (socket.writable) socket.end(unreadable(error.code === 'ERR_HTTP_REQUEST_TIMEOUT'));
    else socket.destroy();
  });
  return server;
}

/** The answer to what is not HTTP or did not come in time, for which Node has no response object. */
function unreadable(isLate: boolean): string {
  const error = isLate
    ? fail('request_timeout')
    : fail('invalid_request', { reason: 'The request could not be read as HTTP.' });
  const body = JSON.stringify(error.toBody());
  const status = `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`;
  const head = [status, 'connection: close', 'content-type: application/json; charset=utf-8'];
  return `${[...head, `content-length: ${Buffer.byteLength(body)}`].join('\r\n')}\r\n\r\n${body}`;
}

/** Handles an upgrade with the same checks and routes as any request. A refusal is an ordinary answer. */
async function answerUpgrade(door: Door, request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
  socket.on('error', () => {});
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket as Socket);
  response.once('finish', () => socket.end());
  await answer(door, request, response, (protocol) => {
    response.detachSocket(socket as Socket);
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: ${protocol}\r\n\r\n`);
    if (head.length > 0) socket.unshift(head);
    return socket;
  });
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

async function answer(
  door: Door,
  request: IncomingMessage,
  response: ServerResponse,
  upgrade?: Exchange['upgrade'],
): Promise<void> {
  try {
    checkOrigin(door, request);
    const url = request.url ?? '/';
    const mark = url.indexOf('?');
    const { route, params } = findRoute(door.routes, request.method ?? 'GET', mark < 0 ? url : url.slice(0, mark));
    const caller = route.access === 'open' ? NOBODY : identify(door, request, route);
    const query = mark < 0 ? NO_QUERY : new URLSearchParams(url.slice(mark));
    const result = await route.handle({
      request,
      response,
      caller,
      params,
      query,
      body: async () => readBody(request),
      ...(upgrade ? { upgrade } : {}),
    });
    if (result !== undefined) sendJson(response, 200, result);
  } catch (error) {
    refuse(door, request, response, error);
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
  const caller = door.callers.identify(request.headers.authorization);
  // The tools check the session themselves.
  if (route.access === 'session') return caller ?? NOBODY;
  if (!caller) throw fail('authentication_required');
  if (route.access === 'self' && caller.kind !== 'self')
    throw fail('forbidden', { caller: caller.id, agent: door.agent });
  return caller;
}

/** Reads by events, because an async iterator over the request costs more than parsing the body. */
function readBody(request: IncomingMessage): Promise<unknown> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > MAX_BODY_BYTES) throw tooLarge(announced);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) reject(tooLarge(size));
      else chunks.push(chunk);
    });
    request.on('error', reject);
    request.on('aborted', () => reject(fail('invalid_request', { reason: 'The request was interrupted.' })));
    request.on('end', () => {
      try {
        resolve(parseJson(chunks));
      } catch (error) {
        reject(error);
      }
    });
  });
}

function parseJson(chunks: readonly Buffer[]): unknown {
  const body = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw fail('invalid_request', { reason: 'The body is not valid JSON.' });
  }
}

function tooLarge(size: number) {
  return fail('content_too_large', { what: 'The request', size, limit: MAX_BODY_BYTES });
}

function refuse(door: Door, request: IncomingMessage, response: ServerResponse, error: unknown): void {
  const known = asSynapseError(error);
  if (known.code === 'internal_error') {
    door.log.error('request failed', { path: request.url, reason: readableStack(error) });
  }
  // The rest of a body that nobody reads would be taken for the next request.
  if (!request.complete && !response.headersSent) response.setHeader('connection', 'close');
  // Half an answer must not look as if more were coming.
  if (response.headersSent && !response.writableEnded) response.destroy();
  sendJson(response, known.status, known.toBody());
  if (!request.complete) request.resume();
}
