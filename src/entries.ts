/** Finds one bundled entry from another at run time, so that each stays a separate bundle. */
import { join } from 'node:path';

export type EntryName = 'synapse' | 'main' | 'daemon';

/** The file of an entry, for a process that runs it. */
export function entryPath(name: EntryName): string {
  return join(__dirname, `${name}.cjs`);
}

/** Loads an entry into this process. The `require` is computed, because the bundler leaves such calls alone. */
export function loadEntry(name: EntryName): unknown {
  return require(entryPath(name));
}
