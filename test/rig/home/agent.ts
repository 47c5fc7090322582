/** One running agent of a scenario: what its terminal was given, commands run inside it, and its daemon's HTTP door. */
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { LiveEntry } from '../../../src/registry/entry.js';
import type { Result } from './binary.js';
import { Transcript } from './transcript.js';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: scenarios look into whatever the daemon answers.
  readonly body: any;
}

export interface CallOptions {
  readonly method?: string;
  /** An object is sent as JSON, a text or bytes as they are. */
  readonly body?: unknown;
  /** Null sends no credential. The default is the agent's own key. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Over the Unix socket instead of the port. */
  readonly socket?: boolean;
}

export interface InsideOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** The file with what its scripted program has read, and the socket for orders to the program. */
export interface PuppetFiles {
  readonly lines: string;
  readonly control: string;
}

export class Agent {
  readonly transcript: Transcript;

  constructor(
    readonly home: string,
    readonly entry: LiveEntry,
    private readonly files: PuppetFiles,
  ) {
    this.transcript = new Transcript(files.lines);
  }

  get id(): string {
    return this.entry.id;
  }

  get key(): string {
    return readFileSync(join(this.home, 'agents', this.id, 'key'), 'utf8').trim();
  }

  /** What the program has read so far, line by line. */
  lines(): string[] {
    return this.transcript.lines();
  }

  /** Waits for the first line that fits. */
  line(fits: string | RegExp): Promise<string> {
    return this.transcript.line(fits);
  }

  /** Runs `synapse …` from within the program, as its child, with its environment. */
  synapse(...args: string[]): Promise<Result> {
    return this.inside(['synapse', ...args]);
  }

  async inside(argv: readonly string[], { env = {}, input = '' }: InsideOptions = {}): Promise<Result> {
    const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    const answer = await this.#order([argv.length, ...argv, settings.length, ...settings, input].join('\0'));
    const head = answer.indexOf('\n');
    const [code, size] = answer.toString('latin1', 0, head).split(' ');
    const end = head + 1 + Number(size);
    const [stdout, stderr] = [answer.toString('utf8', head + 1, end), answer.toString('utf8', end)];
    return { code: code === '-' ? null : Number(code), stdout, stderr };
  }

  /** Changes how a full-screen program behaves, and returns its new state. */
  async box(changes: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    return JSON.parse((await this.#order(JSON.stringify(changes))).toString());
  }

  /** One order to the scripted program, and its answer. */
  #order(order: string): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.files.control);
      const chunks: Buffer[] = [];
      socket.on('error', reject).on('data', (chunk: Buffer) => chunks.push(chunk));
      socket.on('close', () =>
        chunks.length > 0 ? resolve(Buffer.concat(chunks)) : reject(new Error(`${this.id} ended`)),
      );
      socket.end(order);
    });
  }

  /** One HTTP request to the daemon. */
  async call(path: string, options: CallOptions = {}): Promise<Answer> {
    const response = await this.open(path, options);
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += chunk;
    return { status: response.statusCode ?? 0, headers: response.headers, body: parse(text) };
  }

  /** What its terminal shows now. */
  async screen(): Promise<string> {
    return (await this.call('/screen')).body.text;
  }

  /** Its status, from its daemon. */
  async status(): Promise<string> {
    return (await this.call('/status')).body.status;
  }

  /** Why the newest message is held; undefined if none is. */
  async heldFor(): Promise<string | undefined> {
    const { tasks } = (await this.call('/tasks')).body;
    const held = tasks.find(({ receipt }: { receipt: { state: string } | null }) => receipt?.state === 'held');
    return held?.receipt.reason;
  }

  /** `POST /tasks/send` to this daemon, as another agent's daemon would. */
  receive(from: Pick<Agent, 'key'>, text: string, metadata: Record<string, unknown> = {}, query = ''): Promise<Answer> {
    return this.call(`/tasks/send${query}`, { key: from.key, body: envelope(text, metadata) });
  }

  /** A request whose answer is still open. */
  open(
    path: string,
    { method, body, key = this.key, headers = {}, socket }: CallOptions = {},
  ): Promise<IncomingMessage> {
    const payload =
      body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          ...(socket ? { socketPath: this.entry.socket } : { host: '127.0.0.1', port: this.entry.port }),
          path,
          method: method ?? (payload === undefined ? 'GET' : 'POST'),
          agent: false,
          headers: {
            host: 'localhost',
            ...(payload === undefined
              ? {}
              : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
            ...(key === null ? {} : { authorization: `Bearer ${key}` }),
            ...headers,
          },
        },
        resolve,
      );
      outgoing.on('error', reject);
      outgoing.end(payload);
    });
  }

  /** The changes the daemon publishes from now on, until the stop function is called or the daemon ends. */
  async changes(path = '/events'): Promise<Changes> {
    return new Changes(await this.open(path));
  }
}

export function envelope(text: string, metadata: Record<string, unknown> = {}): Record<string, unknown> {
  return { message: { role: 'user', parts: [{ type: 'text', text }] }, metadata };
}

// biome-ignore lint/suspicious/noExplicitAny: an event is whatever the daemon sends.
type Change = any;

/** Yields server-sent events as they arrive. */
export class Changes {
  readonly seen: Change[] = [];
  readonly ended: Promise<void>;
  readonly #response: IncomingMessage;
  readonly #waiting = new Set<() => void>();

  constructor(response: IncomingMessage) {
    this.#response = response;
    let rest = '';
    response.setEncoding('utf8').on('data', (chunk: string) => {
      rest += chunk;
      for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
        const data = /^data: (.*)$/m.exec(rest.slice(0, end))?.[1];
        rest = rest.slice(end + 2);
        if (data !== undefined) this.seen.push(JSON.parse(data));
      }
      for (const look of this.#waiting) look();
    });
    response.on('error', () => {});
    this.ended = new Promise((resolve) => response.on('close', resolve));
  }

  until(fits: (change: Change) => boolean): Promise<Change> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = this.seen.find(fits);
        if (found === undefined) return;
        this.#waiting.delete(look);
        resolve(found);
      };
      this.#waiting.add(look);
      void this.ended.then(() => reject(new Error(`the stream ended after ${JSON.stringify(this.seen)}`)));
      look();
    });
  }

  stop(): void {
    this.#response.destroy();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
