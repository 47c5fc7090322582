/** Recognizes failures of the disk, and says so plainly when it is full. */
import { statfsSync } from 'node:fs';
import { fail, isNoSpace, type SynapseError } from '../errors.js';

/** SQLite and the file system; anything else is not the fault of the disk. */
const TROUBLE = /^(SQLITE_(FULL|IOERR|READONLY|CANTOPEN|PERM|AUTH)|E[A-Z]+$)/;
/** The least that one commit takes. */
const FEWEST_FREE_BYTES = 16 * 1024;

/** Null if the error is something else. `dir` is the folder that could not be written. */
export function storageTrouble(error: unknown, dir: string): SynapseError | null {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code !== 'string' || !TROUBLE.test(code)) return null;
  // A full disk is reported in many ways: as a failed write, or as a file that cannot be made or mapped.
  const isFull = code === 'SQLITE_FULL' || isNoSpace(error) || (/IOERR|CANTOPEN/.test(code) && isFullDisk(dir));
  return fail('storage_failed', { reason: isFull ? 'the disk is full' : message, path: dir });
}

function isFullDisk(dir: string): boolean {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(dir);
    return bavail * bsize < FEWEST_FREE_BYTES || (files > 0 && ffree === 0);
  } catch {
    return false;
  }
}
