/** The identity of this home for other hosts: a key, created once, and a name. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { join } from 'node:path';
import { ensureHomeDir, ensurePrivateDir, hostsDir } from '../paths.js';
import { machineName } from '../registry/hosts/own-name.js';
import { readIfThere, writeWhole } from '../registry/whole-files.js';

export interface Identity {
  readonly name: string;
  /** The public key, which the other side pins. */
  readonly key: string;
  readonly sign: (text: string) => string;
}

/** Throws if the file is damaged, because with a new key this would be another host to everybody. */
export function identityOf(home: string, name: string | null): Identity {
  const secret = secretOf(home);
  const key = createPublicKey(secret).export({ type: 'spki', format: 'der' }).toString('base64');
  return {
    name: name ?? machineName(),
    key,
    sign: (text) => sign(null, Buffer.from(text), secret).toString('base64'),
  };
}

/** What a person compares: a short form of the key. */
export function fingerprint(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 16);
}

export function isSignedBy(key: string, text: string, signature: string): boolean {
  try {
    const known = createPublicKey({ key: Buffer.from(key, 'base64'), type: 'spki', format: 'der' });
    return (
      known.asymmetricKeyType === 'ed25519' && verify(null, Buffer.from(text), known, Buffer.from(signature, 'base64'))
    );
  } catch {
    return false;
  }
}

function secretOf(home: string): KeyObject {
  const file = join(hostsDir(home), IDENTITY_FILE);
  const known = readIfThere(file);
  if (known !== null) return createPrivateKey(known);
  ensureHomeDir(home);
  ensurePrivateDir(hostsDir(home));
  const { privateKey } = generateKeyPairSync('ed25519');
  writeWhole(file, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), { durable: true });
  // Another daemon may have made one at the same time. The one that is there now counts.
  return createPrivateKey(readIfThere(file) ?? '');
}

const IDENTITY_FILE = 'identity.pem';
