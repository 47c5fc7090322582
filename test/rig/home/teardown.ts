/** Ends everything that runs in a test's home with one look at the processes, and tells what should not have been there. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { agentDoorsName, teamPlacesDir } from '../../../src/paths.js';
import { descendantsOf, isSameProcess, processesWithEnvironment, startTimeOf } from '../../../src/processes.js';
import { type LiveEntry, terminalsOf } from '../../../src/registry/entry.js';
import { Registry } from '../../../src/registry/registry.js';
import { removeSpoolFolder } from '../../../src/registry/spool-folder.js';
import { signalAll } from '../processes/signal.js';

/** A process that no running agent explains gets this long to end by itself; `stop` promises five seconds to a machine
 *  that has nothing else to do. */
const GONE_LIMIT_MS = 20_000;
const LOOK_AGAIN_MS = 10;

/** Kills the agents of the home with all they started. Returns the processes and files that belong to none of them. */
export async function clearHome(home: string): Promise<string[]> {
  const registry = new Registry(home);
  const known = new Map<string, LiveEntry>();
  const until = Date.now() + GONE_LIMIT_MS;
  for (;;) {
    for (const entry of registry.entries()) known.set(entry.instance, entry);
    const agents = [...known.values()];
    const expected = processesOf(agents);
    signalAll(expected, 'SIGKILL');
    // Cheaper than another look at everything that runs.
    while (expected.some((pid) => startTimeOf(pid) !== null) && Date.now() < until) await pause(LOOK_AGAIN_MS);
    const left = processesWithEnvironment('SYNAPSE_HOME', home).filter((pid) => pid !== process.pid);
    if (left.length === 0) {
      // The watchdogs would have removed them.
      for (const agent of agents) for (const { spool } of terminalsOf(agent)) removeSpoolFolder(spool);
      return strayFiles(home, agents);
    }
    if (Date.now() > until) {
      signalAll(left, 'SIGKILL');
      return left.map((pid) => `process ${pid}`);
    }
    await pause(LOOK_AGAIN_MS);
  }
}

/** The watchdogs come before their daemons: one whose daemon is gone would start to look for the program. */
function processesOf(agents: readonly LiveEntry[]): number[] {
  const daemons = agents.filter(isSameProcess).flatMap(({ pid }) => (pid === process.pid ? [] : [pid]));
  const marked = processesWithEnvironment('SYNAPSE_INSTANCE', ...agents.map(({ instance }) => instance));
  return [...descendantsOf(daemons), ...marked, ...daemons];
}

/** A daemon that was killed leaves its entry, its socket and the doors of its program; anything else there belongs to nobody.
 *  What is known of another host stays there. */
function strayFiles(home: string, agents: readonly LiveEntry[]): string[] {
  const isExplained = (file: string) =>
    file.startsWith(join(home, 'live', '@')) ||
    file === teamPlacesDir(home) ||
    agents.some(
      ({ id, socket }) =>
        file === socket ||
        file.startsWith(join(home, 'live', `${id}.json`)) ||
        file.startsWith(join(home, 'run', agentDoorsName(id))),
    );
  return ['live', 'run']
    .map((name) => join(home, name))
    .filter(existsSync)
    .flatMap((dir) => readdirSync(dir).map((name) => join(dir, name)))
    .filter((file) => !isExplained(file));
}
