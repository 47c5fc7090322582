/** The frames on a link between two hosts: a length, a type, the number of a stream, and a payload. */

import { withoutControls } from '../clean-text.js';

/** What a bridge prints first. Whatever a shell of the other host prints before it is skipped. */
export const GREETING = Buffer.from('\n\u0000synapse-link\u0000\n');

/** `hello`, `proof`, `welcome` and `refuse` open a link; `ping`, `pong`, `agents` and `bye` are about it; the rest is about a stream. */
const TYPES = {
  hello: 1,
  proof: 2,
  welcome: 3,
  refuse: 4,
  ping: 5,
  pong: 6,
  agents: 7,
  bye: 8,
  open: 16,
  head: 17,
  data: 18,
  end: 19,
  reset: 20,
  window: 21,
} as const;

export type FrameType = keyof typeof TYPES;

export interface Frame {
  readonly type: FrameType;
  /** 0 for frames about the link. */
  readonly stream: number;
  readonly payload: Buffer;
}

const HEAD_BYTES = 9;
const ABOUT_STREAMS = 16;
/** Data is cut into smaller pieces. Only the list of agents may become as long as this. */
export const MOST_PAYLOAD_BYTES = 4 * 2 ** 20;
/** How much a login shell may print before the greeting. */
const MOST_NOISE_BYTES = 64 * 2 ** 10;
export const NO_LINK = 'it prints something else than a link';
/** How much of that is shown. */
const MOST_SHOWN = 80;
const NAMES = new Map<number, FrameType>(Object.entries(TYPES).map(([name, code]) => [code, name as FrameType]));

/** The other side does not keep to the protocol, so nothing that it sends can be trusted any more. */
export class LinkError extends Error {}

export function encodeFrame(type: FrameType, stream: number, payload: Buffer | string = ''): Buffer {
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
  const frame = Buffer.allocUnsafe(HEAD_BYTES + bytes.length);
  frame.writeUInt32BE(bytes.length, 0);
  frame.writeUInt8(TYPES[type], 4);
  frame.writeUInt32BE(stream, 5);
  bytes.copy(frame, HEAD_BYTES);
  return frame;
}

/** Assembles frames from chunks of any size, after the greeting. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #size = 0;
  #hasGreeted = false;

  /** The last line that was printed before the greeting, while there is none. */
  get noise(): string | null {
    if (this.#hasGreeted || this.#size === 0) return null;
    const lines = withoutControls(this.#joined().subarray(0, MOST_NOISE_BYTES).toString('utf8')).split('\n');
    const last = lines.map((line) => line.trim()).findLast((line) => line !== '');
    return last?.slice(0, MOST_SHOWN) ?? null;
  }

  /** Returns the frames that are complete now. */
  read(chunk: Buffer): Frame[] {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (!this.#hasGreeted && !this.#skipGreeting()) return [];
    const frames: Frame[] = [];
    for (let frame = this.#next(); frame; frame = this.#next()) frames.push(frame);
    return frames;
  }

  #skipGreeting(): boolean {
    const all = this.#joined();
    const at = all.indexOf(GREETING);
    if (at < 0 && all.length > MOST_NOISE_BYTES) throw new LinkError(NO_LINK);
    if (at < 0) return false;
    this.#hasGreeted = true;
    this.#keep(all.subarray(at + GREETING.length));
    return true;
  }

  #next(): Frame | null {
    if (this.#size < HEAD_BYTES) return null;
    if ((this.#chunks[0] as Buffer).length < HEAD_BYTES) this.#keep(this.#joined());
    const head = this.#chunks[0] as Buffer;
    const length = head.readUInt32BE(0);
    const type = NAMES.get(head.readUInt8(4));
    const stream = head.readUInt32BE(5);
    if (!type || length > MOST_PAYLOAD_BYTES) throw new LinkError('it sent something that is no frame');
    if (TYPES[type] >= ABOUT_STREAMS !== stream > 0) throw new LinkError(`it sent "${type}" for the stream ${stream}`);
    if (this.#size < HEAD_BYTES + length) return null;
    const all = this.#joined();
    this.#keep(all.subarray(HEAD_BYTES + length));
    return { type, stream, payload: all.subarray(HEAD_BYTES, HEAD_BYTES + length) };
  }

  /** A long frame arrives in many chunks, which are joined once. */
  #joined(): Buffer {
    return this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks, this.#size);
  }

  #keep(rest: Buffer): void {
    this.#chunks = rest.length === 0 ? [] : [rest];
    this.#size = rest.length;
  }
}
