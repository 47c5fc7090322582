/** Commands in a sandbox like that of a coding agent: no sockets at all, and pids of its own where the system allows it. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Agent, InsideOptions } from '../home/agent.js';
import type { Result } from '../home/binary.js';

const NO_SOCKETS = ['python3', fileURLToPath(new URL('../processes/no-sockets.py', import.meta.url))];
const OWN_PIDS = ['unshare', '--user', '--map-root-user', '--pid', '--mount-proc', '--fork'];

/** Linux only, because the filter is. */
export const canForbidSockets = process.platform === 'linux' && works([...NO_SOCKETS, 'true']);
export const canHaveOwnPids = works([...OWN_PIDS, 'true']);

function works([file = '', ...args]: readonly string[]): boolean {
  return spawnSync(file, args).status === 0;
}

/** The command line that runs another one in the sandbox. */
export function inSandbox(argv: readonly string[]): string[] {
  return [...(canHaveOwnPids ? OWN_PIDS : []), ...NO_SOCKETS, ...argv];
}

/** Runs `synapse …` from within the agent's program, in the sandbox. */
export function sandboxed(agent: Agent, args: readonly string[], options?: InsideOptions): Promise<Result> {
  return agent.inside(inSandbox(['synapse', ...args]), options);
}
