/** Says what `synapse serve` serves, and whether its certificate expires soon. */
import { toIso } from '../../../clock.js';
import { listServing, type Serving } from '../../../registry/hosts/serving.js';
import type { Registry } from '../../../registry/registry.js';
import type { Finding } from './finding.js';

const SOON_MS = 14 * 86_400_000;

export function checkServing({ home }: Registry): readonly Finding[] {
  return listServing(home).map((serving) => {
    const ends = certificateEnd(serving);
    if (ends === null) return { level: 'ok', subject: 'serve', sentence: describeServed(serving), remedy: null };
    return { level: 'warning', subject: 'serve', sentence: ends, remedy: 'Renew it; a new file is read by itself.' };
  });
}

function certificateEnd({ url, validTo }: Serving): string | null {
  if (validTo === null || validTo > Date.now() + SOON_MS) return null;
  const day = toIso(validTo).slice(0, 10);
  return validTo < Date.now()
    ? `the certificate of ${url} ended on ${day}`
    : `the certificate of ${url} ends on ${day}`;
}

function describeServed({ url, agents }: Serving): string {
  return agents === null
    ? `every agent can be reached at ${url} with an access token`
    : `${agents.join(', ')} can be reached at ${url} with an access token`;
}
