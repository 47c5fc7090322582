/** A connection over one stream of a link, for a terminal, which is not a request with a single answer. */
import { Duplex } from 'node:stream';
import type { Streams } from './streams.js';

export interface CarriedParts {
  readonly streams: Streams;
  readonly stream: number;
  /** Sends what can be sent now. */
  readonly flush: () => void;
}

/** No more is written than the other side takes, and no more is taken than somebody reads. */
export class Carried extends Duplex {
  readonly #parts: CarriedParts;
  #written: (() => void) | null = null;
  #untaken = 0;

  constructor(parts: CarriedParts) {
    super();
    this.#parts = parts;
    // Whoever uses it sees that it is closed; why is in the log of the link.
    this.on('error', () => {});
  }

  /** What the other side is told before anything else. */
  answer(head: unknown): void {
    this.#parts.streams.sendHead(this.#parts.stream, head);
    this.#parts.flush();
  }

  arrived(bytes: Buffer): void {
    this.#untaken += bytes.length;
    if (this.push(bytes)) this.#take();
  }

  ended(): void {
    this.push(null);
  }

  sent(): void {
    const written = this.#written;
    this.#written = null;
    // What is written next must not be sent while the frame before it is made.
    if (written) setImmediate(written);
  }

  override _read(): void {
    this.#take();
  }

  override _write(bytes: Buffer, _encoding: string, done: () => void): void {
    // Of nothing, nothing is sent.
    if (bytes.length === 0) done();
    else {
      this.#written = done;
      this.#parts.streams.write(this.#parts.stream, bytes);
      this.#parts.flush();
    }
  }

  override _final(done: () => void): void {
    this.#parts.streams.end(this.#parts.stream);
    this.#parts.flush();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#parts.streams.abort(this.#parts.stream, 'it was closed');
    this.#parts.flush();
    done(error);
  }

  #take(): void {
    if (this.#untaken === 0) return;
    this.#parts.streams.taken(this.#parts.stream, this.#untaken);
    this.#untaken = 0;
    this.#parts.flush();
  }
}
