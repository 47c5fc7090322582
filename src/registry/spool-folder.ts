/** The name of the folder in which sandboxed commands leave their requests, and removing it. */
import { rmSync } from 'node:fs';
import { basename } from 'node:path';

/** The folder's name begins with this; the rest is random. */
export const SPOOL_PREFIX = 'synapse-spool-';

/** Never throws, and removes nothing that is not named like such a folder. */
export function removeSpoolFolder(folder: string | null | undefined): void {
  if (!folder || !basename(folder).startsWith(SPOOL_PREFIX)) return;
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // It is empty or private, and the system clears its folder for temporary files.
  }
}
