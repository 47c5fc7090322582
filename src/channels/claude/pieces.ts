/** Reads pieces of files that other programs write, whatever their content and length. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** Up to `mostBytes` bytes from the start. Throws if it is not a regular file. */
export function beginningOf(file: string, mostBytes: number): { text: string; changedAt: number } {
  return withFile(file, (fd, { size, mtimeMs }) => ({
    text: pieceOf(fd, 0, Math.min(size, mostBytes)).toString('utf8'),
    changedAt: mtimeMs,
  }));
}

/** What was added after this offset, up to `mostBytes` bytes. If the file is shorter now, it was rewritten. */
export function addedTo(file: string, from: number, mostBytes: number): { bytes: Buffer; from: number } {
  return withFile(file, (fd, { size }) => {
    const start = size < from ? 0 : from;
    return { bytes: pieceOf(fd, start, Math.min(size - start, mostBytes)), from: start };
  });
}

function withFile<T>(file: string, use: (fd: number, stats: { size: number; mtimeMs: number }) => T): T {
  // Opening a pipe waits for its other end unless this flag is set.
  const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw new Error('It is not a regular file.');
    return use(fd, stats);
  } finally {
    closeSync(fd);
  }
}

function pieceOf(fd: number, from: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(fd, bytes, 0, length, from));
}
