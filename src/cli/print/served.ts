/** What `synapse serve` gives to clients elsewhere, in a sentence. */
import type { Serving } from '../../registry/hosts/serving.js';

export function describeServed({ url, agents }: Pick<Serving, 'url' | 'agents'>): string {
  return agents === null
    ? `every agent can be reached at ${url} with an access token`
    : `${agents.join(', ')} can be reached at ${url} with an access token`;
}
