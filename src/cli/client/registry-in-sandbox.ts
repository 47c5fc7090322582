/** Asks a daemon which agents are alive, in a sandbox that hides the processes of the system. */
import { callDaemon } from '../../a2a/local.js';
import * as spool from '../../a2a/spool-client.js';
import { fail } from '../../errors.js';
import type { LiveEntry } from '../../registry/entry.js';
import { Registry } from '../../registry/registry.js';

/** Null if nobody lives indeed. Throws if nobody can be asked, because a list of dead agents would be wrong. */
export async function registryInSandbox(registry: Registry): Promise<Registry | null> {
  for (const entry of ownFirst(registry.entries())) {
    const found = await spool.probeSocket(entry.socket);
    if (found === 'closed') continue;
    if (found === 'forbidden' && !isOwn(entry)) throw fail('sockets_forbidden', { agent: entry.id });
    try {
      return await registryAsToldBy(entry, registry.home);
    } catch (error) {
      // A daemon that was killed a moment ago may still have its socket.
      if ((await spool.probeSocket(entry.socket)) !== 'closed') throw error;
    }
  }
  return null;
}

async function registryAsToldBy(entry: LiveEntry, home: string): Promise<Registry> {
  const { live } = (await callDaemon(entry, home, { path: '/live' })) as { live: Pick<LiveEntry, 'id' | 'instance'>[] };
  const there = new Set(live.map(({ id, instance }) => `${id} ${instance}`));
  return new Registry(home, ({ id, instance }) => there.has(`${id} ${instance}`));
}

function ownFirst(entries: readonly LiveEntry[]): LiveEntry[] {
  return [...entries].sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
}

/** The status of an agent that cannot be reached from here; the daemon of this terminal passes the question on. */
export async function statusInSandbox(registry: Registry, id: string): Promise<Record<string, unknown>> {
  const own = registry.entries().find(isOwn);
  if (!own) throw fail('sockets_forbidden', { agent: id });
  return callDaemon(own, registry.home, { path: `/live/${encodeURIComponent(id)}/status` });
}

/** Without sockets, only the daemon of this terminal can be asked. */
function isOwn({ id }: Pick<LiveEntry, 'id'>): boolean {
  return id === process.env.SYNAPSE_AGENT_ID && Boolean(process.env.SYNAPSE_SPOOL);
}
