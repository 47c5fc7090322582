/** Reads the certificates by which that of an outside agent is checked, once, so that its file may go away. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fail } from '../../../errors.js';

const MOST_BYTES = 256 * 1024;

export function readAuthority(file: string | undefined): string | null {
  if (file === undefined) return null;
  try {
    const text = readFileSync(file, 'utf8');
    if (text.length > MOST_BYTES) throw new Error('it is too long');
    // Throws if there is none.
    new X509Certificate(text);
    return text;
  } catch (error) {
    throw fail('invalid_request', { reason: `${file} holds no certificate: ${(error as Error).message}.` });
  }
}
