/** Writes results to stdout and everything else to stderr, directly, because opening Node's streams takes time. */
import { fstatSync, writeSync } from 'node:fs';
import { cleanText } from '../../clean-text.js';
import { languageOf } from '../../i18n/language.js';
// A namespace import, so that a bundle for fast commands loads the texts only for a reader who needs them.
import * as retelling from '../../i18n/retell.js';

export function printLine(text: string): void {
  write(1, `${text}\n`);
}

export function printJson(value: unknown): void {
  write(1, `${JSON.stringify(value)}\n`);
}

/** In the language of the user. */
export function printNote(text: string): void {
  const language = languageOf(process.env);
  write(2, `${language === 'en' ? text : retelling.retellNote(language, text)}\n`);
}

/** Keeps the prompt of the shell off the line on which the terminal shows `^C`. */
export function endInterruptedLine(): void {
  if (fstatSync(2).isCharacterDevice()) printNote('');
}

/**
 * Cleans a text from elsewhere if stdout is a terminal, so that it cannot act on the terminal; a program that reads
 * stdout gets every byte. Checks for a character device, because `isatty` would load Node's network modules.
 */
export function readable(text: string): string {
  return fstatSync(1).isCharacterDevice() ? cleanText(text) : text;
}

/** Indents all lines but the first, so that none of them can be taken for the next entry. */
export function setIn(text: string): string {
  return readable(text).replaceAll('\n', '\n  ');
}

/** Puts a text on one line, so that no part of it can be taken for the next entry of a list. */
export function oneLine(text: string): string {
  return readable(text).replace(/\s+/g, ' ').trim();
}

/** Waits for a slow reader; one that has seen enough (`| head`) is not a failure. */
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
