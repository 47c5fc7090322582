/** Asks for something of an agent on another host, over the link of this home. That host decides what it allows. */
import { type Call, callDaemon } from '../../../a2a/local.js';
import type { RemoteAgent } from '../../../registry/hosts/hosts.js';
import { hostDaemon } from './host-daemon.js';

/** The daemon waits a little less long for the other host. */
const LIMIT_MS = 35_000;

// biome-ignore lint/suspicious/noExplicitAny: the caller names the fields it reads.
export async function askHost(home: string, { id }: Pick<RemoteAgent, 'id'>, call: Call): Promise<any> {
  const { address } = await hostDaemon();
  const { method = 'GET', path, body } = call;
  return callDaemon(address, home, { path: '/hosts/call', body: { to: id, method, path, body }, timeoutMs: LIMIT_MS });
}
