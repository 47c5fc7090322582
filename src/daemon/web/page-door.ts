/** The door of the page of `synapse web`: admits callers with a code or a session, and passes their requests on. */
import type { IncomingMessage, Server } from 'node:http';
import { join } from 'node:path';
import { API_ROOT, PAGE_KEY_HEADER, PAGE_ROOT } from '../../a2a/web/calls.js';
import { fail } from '../../errors.js';
import { agentPaths } from '../../paths.js';
import type { DaemonContext } from '../context.js';
import { fieldsOf, flagField } from '../http/door/fields.js';
import type { Exchange } from '../http/exchange.js';
import type { Route } from '../http/route.js';
import type { TeamAccess } from '../team/team-access.js';
import { PAGE_HEADERS, sendPageFile, sendSentence } from './page-files.js';
import { IDLE_MS, type PageSession, PageSessions } from './page-sessions.js';
import type { PageStreams } from './page-streams.js';

export interface PageDoorParts {
  readonly context: DaemonContext;
  readonly routes: readonly Route[];
  readonly team: TeamAccess;
  /** Somebody looks at a page, until what it returns is called. */
  readonly look: () => () => void;
  readonly port: number;
  /** Opens a further port on loopback; null if it is taken. */
  readonly listen: (port: number) => Promise<readonly Server[] | null>;
}

const NO_SESSION = [
  'This page of Synapse is open only to the person it belongs to.',
  'Run <code>synapse web</code> in a terminal to open it.',
  'このページを開くには、端末で <code>synapse web</code> を実行してください。',
];
const USED_CODE = [
  'This address has been used, or is too old.',
  'Run <code>synapse web</code> again to get a new one.',
  'このアドレスは使用済みか、期限切れです。もう一度 <code>synapse web</code> を実行してください。',
];

export class PageDoor {
  readonly #parts: PageDoorParts;
  readonly #sessions: PageSessions;
  #further: readonly Server[] = [];
  #streams: PageStreams | null = null;

  constructor(parts: PageDoorParts) {
    const { home, self, clock } = parts.context;
    this.#parts = parts;
    this.#sessions = new PageSessions(join(agentPaths(home, self.id).dir, 'web.json'), clock);
  }

  /** Serves the page on the further port again, if there was one. */
  async start(): Promise<void> {
    const { port } = this.#sessions;
    if (port !== null && !(await this.#openPort(port)))
      this.#parts.context.log.error('port of the page is taken', { port });
  }

  close(): void {
    this.#streams?.close();
    this.#closePort();
  }

  /** Whoever types the address of the port into a browser wants the page. */
  owns(path: string, { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
    if (path === '/web' || path.startsWith(PAGE_ROOT)) return true;
    return path === '/' && method === 'GET' && (headers.accept ?? '').includes('text/html');
  }

  /** The result is sent as JSON; undefined means that it has already been answered. */
  async answer(exchange: Exchange, path: string): Promise<unknown> {
    const { request, response } = exchange;
    const isPost = request.method === 'POST';
    if (path === '/') return void redirect(exchange, PAGE_ROOT);
    // Only the command of this person knows the caller key.
    if (exchange.caller.kind === 'self' && isPost && path === '/web/open') return this.#open(exchange);
    if (exchange.caller.kind === 'self' && isPost && path === '/web/logout') return this.#logout();
    if (path.startsWith('/web/enter/')) return this.#enter(exchange, path.slice('/web/enter/'.length));
    const session = this.#sessions.find(cookieOf(exchange));
    if (path.startsWith(`${API_ROOT}/`)) return this.#call(exchange, path.slice(API_ROOT.length), session);
    if (path === '/web/stream') return this.#stream(exchange, session);
    if (request.method !== 'GET') throw fail('method_not_allowed', { path, method: request.method });
    if (session === null) return void sendSentence(response, 401, NO_SESSION);
    exchange.trust();
    const name = path === '/web' || path === PAGE_ROOT ? 'index.html' : path.slice(PAGE_ROOT.length);
    if (name === 'index.html') {
      response.setHeader('set-cookie', cookieFor(exchange, cookieOf(exchange) as string));
      // The names in it are relative to the root.
      if (path === '/web') return void redirect(exchange, PAGE_ROOT);
    }
    if (!sendPageFile(response, name)) throw fail('not_found', { path });
    return undefined;
  }

  async #open({ body }: Exchange): Promise<unknown> {
    const fields = fieldsOf(await body());
    const { port } = fields;
    if (port !== undefined && !(Number.isInteger(port) && (port as number) > 0 && (port as number) < 65_536))
      throw fail('invalid_request', { reason: 'The port must be a whole number from 1 to 65535.' });
    if (typeof port === 'number' && port !== this.#parts.port && port !== this.#sessions.port) {
      if (!(await this.#openPort(port))) throw fail('port_taken', { port });
      this.#sessions.keepPort(port);
    }
    const code = this.#sessions.newCode(flagField(fields, 'read_only'));
    return { url: `http://localhost:${port ?? this.#parts.port}/web/enter/${code}` };
  }

  #logout(): unknown {
    const ended = this.#sessions.end();
    this.#streams?.endAll();
    this.#closePort();
    return { ended };
  }

  #enter(exchange: Exchange, code: string): undefined {
    if (exchange.request.method !== 'GET')
      throw fail('method_not_allowed', { path: '/web/enter', method: exchange.request.method });
    const secrets = this.#sessions.enter(code);
    if (secrets === null) return void sendSentence(exchange.response, 401, USED_CODE);
    exchange.trust();
    exchange.response.setHeader('set-cookie', cookieFor(exchange, secrets.cookie));
    redirect(exchange, `${PAGE_ROOT}#key=${secrets.key}`);
    return undefined;
  }

  async #call(exchange: Exchange, path: string, session: PageSession | null): Promise<unknown> {
    const key = exchange.request.headers[PAGE_KEY_HEADER];
    this.#mustBePage(session, typeof key === 'string' ? key : null);
    exchange.trust();
    exchange.response.setHeader('cache-control', 'no-store');
    const { answerCall } = await import('./page-calls.js');
    return answerCall(this.#parts, exchange, path, session.readOnly);
  }

  async #stream(exchange: Exchange, session: PageSession | null): Promise<undefined> {
    const offered = exchange.request.headers['sec-websocket-protocol']?.split(/,\s*/) ?? [];
    const key = offered.find((each) => each.startsWith('key.'))?.slice('key.'.length) ?? null;
    this.#mustBePage(session, key);
    if (exchange.request.headers.origin === undefined) throw fail('forbidden_origin', { host: 'no origin' });
    const bare = exchange.bare?.();
    if (!bare) throw fail('invalid_request', { reason: 'This route requires an upgrade to websocket.' });
    exchange.trust();
    const { PageStreams } = await import('./page-streams.js');
    this.#streams ??= new PageStreams(this.#parts.context);
    const cookie = cookieOf(exchange);
    this.#streams.add(exchange.request, bare, {
      readOnly: session.readOnly,
      look: this.#parts.look,
      isStillOpen: () => this.#sessions.find(cookie) !== null,
    });
    return undefined;
  }

  #mustBePage(session: PageSession | null, key: string | null): asserts session is PageSession {
    if (session === null || !this.#sessions.isPage(session, key)) throw fail('page_closed');
  }

  async #openPort(port: number): Promise<boolean> {
    this.#closePort();
    const servers = await this.#parts.listen(port);
    this.#further = servers ?? [];
    return servers !== null;
  }

  #closePort(): void {
    for (const server of this.#further) {
      server.close();
      server.closeAllConnections();
    }
    this.#further = [];
  }
}

/** Cookies are shared by all ports of a host, so each port has its own. */
function cookieName({ request }: Exchange): string {
  return `synapse-${request.socket.localPort ?? 0}`;
}

function cookieOf(exchange: Exchange): string | null {
  const name = cookieName(exchange);
  const pairs = exchange.request.headers.cookie?.split(/;\s*/) ?? [];
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
}

function cookieFor(exchange: Exchange, value: string): string {
  const about = ['HttpOnly', 'SameSite=Strict', `Path=${PAGE_ROOT}`, `Max-Age=${IDLE_MS / 1000}`];
  return [`${cookieName(exchange)}=${value}`, ...about].join('; ');
}

function redirect({ response }: Exchange, location: string): void {
  response.writeHead(303, { ...PAGE_HEADERS, location });
  response.end();
}
