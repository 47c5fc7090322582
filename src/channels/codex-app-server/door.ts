/**
 * The front door of Codex: an app server of our own, which the TUI joins. Its shared daemon would do too, but gives the
 * tool shells of all agents the environment of the first.
 */
import { join } from 'node:path';
import type { FrontDoor, Prepared, StartFacts } from '../front-door.js';
import { codexCommand, isTried, joinedCommand } from './command.js';
import { AppServerDoor } from './open-door.js';
import { startAppServer } from './server.js';

/** The system silently cuts longer ones. */
const MOST_PATH_BYTES = 100;

/** With this feature a message during an answer cuts the answer off, and what was said so far is lost. */
const FEATURES = ['--disable', 'instant_interrupt'];

export const codexAppServer: FrontDoor = { name: 'codex-app-server', prepare };

async function prepare(facts: StartFacts): Promise<Prepared | null> {
  const path = join(facts.dir, 'codex.sock');
  const address = `unix://${path}`;
  const command = codexCommand(facts.command);
  const joined = command && isTried(facts.version) ? joinedCommand(command, address) : null;
  if (!command || !joined || Buffer.byteLength(path) > MOST_PATH_BYTES) return null;
  const serverCommand = [...command.program, 'app-server', ...joined.serverArgs, ...FEATURES, '--listen', address];
  const server = await startAppServer(serverCommand, path, facts);
  if (!server) return null;
  return {
    command: joined.tui,
    env: facts.env,
    open: ({ exited }) => new AppServerDoor({ path, env: facts.env, version: facts.version ?? '', exited }),
    close: () => server.close(),
  };
}
