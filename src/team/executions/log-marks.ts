/** The index beside a log: at intervals, how many lines end before which byte, so that any line is found quickly. */

export interface Mark {
  readonly at: number;
  /** How many lines end before it. */
  readonly ends: number;
}

export const MARK_BYTES = 16;
/** The most that has to be read from a mark on, however long the lines are. */
export const BYTES_PER_MARK = 64 * 1024;

export const marksFile = (file: string): string => `${file}.marks`;

export function fromMark({ at, ends }: Mark): Buffer {
  const bytes = Buffer.alloc(MARK_BYTES);
  bytes.writeDoubleLE(at, 0);
  bytes.writeDoubleLE(ends, MARK_BYTES / 2);
  return bytes;
}

/** Reads one of several consecutive marks. */
export function toMark(bytes: Buffer, index: number): Mark {
  const start = index * MARK_BYTES;
  return { at: bytes.readDoubleLE(start), ends: bytes.readDoubleLE(start + MARK_BYTES / 2) };
}
