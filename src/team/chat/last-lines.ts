/** Reads the last complete lines of a file and ignores an incomplete one after them. */
import { fstatSync, readSync } from 'node:fs';

/** A line has at most 4,000 characters, which JSON spells with at most 24,000 bytes, and a little around them. */
const TAIL_BYTES = 64 * 1024;

interface Line {
  readonly text: string;
  readonly startsAt: number;
  readonly endsAt: number;
}

/** The last complete lines, with their positions. */
export function lastLines(fd: number): Line[] {
  const size = endOfLines(fd);
  const tail = readBefore(fd, size);
  const lines: Line[] = [];
  for (let at = 0; at < tail.length; ) {
    const end = tail.indexOf(10, at) + 1;
    const offset = size - tail.length;
    lines.push({ text: tail.toString('utf8', at, end - 1), startsAt: offset + at, endsAt: offset + end });
    at = end;
  }
  return lines;
}

/** Where the last complete line ends. */
function endOfLines(fd: number): number {
  for (let end = fstatSync(fd).size; end > 0; ) {
    const tail = readBefore(fd, end);
    const newline = tail.lastIndexOf(10);
    end -= tail.length;
    if (newline >= 0) return end + newline + 1;
  }
  return 0;
}

function readBefore(fd: number, end: number): Buffer {
  const start = Math.max(0, end - TAIL_BYTES);
  const tail = Buffer.alloc(end - start);
  readSync(fd, tail, 0, tail.length, start);
  return tail;
}
