/** `synapse host check`: tries the link now, and says what is wrong with it. */
import { callDaemon } from '../../../a2a/local.js';
import { hostDaemon } from '../../client/hosts/host-daemon.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/shared-options.js';
import { authSocket, CALL_LIMIT_MS, printState } from './print-state.js';

export async function runHostCheck(
  args: readonly string[],
  options: OptionValues<typeof jsonOptions>,
): Promise<number> {
  const { home, address } = await hostDaemon();
  const path = `/hosts/${encodeURIComponent(args[0] ?? '')}/check`;
  const body = { ssh_auth_sock: authSocket() };
  const { host } = await callDaemon(address, home, { path, body, timeoutMs: CALL_LIMIT_MS });
  return printState(host, { json: options.json, verb: null });
}
