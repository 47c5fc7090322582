/** Writes results to stdout and everything else to stderr, directly, because opening Node's streams takes time. */
import { fstatSync, writeSync } from 'node:fs';
import { cleanText, harmlessJson, withoutControls } from '../../clean-text.js';
import { languageOf } from '../../i18n/language.js';
// A namespace import, so that a bundle for fast commands loads the texts only for a reader who needs them.
import * as retelling from '../../i18n/retell.js';
import { rendered } from './painted.js';

export function printLine(text: string): void {
  printText(`${text}\n`);
}

/** On a terminal, nothing but our own colors can act on it. A program that reads stdout gets every byte. */
export function printText(text: string): void {
  write(1, rendered(text, isTerminal(1) ? withoutControls : asItIs));
}

/** The exit code says whether a command succeeded, so what a daemon says about that is left out. */
export function printJson(value: unknown): void {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const { success: _, ...rest } = (isObject ? value : {}) as Record<string, unknown>;
  printRawJson(isObject ? rest : value);
}

/** As it is, for the answer of a tool. */
export function printRawJson(value: unknown): void {
  write(1, `${harmlessJson(value)}\n`);
}

/** In the language of the user. Always cleaned, because what others have sent may be part of a note. */
export function printNote(text: string): void {
  const language = languageOf(process.env);
  const shown = rendered(text, withoutControls);
  write(2, `${language === 'en' ? shown : retelling.retellNote(language, shown)}\n`);
}

/** A sentence of ours in the language of the user. */
export function said(text: string): string {
  const language = languageOf(process.env);
  return language === 'en' ? text : retelling.retell(language, text);
}

/** Keeps the prompt of the shell off the line on which the terminal shows `^C`. */
export function endInterruptedLine(): void {
  if (isTerminal(2)) printNote('');
}

/** Keeps a text from somebody else from posing as a message, on a terminal. */
export function readable(text: string): string {
  return isTerminal(1) ? cleanText(text) : text;
}

/** Indents all lines but the first, so that none of them can be taken for the next entry. */
export function setIn(text: string): string {
  return readable(text).replaceAll('\n', '\n  ');
}

/** Indents all lines, so that none of them can be taken for the heading of another message. */
export function indented(text: string): string {
  return readable(text).replace(/^/gm, '  ');
}

/** Puts a text on one line without control characters, so that no part of it can be taken for the next entry. */
export function oneLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}

/** Checks for a character device, because `isatty` would load Node's network modules. */
export function isTerminal(fd: number): boolean {
  return fstatSync(fd).isCharacterDevice();
}

function asItIs(text: string): string {
  return text;
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
