/** A connection to an app server: JSON-RPC over a WebSocket over a Unix socket. */
import { createConnection, type Socket } from 'node:net';
import { Agent, WebSocket } from 'undici';

/** What the server says on its own: a notification, or, with an id, a question. */
export interface Notice {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly id: string | number | null;
}

export type Answer =
  | { readonly type: 'result'; readonly result: Readonly<Record<string, unknown>> }
  | { readonly type: 'error'; readonly code: number; readonly message: string }
  /** The server may have done what it was asked. */
  | { readonly type: 'none'; readonly why: string }
  /** It was not asked. */
  | { readonly type: 'unsent'; readonly why: string };

const CONNECT_LIMIT_MS = 10_000;
/** A frozen or overloaded server. Usually it answers within milliseconds. */
const ANSWER_LIMIT_MS = 20_000;
/** A text of a million characters may take six times as many bytes in JSON. */
const MOST_FRAME_BYTES = 64 * 2 ** 20;
const CLOSED = 'the connection to the app server is closed';

export class Connection {
  readonly #agent: Agent;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  readonly #onNotice: (notice: Notice) => void;
  readonly #onClosed: (why: string) => void;
  readonly #connectLimitMs: number;
  readonly #answerLimitMs: number;
  #stream: Socket | null = null;
  #socket: WebSocket | null = null;
  #lastId = 0;
  #isClosed = false;

  constructor(parts: {
    readonly path: string;
    readonly onNotice: (notice: Notice) => void;
    /** Called once, also if the connection was never made. Not called after `close()`. */
    readonly onClosed: (why: string) => void;
    readonly limits?: { readonly connectMs?: number; readonly answerMs?: number };
  }) {
    this.#onNotice = parts.onNotice;
    this.#onClosed = parts.onClosed;
    this.#connectLimitMs = parts.limits?.connectMs ?? CONNECT_LIMIT_MS;
    this.#answerLimitMs = parts.limits?.answerMs ?? ANSWER_LIMIT_MS;
    this.#agent = new Agent({
      webSocket: { maxPayloadSize: MOST_FRAME_BYTES },
      // A socket of our own can be destroyed even if the server no longer answers.
      connect: (_, callback) => {
        const stream = createConnection(parts.path);
        this.#stream = stream;
        stream.once('error', (error) => callback(error, null));
        stream.once('connect', () => callback(null, stream));
      },
    });
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Resolves when messages can be sent. Rejects if that takes too long. */
  async open(): Promise<void> {
    const socket = new WebSocket('ws://localhost/', { dispatcher: this.#agent });
    this.#socket = socket;
    await new Promise<void>((resolve, reject) => {
      const limit = setTimeout(() => {
        this.#end('the app server did not accept a connection');
      }, this.#connectLimitMs);
      socket.addEventListener('open', () => {
        clearTimeout(limit);
        resolve();
      });
      socket.addEventListener('error', () => {});
      socket.addEventListener('message', ({ data }) => this.#receive(data));
      socket.addEventListener('close', () => {
        clearTimeout(limit);
        this.#end('the app server closed the connection');
        reject(new Error(CLOSED));
      });
    });
  }

  /** Never rejects. */
  call(method: string, params: object): Promise<Answer> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      if (!this.#send({ id, method, params })) return resolve({ type: 'unsent', why: CLOSED });
      const limit = setTimeout(
        () => this.#answer(id, { type: 'none', why: `the app server did not answer ${method}` }),
        this.#answerLimitMs,
      );
      this.#waiting.set(id, (answer) => {
        clearTimeout(limit);
        resolve(answer);
      });
    });
  }

  notify(method: string): void {
    this.#send({ method });
  }

  close(): void {
    this.#isClosed = true;
    this.#end(CLOSED);
  }

  #send(message: object): boolean {
    if (this.#isClosed || this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #receive(data: unknown): void {
    const message = decoded(data);
    if (this.#isClosed || !message) return;
    if (typeof message.method === 'string') {
      const { method, params, id } = message;
      this.#onNotice({ method, params: recordOf(params), id: isId(id) ? id : null });
    } else if (typeof message.id === 'number') {
      this.#answer(message.id, answerOf(message));
    }
  }

  #answer(id: number, answer: Answer): void {
    const resolve = this.#waiting.get(id);
    this.#waiting.delete(id);
    resolve?.(answer);
  }

  #end(why: string): void {
    for (const id of [...this.#waiting.keys()]) this.#answer(id, { type: 'none', why });
    this.#stream?.destroy();
    void this.#agent.destroy().catch(() => {});
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#onClosed(why);
  }
}

/** Null for anything that is not a JSON object, which is ignored. */
function decoded(data: unknown): Readonly<Record<string, unknown>> | null {
  if (typeof data !== 'string') return null;
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Why there is no result. */
export function whyOf(answer: Answer): string {
  if (answer.type === 'result') return '';
  return answer.type === 'error' ? answer.message : answer.why;
}

function answerOf({ result, error }: Readonly<Record<string, unknown>>): Answer {
  if (typeof error !== 'object' || error === null) return { type: 'result', result: recordOf(result) };
  const { code, message } = recordOf(error);
  return { type: 'error', code: typeof code === 'number' ? code : 0, message: String(message ?? 'no reason') };
}

function isId(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
