/** The certificate of the server: read once at the start, and again whenever one of its files changes. */
import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { SynapseError } from '../errors.js';

export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

export interface Certificate {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly validTo: number;
}

export const TLS_OPTIONS: SecureContextOptions = { minVersion: 'TLSv1.2' };

const LOOK_AGAIN_MS = 1_000;

/** Throws if the files cannot be used, or do not belong together. */
export function readCertificate({ cert: certFile, key: keyFile }: CertificateFiles): Certificate {
  try {
    const cert = readFileSync(certFile);
    const key = readFileSync(keyFile);
    createSecureContext({ ...TLS_OPTIONS, cert, key });
    return { cert, key, validTo: Date.parse(new X509Certificate(cert).validTo) };
  } catch (error) {
    const details = { cert: certFile, key: keyFile, reason: (error as Error).message };
    throw new SynapseError('certificate_unusable', details);
  }
}

/** Calls `changed` with the new certificate, or `failed` once with what is wrong with it. Returns how to stop. */
export function watchCertificate(
  files: CertificateFiles,
  on: { changed(certificate: Certificate): void; failed(error: Error): void },
): () => void {
  let known = versionOf(files);
  const timer = setInterval(() => {
    const now = versionOf(files);
    if (now === known) return;
    known = now;
    try {
      on.changed(readCertificate(files));
    } catch (error) {
      // Often the other file follows at once, and then this is looked at again.
      on.failed(error as Error);
    }
  }, LOOK_AGAIN_MS).unref();
  return () => clearInterval(timer);
}

function versionOf({ cert, key }: CertificateFiles): string {
  const found = [cert, key].map((file) => statSync(file, { throwIfNoEntry: false }));
  return found.map((file) => (file ? `${file.ino} ${file.mtimeMs} ${file.size}` : '-')).join(' ');
}
