/**
 * The least a daemon does for its program: a terminal and a watchdog. Prints the pids; a line on its input stops it. With
 * WATCH_INSTEAD its watchdog believes that the program had that pid once, before somebody else got it.
 */

import { startWatchdog } from '../../../src/terminal/program/watchdog.js';
import { TerminalSession } from '../../../src/terminal/terminal-session.js';

const [instance = '', file = '', ...args] = process.argv.slice(2);

async function main(): Promise<void> {
  const env = { ...process.env, SYNAPSE_INSTANCE: instance };
  const session = await TerminalSession.start({ file, args, cwd: process.cwd(), env, cols: 80, rows: 24, instance });
  const reused = Number(process.env.WATCH_INSTEAD ?? 0);
  const program = { programPid: session.pid, programStartTime: session.startTime };
  const watched = reused > 0 ? { programPid: reused, programStartTime: 'another' } : program;
  const watchdog = startWatchdog({ ...watched, instance });
  process.stdout.write(`${JSON.stringify({ program: session.pid, watchdog: watchdog.pid })}\n`);
  process.stdin.once('data', async () => {
    await session.end();
    await watchdog.stop();
    process.exit(0);
  });
}

void main();
