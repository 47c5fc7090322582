/** The list of agents that the holder of a token can reach, and where. */

import { urlOfAgent } from './endpoints.js';
import type { Holder } from './gate.js';
import type { ServedAgents } from './served-agents.js';

export function listOf(agents: ServedAgents, holder: Holder, url: string): Record<string, unknown> {
  return {
    agents: agents.of(holder).map(({ id, name, type, role, status }) => {
      const base = urlOfAgent(url, id);
      return {
        id,
        name,
        type,
        description: role,
        status,
        // With the slash, a client can append the well-known place of the card to it.
        url: `${base}/`,
        card: `${base}/.well-known/agent-card.json`,
        mcp: `${base}/mcp`,
      };
    }),
    mcp: `${url}/mcp`,
  };
}
