/** The last steps of an agent's end: open mail, the team, the servers, the live entry and the store. */
import type { Server } from 'node:http';
import { removeIfThere } from '../registry/whole-files.js';
import { failOpenMail } from './mail/failure-mail.js';
import { atMost } from './start/at-most.js';
import type { AgentParts, Wiring } from './wiring.js';

const REPORT_LIMIT_MS = 500;

/** A step that fails, for example on a full disk, does not stop the others. */
export async function leave(parts: AgentParts, wiring: Wiring, endSession: () => unknown): Promise<void> {
  const { address, log } = parts;
  const { context, inbox, reports, team, commands, expiry, retention, courier, peers, memory, presence } = wiring;
  const { standard, external, followers, mcp, page, activity, hosts } = wiring;
  const step = async (name: string, work: () => unknown) => {
    try {
      await work();
    } catch (error) {
      log.error('cannot end properly', { step: name, reason: (error as Error).message });
    }
  };
  inbox.close();
  await step('activity', () => activity.close());
  if (!address.lasting) {
    await step('open mail', async () => {
      for (const message of await failOpenMail(context)) reports.add(message);
    });
  }
  await step('definition', () => endAddress(parts));
  await step('reports', () => atMost(REPORT_LIMIT_MS, reports.settled()));
  await step('session', endSession);
  await step('hosts', () => hosts.close());
  await step('team', () => team.close());
  await step('mail', () => {
    commands.close();
    expiry.close();
    retention.close();
    external.close();
    followers.close();
    courier.close();
    return Promise.all([peers.close(), standard.close()]);
  });
  await step('mcp', () => mcp.close());
  await step('page', () => page?.close());
  await step('doors', () => {
    for (const server of address.servers) closeServer(server);
    removeIfThere(address.socket);
  });
  memory.close();
  await step('entry', () => presence.withdraw());
  await step('store', () => context.store.close());
}

/** A port-based address ends with its program. */
export function endAddress({ address, registry, host }: AgentParts): void {
  if (!address.lasting) registry.endAddress(address.id, host.clock.now());
}

function closeServer(server: Server): void {
  server.close();
  server.closeAllConnections();
}
