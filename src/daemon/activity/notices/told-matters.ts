/** The matters that were already reported: an empty file each, so that only one of several people's daemons reports each. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePrivateDir } from '../../../paths.js';
import { namesIn, removeIfThere } from '../../../registry/whole-files.js';

const MOST_REMEMBERED = 5_000;
/** Reading the whole folder for each matter would be slow. */
const TIDY_EVERY = 500;

export class ToldMatters {
  readonly #dir: string;
  #sinceTidied = TIDY_EVERY;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** False if the matter was told before, by whichever daemon. */
  claim(id: string): boolean {
    ensurePrivateDir(this.#dir);
    try {
      closeSync(openSync(join(this.#dir, createHash('sha256').update(id).digest('hex')), 'wx', 0o600));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
    if (++this.#sinceTidied >= TIDY_EVERY) this.#forgetOldest();
    return true;
  }

  #forgetOldest(): void {
    this.#sinceTidied = 0;
    const names = namesIn(this.#dir);
    if (names.length <= MOST_REMEMBERED) return;
    const dated = names.map((name) => ({ name, at: this.#dateOf(name) })).sort((a, b) => a.at - b.at);
    for (const { name } of dated.slice(0, names.length - MOST_REMEMBERED)) removeIfThere(join(this.#dir, name));
  }

  /** Another daemon may have removed it meanwhile. */
  #dateOf(name: string): number {
    return statSync(join(this.#dir, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  }
}
