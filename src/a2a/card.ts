/** The agent card: who an agent is and how to talk to it. It contains nothing private. */
import type { LiveEntry } from '../registry/entry.js';
import type { Party } from '../taskstore/task.js';

export function agentCard(self: Party, entry: Pick<LiveEntry, 'name' | 'role' | 'version'>): Record<string, unknown> {
  return {
    protocolVersion: '0.3.0',
    name: entry.name ?? self.id,
    description: entry.role ?? `A ${self.type} agent in a terminal, reachable through Synapse.`,
    version: entry.version,
    url: self.endpoint,
    capabilities: { streaming: false, pushNotifications: false },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [
      {
        id: 'message',
        name: 'Message',
        description:
          'POST /tasks/send types a message into the terminal of this agent; its answer is the reply of the task.',
        tags: ['terminal', self.type],
      },
    ],
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    security: [{ bearer: [] }],
  };
}
