/** Creates an address for an agent that was declared but never ran, so that its mail waits for its first start. */
import { fail } from '../../../errors.js';
import { type KnownAgent, NO_STORE_YET } from '../../../registry/entry.js';
import { resolveElsewhere } from '../../../registry/hosts/resolve-remote.js';
import { otherHostsOf } from '../../../team/hosts.js';
import { findAgent, projectsOf } from '../../../team/people/agents.js';
import type { TeamAccess } from '../../team/team-access.js';

export async function declaredAddress(teamAccess: TeamAccess, id: string): Promise<KnownAgent | null> {
  const { registry, home } = teamAccess.context;
  // If the team cannot be read, the sender is still told that the name is unknown.
  const team = await teamAccess.ifThere().catch(() => null);
  const agent = team && (await team.store.read((db) => findAgent(db, id)));
  if (!team || !agent) return null;
  const host =
    agent.kind === 'human' ? undefined : (await team.store.read((db) => otherHostsOf(db, team.hostId))).get(id);
  if (host !== undefined) {
    // Its mail would wait here for a start that happens there.
    const there = resolveElsewhere(home, id);
    if (there) return there;
    throw fail('agent_of_other_host', { agent: id, host });
  }
  const [project = null] = await team.store.read((db) => projectsOf(db, id));
  registry.define({
    id,
    type: agent.kind === 'human' ? 'human' : (agent.profile ?? 'shell'),
    name: null,
    role: agent.role,
    kind: agent.kind,
    lasting: true,
    storeId: NO_STORE_YET,
    project: agent.kind === 'human' ? null : project,
    cwd: home,
    command: [],
    port: 0,
    endedAt: null,
  });
  return registry.get(id);
}
