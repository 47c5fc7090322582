/** Reads a file that somebody else may have put there: never a pipe or a device, which may not end, and never a huge one. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

const MAX_BYTES = 4 * 2 ** 20;

/** Throws if it is anything but a regular file of a reasonable size. */
export function readRegularFile(file: string, maxBytes = MAX_BYTES): string {
  // Opening a pipe waits for its other end unless this flag is set.
  const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = fstatSync(fd);
    if (!found.isFile()) throw new Error('It is not a regular file.');
    if (found.size > maxBytes) throw new Error(`It has ${found.size} bytes; the limit is ${maxBytes}.`);
    return readFileSync(fd, 'utf8');
  } finally {
    closeSync(fd);
  }
}
