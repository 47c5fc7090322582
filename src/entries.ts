/** How one bundled entry finds another: by file, at run time, so that each stays a bundle of its own. */
import { join } from 'node:path';

export type EntryName = 'synapse' | 'main' | 'daemon';

/** The file of an entry, for a process that runs it. */
export function entryPath(name: EntryName): string {
  return join(__dirname, `${name}.cjs`);
}

/** Loads an entry into this process. The bundler leaves a computed `require` alone, which is the point. */
export function loadEntry(name: EntryName): unknown {
  return require(entryPath(name));
}
