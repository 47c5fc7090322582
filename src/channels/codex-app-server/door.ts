/**
 * The front door of Codex: an app server of our own, which the TUI joins. Its shared daemon would do too, but gives the
 * tool shells of all agents the environment of the first.
 */
import { join } from 'node:path';
import type { TerminalSession } from '../../terminal/terminal-session.js';
import type { FrontDoor, Prepared, StartFacts } from '../front-door.js';
import { codexCommand, isTried, joinedCommand } from './command.js';
import { complaintAbout } from './complaint.js';
import { AppServerDoor } from './open-door.js';
import { startAppServer } from './server.js';

/** The system silently cuts longer ones. */
const MOST_PATH_BYTES = 100;

/** With this feature a message during an answer cuts the answer off, and what was said so far is lost. */
const FEATURES = ['--disable', 'instant_interrupt'];

/** The box, and below it the status row, which appears when the TUI has heard from the server. */
const JOINED = /^› .*\n\s*\n {2}\S.* · /m;
/** It takes about a second on an idle machine, and much longer only if Codex asks the person to log in. */
const SHOWN_LIMIT_MS = 5_000;
const LOOK_AGAIN_MS = 50;

export const codexAppServer: FrontDoor = {
  name: 'codex-app-server',
  prepare,
};

async function prepare(facts: StartFacts): Promise<Prepared | null> {
  const path = join(facts.dir, 'codex.sock');
  const address = `unix://${path}`;
  const command = codexCommand(facts.command);
  const joined = command && isTried(facts.version) ? joinedCommand(command, address) : null;
  if (!command || !joined) return null;
  if (Buffer.byteLength(path) > MOST_PATH_BYTES) throw new Error('The path of its socket would be too long.');
  const serverCommand = [...command.program, 'app-server', ...joined.serverArgs, ...FEATURES, '--listen', address];
  const [server, whyNot] = await Promise.all([
    startAppServer(serverCommand, path, facts),
    complaintAbout(joined.tui, { ...facts, ...command, option: '--remote' }),
  ]);
  if (whyNot !== null) await server?.close();
  if (whyNot !== null) throw new Error(`${command.program.join(' ')} adds an option of its own: ${whyNot}.`);
  if (!server) throw new Error('Its app server did not start.');
  return {
    command: joined.tui,
    env: facts.env,
    open: (terminal) => {
      void terminal.exited.then(() => server.stopRestarting());
      const { exited } = terminal;
      return new AppServerDoor({ path, env: facts.env, version: facts.version ?? '', exited, shown: shown(terminal) });
    },
    close: () => server.close(),
  };
}

/**
 * Resolves when the TUI has joined the server, or is late. The server tells the model's provider the name of its first client, and
 * that is to be the TUI.
 */
async function shown(terminal: TerminalSession): Promise<void> {
  const until = performance.now() + SHOWN_LIMIT_MS;
  while (performance.now() < until && !JOINED.test(terminal.screenText())) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}
