/** A `synapse.yaml` to begin with: a person, somebody who plans and reviews, and somebody who works. */
import { basename } from 'node:path';
import { toAgentId } from '../../ids.js';

export function starterTeam(root: string, agents: readonly string[]): string {
  const [first = 'claude', second = first] = agents;
  const name = basename(root) || 'project';
  return `# The team of this project. Start it with: synapse up. Stop it with: synapse down.
project: { id: ${JSON.stringify(toAgentId(name))}, name: ${JSON.stringify(name)}, dir: . }
defaults: { auto: [chat, task] }
agents:
  owner: { kind: human }
  lead: { profile: ${first}, parent: owner, manager: true, role: plans the work and reviews it }
  builder: { profile: ${second}, parent: lead, role: writes the code and its tests, start: on-demand }
`;
}
