/** The streams on one link, with flow control: bytes in order, a head from each side, an end from each side, or a reset. */
import { encodeFrame, type Frame, LinkError } from './frames.js';

/** How much may be on its way in one stream before the reader has taken some of it. */
export const WINDOW_BYTES = 256 * 2 ** 10;
/** What is taken is told when it is this much, so that a short body costs no frame. */
const TOLD_BYTES = WINDOW_BYTES / 4;
/** Small enough that a long body does not hold up the other streams. */
const PIECE_BYTES = 32 * 2 ** 10;
/** Of each side. */
export const MOST_STREAMS = 64;
const MOST_HEAD_BYTES = 64 * 2 ** 10;

/** The side that dialed opens streams with odd numbers, the other side those with even numbers. */
export type Side = 'dialer' | 'answerer';

/** What happens to a stream. Nothing follows `reset`, and nothing follows the second end. */
export interface StreamEvents {
  opened(stream: number, head: unknown): void;
  head(stream: number, head: unknown): void;
  /** Call `taken` when the bytes are dealt with, so that more can come. */
  data(stream: number, bytes: Buffer): void;
  ended(stream: number): void;
  reset(stream: number, reason: string): void;
  /** Everything that was written so far has been sent. */
  sent(stream: number): void;
}

interface Stream {
  /** What waits to be sent, oldest first. */
  readonly waiting: Buffer[];
  /** How much the other side can take now. */
  credit: number;
  /** How much the other side may still send. */
  allowed: number;
  /** How much was taken since the other side was told. */
  taken: number;
  /** The end is sent after what waits. */
  isEnding: boolean;
  hasEnded: boolean;
  hasTheirEnd: boolean;
}

/** Decides what is sent and when. It never waits and never touches the connection. */
export class Streams {
  readonly #side: Side;
  readonly #events: StreamEvents;
  readonly #streams = new Map<number, Stream>();
  /** Control frames, which are sent before data. */
  readonly #urgent: Buffer[] = [];
  #last: number;
  #lastTheirs: number;

  constructor(side: Side, events: StreamEvents) {
    this.#side = side;
    this.#events = events;
    this.#last = side === 'dialer' ? -1 : 0;
    this.#lastTheirs = side === 'dialer' ? 0 : -1;
  }

  get count(): number {
    return this.#streams.size;
  }

  /** Null if too many are open. */
  open(head: unknown): number | null {
    if (this.#countOf(this.#side) >= MOST_STREAMS) return null;
    this.#last += 2;
    this.#streams.set(this.#last, newStream());
    this.#urgent.push(encodeFrame('open', this.#last, JSON.stringify(head)));
    return this.#last;
  }

  sendHead(stream: number, head: unknown): void {
    if (this.#streams.has(stream)) this.#urgent.push(encodeFrame('head', stream, JSON.stringify(head)));
  }

  write(stream: number, bytes: Buffer): void {
    const found = this.#streams.get(stream);
    if (!found || found.isEnding) return;
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) found.waiting.push(bytes.subarray(at, at + PIECE_BYTES));
  }

  /** How much waits to be sent, in all streams. */
  get waitingBytes(): number {
    let sum = 0;
    for (const { waiting } of this.#streams.values()) for (const piece of waiting) sum += piece.length;
    return sum;
  }

  end(stream: number): void {
    const found = this.#streams.get(stream);
    if (found) found.isEnding = true;
  }

  abort(stream: number, reason: string): void {
    if (this.#streams.delete(stream)) this.#urgent.push(encodeFrame('reset', stream, reason.slice(0, 1_000)));
  }

  /** These bytes are dealt with. */
  taken(stream: number, size: number): void {
    const found = this.#streams.get(stream);
    if (!found || found.hasTheirEnd) return;
    found.taken += size;
    if (found.taken < TOLD_BYTES) return;
    found.allowed += found.taken;
    const credit = Buffer.alloc(4);
    credit.writeUInt32BE(found.taken);
    found.taken = 0;
    this.#urgent.push(encodeFrame('window', stream, credit));
  }

  /** The next frame to send, each stream in its turn; null if nothing can be sent now. */
  next(): Buffer | null {
    const urgent = this.#urgent.shift();
    if (urgent) return urgent;
    for (const [id, stream] of this.#streams) {
      const frame = this.#nextOf(id, stream);
      if (!frame) continue;
      // Its next piece comes after those of the others.
      if (this.#streams.delete(id) && !isOver(stream)) this.#streams.set(id, stream);
      return frame;
    }
    return null;
  }

  /** Throws if the other side breaks the protocol. */
  receive({ type, stream: id, payload }: Frame): void {
    const stream = this.#streams.get(id);
    if (type === 'open') this.#opened(id, payload);
    else if (stream) this.#happened(stream, { type, stream: id, payload });
    // It was reset here, and the other side did not know that yet.
    else if (!this.#wasOpened(id)) throw new LinkError(`it sent "${type}" for the stream ${id}, which it never opened`);
  }

  /** The link is gone. */
  close(reason: string): void {
    const open = [...this.#streams.keys()];
    this.#streams.clear();
    for (const stream of open) this.#events.reset(stream, reason);
  }

  #opened(id: number, payload: Buffer): void {
    const isTheirs = (id % 2 === 1) === (this.#side === 'answerer');
    // A number is used once, so a frame that is played again is noticed.
    if (!isTheirs || id !== this.#lastTheirs + 2) throw new LinkError(`it opened the stream ${id} out of turn`);
    if (this.#countOf(this.#side === 'dialer' ? 'answerer' : 'dialer') >= MOST_STREAMS) {
      throw new LinkError('it opened too many streams');
    }
    this.#lastTheirs = id;
    this.#streams.set(id, newStream());
    this.#events.opened(id, headOf(payload));
  }

  #happened(stream: Stream, { type, stream: id, payload }: Frame): void {
    if (type === 'head') this.#events.head(id, headOf(payload));
    else if (type === 'data') this.#received(id, stream, payload);
    else if (type === 'end') this.#ended(id, stream);
    else if (type === 'window') credit(stream, payload);
    else if (type === 'reset') {
      this.#streams.delete(id);
      this.#events.reset(id, payload.toString('utf8'));
    } else throw new LinkError(`it sent "${type}" where that means nothing`);
  }

  #received(id: number, stream: Stream, payload: Buffer): void {
    if (stream.hasTheirEnd) throw new LinkError(`it sent more after the end of the stream ${id}`);
    if (payload.length > stream.allowed) throw new LinkError(`it sent more than the stream ${id} takes`);
    stream.allowed -= payload.length;
    this.#events.data(id, payload);
  }

  #ended(id: number, stream: Stream): void {
    if (stream.hasTheirEnd) throw new LinkError(`it ended the stream ${id} twice`);
    stream.hasTheirEnd = true;
    if (isOver(stream)) this.#streams.delete(id);
    this.#events.ended(id);
  }

  #nextOf(id: number, stream: Stream): Buffer | null {
    const piece = stream.waiting[0];
    if (piece && piece.length <= stream.credit) {
      stream.waiting.shift();
      stream.credit -= piece.length;
      if (stream.waiting.length === 0) this.#events.sent(id);
      return encodeFrame('data', id, piece);
    }
    if (piece || !stream.isEnding || stream.hasEnded) return null;
    stream.hasEnded = true;
    return encodeFrame('end', id);
  }

  #wasOpened(id: number): boolean {
    const isOurs = (id % 2 === 1) === (this.#side === 'dialer');
    return id <= (isOurs ? this.#last : this.#lastTheirs);
  }

  #countOf(side: Side): number {
    const parity = side === 'dialer' ? 1 : 0;
    return [...this.#streams.keys()].filter((id) => id % 2 === parity).length;
  }
}

function newStream(): Stream {
  return {
    waiting: [],
    credit: WINDOW_BYTES,
    allowed: WINDOW_BYTES,
    taken: 0,
    isEnding: false,
    hasEnded: false,
    hasTheirEnd: false,
  };
}

function credit(stream: Stream, payload: Buffer): void {
  if (payload.length !== 4) throw new LinkError('it sent a window without a size');
  stream.credit += payload.readUInt32BE(0);
}

function isOver({ hasEnded, hasTheirEnd }: Stream): boolean {
  return hasEnded && hasTheirEnd;
}

function headOf(payload: Buffer): unknown {
  if (payload.length > MOST_HEAD_BYTES) throw new LinkError('it sent a head that is too long');
  return parsed(payload);
}

/** The payload of a frame that is JSON. */
export function parsed(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString('utf8'));
  } catch {
    throw new LinkError('it sent something that is no JSON');
  }
}
