/** The index beside a log: now and then, how many lines had ended at which byte, so that any line is found by a short walk. */

export interface Mark {
  readonly at: number;
  /** How many lines end before that. */
  readonly ends: number;
}

export const MARK_BYTES = 16;
/** How far one has to walk from a mark, whatever the lines are like. */
export const BYTES_PER_MARK = 256 * 1024;

export const marksFile = (file: string): string => `${file}.marks`;

export function fromMark({ at, ends }: Mark): Buffer {
  const bytes = Buffer.alloc(MARK_BYTES);
  bytes.writeDoubleLE(at, 0);
  bytes.writeDoubleLE(ends, MARK_BYTES / 2);
  return bytes;
}

export function toMark(bytes: Buffer): Mark {
  return { at: bytes.readDoubleLE(0), ends: bytes.readDoubleLE(MARK_BYTES / 2) };
}
