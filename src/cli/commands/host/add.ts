/** `synapse host add`: tells the daemon that keeps the links of another host, and waits for the first link. */
import { callDaemon } from '../../../a2a/local.js';
import type { OptionValues } from '../../spec/option.js';
import { hostDaemon } from './host-daemon.js';
import { authSocket, CALL_LIMIT_MS, printState } from './print-state.js';
import type { hostAddOptions } from './spec.js';

export async function runHostAdd(
  args: readonly string[],
  options: OptionValues<typeof hostAddOptions>,
): Promise<number> {
  const [name, target] = args;
  const { home, address } = await hostDaemon();
  const body = { name, target, command: options.command ?? null, ssh_auth_sock: authSocket() };
  const { host } = await callDaemon(address, home, { path: '/hosts', body, timeoutMs: CALL_LIMIT_MS });
  return printState(host, { json: options.json, verb: 'Added' });
}
