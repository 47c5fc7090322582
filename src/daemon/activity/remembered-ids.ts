/** A file with the ids of matters that the person has dismissed. It survives every restart. */
import { dirname } from 'node:path';
import { ensurePrivateDir } from '../../paths.js';
import { readIfThere, writeWhole } from '../../registry/whole-files.js';

const MOST_REMEMBERED = 5_000;

export class RememberedIds {
  readonly #file: string;
  readonly #ids: Set<string>;

  constructor(file: string) {
    this.#file = file;
    this.#ids = new Set(idsIn(file));
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** The oldest ones are forgotten in favor of new ones. */
  add(id: string): void {
    if (this.#ids.has(id)) return;
    this.#ids.add(id);
    const tooMany = Math.max(0, this.#ids.size - MOST_REMEMBERED);
    for (const oldest of [...this.#ids].slice(0, tooMany)) this.#ids.delete(oldest);
    ensurePrivateDir(dirname(this.#file));
    writeWhole(this.#file, JSON.stringify([...this.#ids]), { durable: true });
  }
}

function idsIn(file: string): string[] {
  try {
    const ids: unknown = JSON.parse(readIfThere(file) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
