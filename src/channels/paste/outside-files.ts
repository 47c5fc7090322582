/**
 * Gemini CLI reads a file that a prompt names after an `@`, and opens a question if that is outside its folder. Nobody has
 * asked for that when a message says so, and the question would hold all later mail. A backslash before the `@` keeps it.
 */
import { realpathSync } from 'node:fs';
import { resolve, sep } from 'node:path';

/** The text as it is typed into a program that works in this folder. */
export function withoutOutsideFiles(text: string, cwd: string): string {
  return text.replace(NAMED, (named, name: string) => (isOutside(name, cwd) ? `\\${named}` : named));
}

/** A name ends at a blank or at most punctuation; a backslash or quotes may hold it together. */
const NAMED = /(?<!\\)@("[^"\n]*"|(?:\\.|[^\s,;!?()[\]{}])+)/g;

function isOutside(name: string, cwd: string): boolean {
  const path = name.replace(/^"(.*)"$/, '$1').replace(/\\(.)/g, '$1');
  // A full stop at the end belongs to the sentence.
  const files = [path, path.replace(/\.$/, '')].map((each) => realPath(resolve(cwd, each)));
  return files.some((file) => file !== null && !`${file}${sep}`.startsWith(`${realPath(cwd)}${sep}`));
}

/** Null if there is no such file. */
function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
