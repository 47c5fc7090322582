/** For commands that go on when their daemon is restarted. */
import { setTimeout as pause } from 'node:timers/promises';
import { isRunning, type LiveEntry } from '../../../registry/entry.js';
import { printNote } from '../../print/stdio.js';
import type { Sender } from '../sender.js';

/** Failures that end with a restart of the daemon. */
export const PASSING: ReadonlySet<string> = new Set(['agent_not_running', 'daemon_not_answering']);

const AGAIN_MS = 300;

/** Where the daemon is now. It is not started again, because somebody may have stopped everything. */
export async function daemonBack({ registry, entry }: Sender): Promise<LiveEntry> {
  for (let isTold = false; ; isTold = true) {
    const now = registry.get(entry.id);
    if (now && isRunning(now)) return now.live;
    if (!isTold) printNote(ended(entry));
    await pause(AGAIN_MS);
  }
}

function ended({ id, kind }: Sender['entry']): string {
  return kind === 'human'
    ? 'Your daemon has ended. Waiting until it is back; any synapse command starts it.'
    : `The daemon of ${id} has ended. Waiting until it is back.`;
}
