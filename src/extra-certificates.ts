/** Reads the certificates of NODE_EXTRA_CA_CERTS for commands, which start without them (see bin/synapse). */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type ConnectionOptions, rootCertificates } from 'node:tls';

/** What to trust by default. A daemon needs nothing here, because Node has read the file for it. */
export function trusted({ env, argv }: Pick<NodeJS.Process, 'env' | 'argv'> = process): Pick<ConnectionOptions, 'ca'> {
  const file = env.NODE_EXTRA_CA_CERTS;
  if (!file || basename(argv[1] ?? '') === 'daemon.cjs') return {};
  try {
    return { ca: [...rootCertificates, readFileSync(file, 'utf8')] };
  } catch {
    // Node warns about a file that it cannot read, and continues without it.
    return {};
  }
}
