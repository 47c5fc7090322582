/** The message of a command: its argument, or all of stdin for `-`; stdin is never read unasked. */
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fail } from '../errors.js';

export function readMessage(argument: string | undefined, files: readonly string[] = []): string | undefined {
  const text = argument === '-' ? readFileSync(0, 'utf8').replace(/\r?\n$/, '') : argument;
  if (text === undefined && files.length > 0) return undefined;
  if (text === undefined)
    throw fail('invalid_request', { reason: 'There is no message. Give it as an argument, or - to read stdin.' });
  if (text.trim() === '' && files.length === 0) throw fail('invalid_request', { reason: 'The message is empty.' });
  return text;
}

export function readFiles(paths: readonly string[] = []): string[] {
  return paths.map((path) => {
    const file = resolve(path);
    try {
      if (statSync(file).isFile()) return file;
    } catch {
      // Said below, in one sentence for both.
    }
    throw fail('invalid_request', { reason: `--file: there is no file ${path}.` });
  });
}
