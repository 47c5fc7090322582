/** A server that speaks like opencode's, as far as the door listens, and does with a prompt what the test wants. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Stored {
  readonly info: Readonly<Record<string, unknown>> & { readonly id: string };
  readonly parts: readonly unknown[];
}

interface Prompt {
  readonly messageID: string;
  readonly parts: readonly { readonly id: string }[];
  readonly agent?: string;
  readonly model?: unknown;
}

/** What becomes of a prompt: the model answers, it is only stored, or it is forgotten. */
type Fate = 'answered' | 'stored' | 'forgotten';

const PASSWORD = 'secret';

export class FakeOpencode {
  fate: (prompt: Prompt) => Fate = () => 'answered';
  /** Requests to these paths get no answer. */
  hangs: (path: string) => boolean = () => false;
  /** Requests that get an error instead of an answer. */
  refuses: (method: string, path: string) => boolean = () => false;
  password = PASSWORD;
  readonly prompts: Prompt[] = [];
  readonly selected: string[] = [];
  readonly sessions = new Map<string, Record<string, unknown>>();
  readonly stored = new Map<string, Stored[]>();
  readonly busy = new Set<string>();
  permissions: unknown[] = [];
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #streams = new Set<ServerResponse>();
  #connections = 0;
  #time = 1_000;

  async listen(): Promise<{ port: number; password: string }> {
    this.#server.on('connection', (socket) => {
      this.#connections += 1;
      socket.on('close', () => (this.#connections -= 1));
    });
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return { port: (this.#server.address() as AddressInfo).port, password: PASSWORD };
  }

  get connections(): number {
    return this.#connections;
  }

  get streams(): number {
    return this.#streams.size;
  }

  addSession(facts: Record<string, unknown> = {}): string {
    const id = `ses_${this.sessions.size + 1}`;
    this.#time += 1;
    const title = 'New session - 2026-01-01T00:00:00.000Z';
    this.sessions.set(id, { id, title, time: { updated: this.#time }, ...facts });
    this.stored.set(id, []);
    this.emit('session.created', { info: this.sessions.get(id) });
    return id;
  }

  emit(type: string, properties: unknown): void {
    this.write(`data: ${JSON.stringify({ type, properties })}\n\n`);
  }

  write(bytes: string | Buffer): void {
    for (const stream of this.#streams) stream.write(bytes);
  }

  cutStreams(): void {
    for (const stream of this.#streams) stream.destroy();
  }

  /** Ends every request that is open. */
  drop(): void {
    this.#server.closeAllConnections();
  }

  status(session: string, type: 'busy' | 'idle'): void {
    if (type === 'busy') this.busy.add(session);
    else this.busy.delete(session);
    this.emit('session.status', { sessionID: session, status: { type } });
    if (type === 'idle') this.emit('session.idle', { sessionID: session });
  }

  store(session: string, { messageID, parts }: Prompt): void {
    this.#time += 1;
    const info = { id: messageID, sessionID: session, role: 'user', time: { created: this.#time } };
    const all = parts.map((part) => ({ ...part, sessionID: session, messageID }));
    this.stored.set(session, [
      ...this.#messages(session).filter((each) => each.info.id !== messageID),
      { info, parts: all },
    ]);
    this.emit('message.updated', { info });
    for (const part of all) this.emit('message.part.updated', { part });
  }

  /** One step of the agent's work, with all that is stored. */
  answer(session: string): void {
    this.status(session, 'busy');
    this.#time += 1;
    const id = `msg_answer${this.#time}`;
    const parentID = this.#messages(session).findLast(({ info }) => info.role === 'user')?.info.id;
    const info = { id, sessionID: session, role: 'assistant', parentID, time: { created: this.#time } };
    this.emit('message.updated', { info });
    const part = { id: `prt_answer${this.#time}`, sessionID: session, messageID: id, type: 'step-start' };
    this.stored.set(session, [...this.#messages(session), { info, parts: [part] }]);
    this.emit('message.part.updated', { part });
    this.status(session, 'idle');
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #messages(session: string): Stored[] {
    return this.stored.get(session) ?? [];
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').replace(/\?.*/, '');
    const wanted = `Basic ${Buffer.from(`opencode:${this.password}`).toString('base64')}`;
    let body = '';
    for await (const chunk of request) body += chunk;
    if (this.hangs(path)) return;
    if (request.headers.authorization !== wanted) return void response.writeHead(401).end();
    if (path === '/event') return this.#stream(response);
    if (this.refuses(request.method ?? '', path)) return void response.writeHead(500).end();
    const [status, answer] = this.#reply(request.method ?? '', path, body === '' ? {} : JSON.parse(body));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  }

  #stream(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    this.#streams.add(response);
    response.on('close', () => this.#streams.delete(response));
    response.write('data: {"type":"server.connected","properties":{}}\n\n');
  }

  // biome-ignore lint/suspicious/noExplicitAny: the bodies of several requests.
  #reply(method: string, path: string, body: any): [number, unknown] {
    const [, , session = '', , message] = path.split('/');
    if (path === '/session' && method === 'POST') return [200, this.sessions.get(this.addSession())];
    if (path === '/session') return [200, [...this.sessions.values()]];
    if (path === '/session/status')
      return [200, Object.fromEntries([...this.busy].map((id) => [id, { type: 'busy' }]))];
    if (path === '/permission') return [200, this.permissions];
    if (path === '/question') return [200, []];
    if (path === '/agent')
      return [
        200,
        [
          { name: 'build', mode: 'primary' },
          { name: 'plan', mode: 'primary' },
        ],
      ];
    if (path === '/tui/select-session') {
      this.selected.push(body.sessionID);
      this.emit('tui.session.select', body);
      return [200, true];
    }
    if (!this.sessions.has(session)) return [404, { name: 'NotFoundError' }];
    if (path.endsWith('/prompt_async')) return this.#prompt(session, body);
    if (!message) return [200, this.#messages(session)];
    const found = this.#messages(session).find(({ info }) => info.id === message);
    return found ? [200, found] : [404, { name: 'NotFoundError' }];
  }

  #prompt(session: string, prompt: Prompt): [number, unknown] {
    this.prompts.push(prompt);
    const fate = this.fate(prompt);
    if (fate !== 'forgotten') this.store(session, prompt);
    if (fate === 'answered') this.answer(session);
    return [204, undefined];
  }
}
