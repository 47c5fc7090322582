/** `synapse host add`: tells the daemon that keeps the links of another host, and waits for the first link. */
import { callDaemon } from '../../../a2a/local.js';
import { fail } from '../../../errors.js';
import { ALLOWANCES, parseAllowances } from '../../../registry/hosts/allowances.js';
import { hostDaemon } from '../../client/hosts/host-daemon.js';
import type { OptionValues } from '../../spec/option.js';
import { authSocket, CALL_LIMIT_MS, printState } from './print-state.js';
import type { hostAddOptions } from './spec.js';

export async function runHostAdd(
  args: readonly string[],
  options: OptionValues<typeof hostAddOptions>,
): Promise<number> {
  const [name, target] = args;
  const { home, address } = await hostDaemon();
  const allow = options.allow === undefined ? null : parseAllowances(options.allow);
  if (options.allow !== undefined && allow === null)
    throw fail('invalid_request', {
      reason: `--allow takes ${ALLOWANCES.join(', ')} or none, not "${options.allow}".`,
    });
  const body = { name, target: target ?? null, command: options.command ?? null, allow, ssh_auth_sock: authSocket() };
  const { host } = await callDaemon(address, home, { path: '/hosts', body, timeoutMs: CALL_LIMIT_MS });
  return printState(host, { json: options.json, verb: target === undefined ? 'Changed' : 'Added' });
}
