/** Whether a word is a program that could be started here. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';

export function isOnPath(word: string): boolean {
  const folders = word.includes('/') ? [''] : (process.env.PATH ?? '').split(delimiter);
  return word !== '' && folders.some((folder) => isProgram(resolve(folder, word)));
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
