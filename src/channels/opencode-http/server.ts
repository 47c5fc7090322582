/** Talks to the server inside opencode: single requests, each with a time limit, and the stream of its events. */
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { EventStream } from './sse.js';
import { eventOf, type ServerEvent } from './wire.js';

export interface ServerAddress {
  readonly port: number;
  readonly password: string;
}

export type Answer =
  | { readonly type: 'answer'; readonly status: number; readonly body: unknown }
  /** Nothing was sent. */
  | { readonly type: 'unreached'; readonly why: string }
  /** It may have been sent and carried out. */
  | { readonly type: 'unanswered'; readonly why: string };

export interface EventListener {
  /** The stream is open. Events before this were missed. */
  connected(): void;
  event(event: ServerEvent): void;
  lost(why: string): void;
}

const CALL_LIMIT_MS = 5_000;
const MOST_BYTES = 64 * 2 ** 20;
/** A living stream has a heartbeat every 10 s. */
const SILENCE_LIMIT_MS = 35_000;
const RECONNECT_MS = 250;

export class Server {
  readonly #headers: Readonly<Record<string, string>>;
  readonly #open = new Set<ClientRequest>();
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly address: ServerAddress) {
    const credentials = Buffer.from(`opencode:${address.password}`).toString('base64');
    this.#headers = { authorization: `Basic ${credentials}` };
  }

  /** Never rejects. */
  call(method: string, path: string, body?: unknown, limitMs = CALL_LIMIT_MS): Promise<Answer> {
    return new Promise((resolve) => {
      let isConnected = false;
      const fail = (why: string) => resolve({ type: isConnected ? 'unanswered' : 'unreached', why });
      if (this.#isClosed) return fail('the door is closed');
      const text = body === undefined ? '' : JSON.stringify(body);
      const sent = this.#request(method, path, text === '' ? {} : bodyHeaders(text));
      const timer = setTimeout(() => sent.destroy(new Error(`no answer within ${limitMs / 1000} s`)), limitMs);
      sent.on('socket', (socket) => socket.once('connect', () => (isConnected = true)));
      sent.on('response', (response) => {
        collect(response).then(
          (text) => resolve({ type: 'answer', status: response.statusCode ?? 0, body: json(text) }),
          fail,
        );
      });
      sent.on('error', (error) => fail(error.message));
      sent.on('close', () => {
        clearTimeout(timer);
        fail('the connection was closed');
      });
      sent.end(text);
    });
  }

  /** Follows the events until the door is closed, over a new connection whenever one ends. */
  follow(listener: EventListener): void {
    if (this.#isClosed) return;
    const stream = new EventStream();
    const sent = this.#request('GET', '/event', { accept: 'text/event-stream' });
    let why = 'the connection was closed';
    let isOpen = false;
    const silence = setTimeout(() => sent.destroy(new Error('no sign of life')), SILENCE_LIMIT_MS);
    sent.on('response', (response) => {
      if (response.statusCode !== 200) return void sent.destroy(new Error(`status ${response.statusCode}`));
      response.on('data', (chunk: Buffer) => {
        silence.refresh();
        try {
          for (const data of stream.feed(chunk)) {
            if (!isOpen) listener.connected();
            isOpen = true;
            const event = eventOf(data);
            if (event) listener.event(event);
          }
        } catch (error) {
          sent.destroy(error as Error);
        }
      });
      response.on('error', (error) => (why = error.message));
    });
    sent.on('error', (error) => (why = error.message));
    sent.on('close', () => {
      clearTimeout(silence);
      if (this.#isClosed) return;
      listener.lost(why);
      this.#timer = setTimeout(() => this.follow(listener), RECONNECT_MS);
    });
    sent.end();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const each of this.#open) each.destroy();
  }

  #request(method: string, path: string, headers: Readonly<Record<string, string | number>>): ClientRequest {
    const { port } = this.address;
    const options = { host: '127.0.0.1', port, method, path, agent: false, headers: { ...this.#headers, ...headers } };
    const sent = request(options);
    this.#open.add(sent);
    sent.once('close', () => this.#open.delete(sent));
    return sent;
  }
}

function bodyHeaders(text: string): Readonly<Record<string, string | number>> {
  return { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
}

/** Rejects with the reason as a text. */
function collect(response: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > MOST_BYTES) response.destroy(new Error('the answer is too long'));
    });
    response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    response.on('error', (error) => reject(error.message));
    response.on('close', () => reject('the answer was cut off'));
  });
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
