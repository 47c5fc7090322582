/** The index beside a log: now and then, how many lines had ended at which byte, so that any line is found by a short walk. */

export interface Mark {
  readonly at: number;
  /** How many lines end before that. */
  readonly ends: number;
}

export const MARK_BYTES = 16;
/** How far one has to walk from a mark, whatever the lines are like. */
export const BYTES_PER_MARK = 64 * 1024;

export const marksFile = (file: string): string => `${file}.marks`;

export function fromMark({ at, ends }: Mark): Buffer {
  const bytes = Buffer.alloc(MARK_BYTES);
  bytes.writeDoubleLE(at, 0);
  bytes.writeDoubleLE(ends, MARK_BYTES / 2);
  return bytes;
}

/** Of several one after the other, the one at that place. */
export function toMark(bytes: Buffer, place: number): Mark {
  const start = place * MARK_BYTES;
  return { at: bytes.readDoubleLE(start), ends: bytes.readDoubleLE(start + MARK_BYTES / 2) };
}
