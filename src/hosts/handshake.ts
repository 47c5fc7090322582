/** How two hosts prove their identity: each states its key and name, and signs a random value from the other. */
import { LinkError } from './frames.js';
import { fingerprint, type Identity, isSignedBy } from './identity.js';
import type { Side } from './streams.js';

/** The newest version of the link that this program speaks, and the oldest. */
const PROTOCOL = 1;
const OLDEST_PROTOCOL = 1;
/** Terminals over the link. */
export const CONNECTIONS = 'connections';
/** What this program knows. Unknown ones of the other side are ignored. */
const FEATURES: readonly string[] = ['mail', 'agents', CONNECTIONS];

export interface Hello {
  readonly protocol: number;
  readonly oldest: number;
  readonly version: string;
  readonly name: string;
  readonly key: string;
  readonly nonce: string;
  readonly features: readonly string[];
}

export function helloOf({ name, key }: Pick<Identity, 'name' | 'key'>, version: string, nonce: string): Hello {
  return { protocol: PROTOCOL, oldest: OLDEST_PROTOCOL, version, name, key, nonce, features: FEATURES };
}

/** Checks what the other side says of itself, before its proof. */
export function decodeHello(value: unknown): Hello {
  const { protocol, oldest, version, name, key, nonce, features } = (value ?? {}) as Record<string, unknown>;
  if (!Number.isInteger(protocol) || !Number.isInteger(oldest))
    throw new LinkError('it does not say which version it is');
  for (const text of [version, name, key, nonce]) {
    if (typeof text !== 'string' || text === '' || text.length > 200) throw new LinkError('it does not say who it is');
  }
  return {
    protocol: protocol as number,
    oldest: oldest as number,
    version: version as string,
    name: name as string,
    key: key as string,
    nonce: nonce as string,
    features: Array.isArray(features) ? features.filter((each) => typeof each === 'string').slice(0, 100) : [],
  };
}

/** The version that both sides know; null if there is none. */
export function commonProtocol(
  theirs: Pick<Hello, 'protocol' | 'oldest'>,
  newest = PROTOCOL,
  oldest = OLDEST_PROTOCOL,
): number | null {
  const common = Math.min(theirs.protocol, newest);
  return common >= Math.max(theirs.oldest, oldest) ? common : null;
}

/** What a side signs: both keys, both nonces, and which side it is, so that nothing can be played back to anybody. */
export function signedText(side: Side, own: Pick<Hello, 'key' | 'nonce'>, other: Pick<Hello, 'key' | 'nonce'>): string {
  return JSON.stringify(['synapse-link', side, own.key, own.nonce, other.key, other.nonce]);
}

export function checkProof(side: Side, theirs: Hello, ours: Hello, signature: unknown): void {
  const isRight = typeof signature === 'string' && isSignedBy(theirs.key, signedText(side, theirs, ours), signature);
  if (!isRight) throw new LinkError(`it cannot prove that it has the key ${fingerprint(theirs.key)}`);
}
