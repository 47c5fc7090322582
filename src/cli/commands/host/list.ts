/** `synapse host list`: the hosts, their links, and what waits for them. */
import { waitingForHosts } from '../../../a2a/waiting-for-hosts.js';
import { isRunning } from '../../../registry/entry.js';
import { type Host, type HostLink, linkNow, listHosts } from '../../../registry/hosts/hosts.js';
import { registryHere } from '../../client/find-agent.js';
import { colorsFor, table } from '../../print/output.js';
import { oneLine, printJson, printLine, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/shared-options.js';

export async function runHostList(
  _args: readonly string[],
  options: OptionValues<typeof jsonOptions>,
): Promise<number> {
  const registry = await registryHere();
  const { home } = registry;
  const daemons = registry.list().filter(isRunning);
  const waiting = await waitingForHosts(
    home,
    daemons.map(({ live }) => live),
  );
  const hosts = listHosts(home).map((host) => ({
    host,
    link: linkNow(home, host),
    waits: waiting.get(host.name) ?? 0,
  }));
  if (options.json) {
    printJson({ hosts: hosts.map(({ host, link, waits }) => hostJson(host, link, waits)) });
  } else if (hosts.length === 0) {
    printNote('There are no other hosts. Link to one: synapse host add NAME TARGET');
  } else {
    const colors = await colorsFor(process.stdout);
    const rows = hosts.map(({ host, link, waits }) => [
      { text: host.name, paint: colors.bold },
      { text: oneLine(host.target ?? '-') },
      { text: statusOf(link), paint: link?.state === 'up' ? colors.green : colors.yellow },
      { text: link?.state === 'up' && link.roundTripMs !== null ? `${link.roundTripMs.toFixed(1)} ms` : '-' },
      { text: String(link?.agents.length ?? 0) },
      { text: String(waits) },
      { text: host.allow.join(',') || '-' },
    ]);
    printLine(table(['NAME', 'TARGET', 'LINK', 'ROUND TRIP', 'AGENTS', 'WAITING', 'MAY'], rows, colors));
  }
  return 0;
}

function statusOf(link: HostLink | null): string {
  if (link === null) return 'down';
  return link.state === 'up' ? 'up' : oneLine(`down (${link.reason ?? 'no reason given'})`);
}

function hostJson(host: Host, link: HostLink | null, waits: number): Record<string, unknown> {
  return {
    name: host.name,
    target: host.target,
    command: host.command,
    state: link?.state ?? 'down',
    reason: link?.reason ?? null,
    version: link?.version ?? null,
    round_trip_ms: link?.roundTripMs ?? null,
    agents: link?.agents.map(({ id, status }) => ({ id: `${id}@${host.name}`, status })) ?? [],
    waiting: waits,
    allow: host.allow,
    created_at: host.createdAt,
  };
}
