/** The frames between a viewer and a daemon after the upgrade: a type, a length and a payload, in both directions. */

/** The value of the `Upgrade` header of `GET /attach`. */
export const TERMINAL_PROTOCOL = 'synapse-terminal';

const TYPES = {
  /** From the viewer: the bytes that were typed. */
  keys: 1,
  /** From the viewer: `{"cols", "rows"}` of its terminal, and `"foreground"` and `"background"` if they came late. */
  size: 2,
  /** From the viewer: it leaves on purpose. */
  detach: 3,
  /** From the daemon: what the program prints. */
  output: 16,
  /** From the daemon: bytes that draw the current screen on an empty terminal. */
  redraw: 17,
  /** From the daemon, as its last frame: an `Exit`. */
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

/** How the program ended; both are null if that is unknown. */
export interface Exit {
  readonly code: number | null;
  readonly signal: number | null;
  /** The column in which the cursor was left. */
  readonly column: number;
  /** Why the program was ended, if it did not end by itself. */
  readonly reason: string | null;
}

const HEAD_BYTES = 5;
/** More than either side sends at once. Anything longer is not a frame. */
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

/** Assembles frames from chunks of any size. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0);

  /** Returns the frames that are complete now. Throws if the other side does not use this protocol. */
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
