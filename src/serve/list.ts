/** The list of agents that the holder of a token can reach, and where. */
import type { Holder } from './gate.js';
import { placeOfAgent } from './places.js';
import type { ServedAgents } from './served-agents.js';

export function listOf(agents: ServedAgents, holder: Holder, url: string): Record<string, unknown> {
  return {
    agents: agents.of(holder).map(({ id, name, type, role, status }) => {
      const place = placeOfAgent(url, id);
      return {
        id,
        name,
        type,
        description: role,
        status,
        // With the slash, a client can append the well-known place of the card to it.
        url: `${place}/`,
        card: `${place}/.well-known/agent-card.json`,
        mcp: `${place}/mcp`,
      };
    }),
    mcp: `${url}/mcp`,
  };
}
