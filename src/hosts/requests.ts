/** Requests and answers over the streams of a link, each with a JSON head and a body, in both directions at once. */
import { Connections, type Opened, type Wanted } from './connections.js';
import type { Frame } from './frames.js';
import { LinkError } from './frames.js';
import { type Side, Streams } from './streams.js';

/** What one host asks another: something of one of its agents, or of the host itself. */
export interface Question {
  readonly head: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
}

export interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

/** A message with all its files, and what is around it. */
const MOST_BODY_BYTES = 17 * 2 ** 20;
/** For all arriving bodies together. Above it, only the oldest continues, so that a host cannot fill the memory. */
const MOST_ARRIVING_BYTES = 64 * 2 ** 20;
/** Of all bodies that wait for the other side to read. */
const MOST_LEAVING_BYTES = 64 * 2 ** 20;
/** The other side may ask again. */
const BUSY: Answer = { status: 503, body: Buffer.from('{}') };

export interface RequestsParts {
  readonly answer: (question: Question) => Promise<Answer>;
  readonly connect: (wanted: Wanted) => void;
  /** Sends what can be sent now. */
  readonly flush: () => void;
}

interface Arriving {
  head: unknown;
  readonly chunks: Buffer[];
  size: number;
  /** How much of it the other side may not replace yet. */
  untaken: number;
}

interface Asked {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

export class Requests {
  readonly #streams: Streams;
  readonly #answer: (question: Question) => Promise<Answer>;
  readonly #flush: () => void;
  readonly #connections: Connections;
  readonly #arriving = new Map<number, Arriving>();
  readonly #asked = new Map<number, Asked>();
  /** Requests that wait until fewer streams are open. */
  readonly #waiting: { readonly begin: () => void; readonly size: number }[] = [];
  #arrivingBytes = 0;

  constructor(side: Side, { answer, connect, flush }: RequestsParts) {
    this.#answer = answer;
    this.#flush = flush;
    this.#streams = new Streams(side, {
      opened: (stream, head) => {
        if (!this.#connections.opened(stream, head))
          this.#arriving.set(stream, { head, chunks: [], size: 0, untaken: 0 });
      },
      head: (stream, head) => {
        const arriving = this.#arriving.get(stream);
        if (arriving) arriving.head = head;
        else this.#connections.head(stream, head);
      },
      data: (stream, bytes) => {
        const connection = this.#connections.find(stream);
        if (connection) connection.arrived(bytes);
        else this.#data(stream, bytes);
      },
      ended: (stream) => {
        const connection = this.#connections.find(stream);
        if (connection) connection.ended();
        else this.#ended(stream);
      },
      reset: (stream, reason) => {
        this.#connections.reset(stream, reason);
        this.#reset(stream, reason);
      },
      sent: (stream) => this.#connections.find(stream)?.sent(),
    });
    this.#connections = new Connections(this.#streams, connect, flush);
  }

  get count(): number {
    return this.#streams.count;
  }

  ask(question: Question, limitMs: number): Promise<Answer> {
    if (this.#isTooMuch(question.body)) return Promise.reject(new LinkError('too much waits for it already'));
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        const stream = this.#streams.open(question.head);
        if (stream === null) return void this.#waiting.push({ begin, size: question.body.length });
        const timer = setTimeout(() => {
          this.#streams.abort(stream, 'it took too long');
          this.#reset(stream, 'it did not answer in time');
          this.#flush();
        }, limitMs);
        this.#asked.set(stream, { resolve, reject, timer });
        this.#arriving.set(stream, { head: null, chunks: [], size: 0, untaken: 0 });
        this.#streams.write(stream, question.body);
        this.#streams.end(stream);
        this.#flush();
      };
      begin();
    });
  }

  connect(head: Question['head']): Promise<Opened> {
    return this.#connections.open(head);
  }

  receive(frame: Frame): void {
    this.#streams.receive(frame);
  }

  next(): Buffer | null {
    return this.#streams.next();
  }

  close(reason: string): void {
    this.#streams.close(reason);
    for (const { begin } of this.#waiting.splice(0)) begin();
    this.#streams.close(reason);
  }

  #data(stream: number, bytes: Buffer): void {
    const arriving = this.#arriving.get(stream);
    if (!arriving) return;
    arriving.chunks.push(bytes);
    arriving.size += bytes.length;
    this.#arrivingBytes += bytes.length;
    if (arriving.size > MOST_BODY_BYTES) {
      this.#streams.abort(stream, 'the body is too long');
      this.#reset(stream, 'its answer is too long');
      return;
    }
    arriving.untaken += bytes.length;
    this.#takeMore();
  }

  /** Lets the other side go on where there is room. */
  #takeMore(): void {
    let isOldest = true;
    for (const [stream, arriving] of this.#arriving) {
      if (arriving.size === 0) continue;
      if (arriving.untaken > 0 && (isOldest || this.#arrivingBytes <= MOST_ARRIVING_BYTES)) {
        this.#streams.taken(stream, arriving.untaken);
        arriving.untaken = 0;
      }
      isOldest = false;
    }
  }

  #ended(stream: number): void {
    const arrived = this.#forget(stream);
    if (!arrived) return;
    const body = Buffer.concat(arrived.chunks, arrived.size);
    const asked = this.#asked.get(stream);
    if (!asked) return void this.#reply(stream, { head: fieldsOf(arrived.head), body });
    this.#settle(stream, asked);
    const { status } = fieldsOf(arrived.head);
    if (Number.isInteger(status)) asked.resolve({ status: status as number, body });
    else asked.reject(new LinkError('it answered without a status'));
  }

  async #reply(stream: number, question: Question): Promise<void> {
    const answer = await this.#answer(question).catch(() => ({ status: 500, body: Buffer.from('{}') }));
    const { status, body } = this.#isTooMuch(answer.body) ? BUSY : answer;
    this.#streams.sendHead(stream, { status });
    this.#streams.write(stream, body);
    this.#streams.end(stream);
    this.#flush();
  }

  #reset(stream: number, reason: string): void {
    this.#forget(stream);
    const asked = this.#asked.get(stream);
    if (!asked) return;
    this.#settle(stream, asked);
    asked.reject(new LinkError(reason));
  }

  #settle(stream: number, { timer }: Asked): void {
    clearTimeout(timer);
    this.#asked.delete(stream);
    this.#waiting.shift()?.begin();
  }

  #isTooMuch({ length }: Buffer): boolean {
    const waiting = this.#waiting.reduce((sum, { size }) => sum + size, 0);
    return this.#streams.waitingBytes + waiting + length > MOST_LEAVING_BYTES;
  }

  #forget(stream: number): Arriving | undefined {
    const arriving = this.#arriving.get(stream);
    this.#arriving.delete(stream);
    this.#arrivingBytes -= arriving?.size ?? 0;
    this.#takeMore();
    return arriving;
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
