/** The private folders in which the front doors of an agent's programs live: their names, and removing them. */
import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { agentDoorsName, socketPath } from '../paths.js';

const INSTANCE_CHARS = 6;

/** The folder of one run of a program. Its path is short, because it holds sockets. */
export function doorFolder(home: string, id: string, instance: string): string {
  return join(dirname(socketPath(home, id)), `${agentDoorsName(id)}${instance.slice(0, INSTANCE_CHARS)}`);
}

/** Never throws. */
export function removeDoorFolder(home: string, id: string, instance: string): void {
  try {
    rmSync(doorFolder(home, id, instance), { recursive: true, force: true });
  } catch {
    // The next start of the agent tries again.
  }
}

/** Removes what a killed daemon of this agent left. Only the daemon that owns the agent's store may do that. */
export function sweepDoors(home: string, id: string): void {
  const run = dirname(socketPath(home, id));
  for (const name of namesIn(run)) {
    if (name.startsWith(agentDoorsName(id))) rmSync(join(run, name), { recursive: true, force: true });
  }
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}
