/** The other hosts for the page: their links, who is there, and what waits for them. */
import { waitingForHosts } from '../../a2a/waiting-for-hosts.js';
import type { LinkedHost } from '../../a2a/web/things.js';
import { toIso } from '../../clock.js';
import type { Language } from '../../i18n/language.js';
import { retell } from '../../i18n/retell.js';
import { isRunning } from '../../registry/entry.js';
import { linkNow, listHosts } from '../../registry/hosts/hosts.js';
import type { DaemonContext } from '../context.js';

/** From the files of the home, because another daemon may keep the links. */
export async function hostsForPage(
  { home, registry }: DaemonContext,
  language: Language,
): Promise<readonly LinkedHost[]> {
  const hosts = listHosts(home);
  if (hosts.length === 0) return [];
  const daemons = registry.list().filter(isRunning);
  const waiting = await waitingForHosts(
    home,
    daemons.map(({ live }) => live),
  );
  return hosts.map((host) => {
    const link = linkNow(home, host);
    const reason = link?.reason ? retell(language, link.reason) : null;
    return {
      ...{ name: host.name, target: host.target, state: link?.state ?? 'down', reason },
      ...{ version: link?.version ?? null, round_trip_ms: link?.roundTripMs ?? null },
      since: link ? toIso(link.since) : null,
      agents: link?.agents.map(({ id, status }) => ({ id, status })) ?? [],
      waiting: waiting.get(host.name) ?? 0,
    };
  });
}
