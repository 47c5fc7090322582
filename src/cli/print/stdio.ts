/** stdout is the answer, stderr is the conversation. Written directly: opening Node's streams costs every command time. */
import { fstatSync, writeSync } from 'node:fs';
import { cleanText } from '../../clean-text.js';

export function printLine(text: string): void {
  write(1, `${text}\n`);
}

export function printJson(value: unknown): void {
  write(1, `${JSON.stringify(value)}\n`);
}

export function say(text: string): void {
  write(2, `${text}\n`);
}

/**
 * A foreign text on a person's terminal must not act on it; a program that reads stdout gets every byte. A terminal is
 * a character device; asking the system for more would load the network.
 */
export function readable(text: string): string {
  return fstatSync(1).isCharacterDevice() ? cleanText(text) : text;
}

/** No line of a foreign text but its first stands at the margin, where it would pass for the next entry. */
export function setIn(text: string): string {
  return readable(text).replaceAll('\n', '\n  ');
}

/** In a list everything has one line: a foreign text must not pass for the next entry. */
export function oneLine(text: string): string {
  return readable(text).replace(/\s+/g, ' ').trim();
}

/** A reader that has seen enough (`| head`) is no failure; one that is slow is waited for. */
function write(fd: number, text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE') process.exit(0);
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SLOW_READER_PAUSE_MS);
    }
  }
}

const SLOW_READER_PAUSE_MS = 5;
