/** The id of this home among the hosts that share a team: made once, at random. */
import { randomBytes } from 'node:crypto';
import { linkSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '../errors.js';
import { ensureHomeDir } from '../paths.js';
import { readIfThere, removeIfThere, writeWhole } from './whole-files.js';

export function hostId(home: string): string {
  const file = join(home, 'host-id');
  const known = readIfThere(file)?.trim();
  if (known === undefined) {
    ensureHomeDir(home);
    makeOnce(file, `${randomBytes(8).toString('hex')}\n`);
    return hostId(home);
  }
  if (!/^[0-9a-f]{16}$/.test(known)) throw fail('store_damaged', { file, reason: 'it is not the id of a host' });
  return known;
}

/** Another daemon may be faster, and its id counts then. */
function makeOnce(file: string, text: string): void {
  const beside = `${file}.${process.pid}.new`;
  writeWhole(beside, text, { durable: true });
  try {
    linkSync(beside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    removeIfThere(beside);
  }
}
