/** The connections among the streams of a link: each is opened with a head, and agreed to with a status. */
import { Carried } from './carried.js';
import { LinkError } from './frames.js';
import type { Streams } from './streams.js';

/** A connection that the other side asks for. */
export interface Wanted {
  readonly head: Readonly<Record<string, unknown>>;
  readonly connection: Carried;
}

/** What the other side says to a connection that is asked for: 101, or a refusal, which the connection then carries. */
export interface Opened {
  readonly status: number;
  readonly connection: Carried;
}

/** Fewer than there are streams, so that there is always room for mail. */
const MOST_CONNECTIONS = 16;
/** In the head of a stream that is a connection. */
const MARK = 'connection';

interface Opening {
  readonly resolve: (opened: Opened) => void;
  readonly reject: (error: Error) => void;
}

export class Connections {
  readonly #streams: Streams;
  readonly #wanted: (wanted: Wanted) => void;
  readonly #flush: () => void;
  readonly #open = new Map<number, Carried>();
  readonly #opening = new Map<number, Opening>();

  constructor(streams: Streams, wanted: (wanted: Wanted) => void, flush: () => void) {
    this.#streams = streams;
    this.#wanted = wanted;
    this.#flush = flush;
  }

  open(head: Readonly<Record<string, unknown>>): Promise<Opened> {
    const stream = this.#open.size < MOST_CONNECTIONS ? this.#streams.open({ ...head, [MARK]: true }) : null;
    if (stream === null) return Promise.reject(new LinkError('too many terminals are open over it'));
    this.#add(stream);
    const opened = new Promise<Opened>((resolve, reject) => this.#opening.set(stream, { resolve, reject }));
    this.#flush();
    return opened;
  }

  /** Returns whether this stream is a connection. */
  opened(stream: number, head: unknown): boolean {
    const fields = (typeof head === 'object' && head !== null ? head : {}) as Record<string, unknown>;
    if (fields[MARK] !== true) return false;
    if (this.#open.size >= MOST_CONNECTIONS) this.#streams.abort(stream, 'too many terminals are open over this link');
    else this.#wanted({ head: fields, connection: this.#add(stream) });
    return true;
  }

  find(stream: number): Carried | undefined {
    return this.#open.get(stream);
  }

  head(stream: number, head: unknown): void {
    const connection = this.#open.get(stream);
    const { status } = (head ?? {}) as { status?: unknown };
    if (connection) this.#opening.get(stream)?.resolve({ status: Number(status), connection });
    this.#opening.delete(stream);
  }

  reset(stream: number, reason: string): void {
    const connection = this.#open.get(stream);
    this.#open.delete(stream);
    this.#opening.get(stream)?.reject(new LinkError(reason));
    this.#opening.delete(stream);
    connection?.destroy(new LinkError(reason));
  }

  #add(stream: number): Carried {
    const connection = new Carried({ streams: this.#streams, stream, flush: this.#flush });
    connection.once('close', () => this.reset(stream, 'it was closed'));
    this.#open.set(stream, connection);
    return connection;
  }
}
