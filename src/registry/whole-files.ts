/** Small JSON files that are never half written: each is written beside its target and then renamed. */
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { readRegularFile } from '../files/regular-file.js';

let counter = 0;

export function writeWhole(file: string, text: string, options: { durable?: boolean } = {}): void {
  const beside = `${file}.${process.pid}.${counter++}.tmp`;
  const fd = openSync(beside, 'wx', 0o600);
  try {
    try {
      // A disk that is almost full takes only a part at first. This writes the rest, or fails.
      writeFileSync(fd, text);
      if (options.durable) fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(beside, file);
  } catch (error) {
    unlinkSync(beside);
    throw error;
  }
}

/** The text of the file, or null if it does not exist. */
export function readIfThere(file: string): string | null {
  try {
    return readRegularFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

export function removeIfThere(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Returns an empty list if the folder does not exist. */
export function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
