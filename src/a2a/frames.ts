/** How a viewer and a daemon speak once the connection is upgraded: frames of a type, a length and a payload, both ways. */

/** What the `Upgrade` header of `GET /attach` must name. */
export const TERMINAL_PROTOCOL = 'synapse-terminal';

const TYPES = {
  /** From the viewer: bytes as they were typed. */
  keys: 1,
  /** From the viewer: `{"cols", "rows"}` of its terminal. */
  size: 2,
  /** From the viewer: it leaves on purpose. */
  detach: 3,
  /** From the daemon: what the program prints. */
  output: 16,
  /** From the daemon: what draws the screen as it is now on an empty terminal. */
  redraw: 17,
  /** From the daemon, as the last one: an `Exit`. */
  exit: 18,
} as const;

export type FrameType = keyof typeof TYPES;

export interface Frame {
  readonly type: FrameType;
  readonly payload: Buffer;
}

export interface Size {
  readonly cols: number;
  readonly rows: number;
}

/** How the program ended; both are null where nobody knows. */
export interface Exit {
  readonly code: number | null;
  readonly signal: number | null;
  /** Where in its line the cursor was left. */
  readonly column: number;
  /** Why it was ended, if it did not end by itself. */
  readonly reason: string | null;
}

const HEAD_BYTES = 5;
/** More than any side sends at once; a longer one is no frame. */
const MOST_PAYLOAD_BYTES = 16 * 2 ** 20;
const NAMES = new Map<number, FrameType>(Object.entries(TYPES).map(([name, code]) => [code, name as FrameType]));

export function encodeFrame(type: FrameType, payload: Buffer | string = ''): Buffer {
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
  const frame = Buffer.allocUnsafe(HEAD_BYTES + bytes.length);
  frame.writeUInt8(TYPES[type], 0);
  frame.writeUInt32BE(bytes.length, 1);
  bytes.copy(frame, HEAD_BYTES);
  return frame;
}

/** Puts frames together from chunks that know nothing of them. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0);

  /** The frames that are whole now; throws when the other side does not speak this protocol. */
  read(chunk: Buffer): Frame[] {
    let rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const frames: Frame[] = [];
    while (rest.length >= HEAD_BYTES) {
      const type = NAMES.get(rest.readUInt8(0));
      const length = rest.readUInt32BE(1);
      if (!type || length > MOST_PAYLOAD_BYTES) throw new Error('this is no frame');
      if (rest.length < HEAD_BYTES + length) break;
      frames.push({ type, payload: rest.subarray(HEAD_BYTES, HEAD_BYTES + length) });
      rest = rest.subarray(HEAD_BYTES + length);
    }
    this.#rest = rest;
    return frames;
  }
}
