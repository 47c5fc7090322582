/**
 * opencode's own server as a way to it: asked for by a port and a password, it takes messages while a person has a draft
 * in the box and while the agent works.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { newSecret } from '../../random-ids.js';
import type { FrontDoor } from '../front-door.js';
import { continuedBy, hasServer, withoutProxy, withServer } from './command.js';
import { OpencodeDoor } from './door.js';

/** Below the ports of outgoing connections, and above those that daemons try first. */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_767;
const MOST_TRIES = 50;

export const opencodeHttp: FrontDoor = {
  name: 'opencode-http',
  async prepare({ command, version, env }) {
    if (!hasServer(command, version)) return null;
    const port = await freePort();
    if (port === null) throw new Error('There is no free port for its server.');
    const address = { port, password: newSecret() };
    const doors: OpencodeDoor[] = [];
    return {
      command: withServer(command, port),
      env: {
        ...withoutProxy(env),
        OPENCODE_SERVER_USERNAME: 'opencode',
        OPENCODE_SERVER_PASSWORD: address.password,
      },
      open(terminal) {
        const door = new OpencodeDoor(terminal, { address, continued: continuedBy(command) });
        doors.push(door);
        return door;
      },
      async close() {
        await Promise.all(doors.map((door) => door.close()));
      },
    };
  },
};

/** opencode waits forever if its port is taken, so it gets one that nobody else is likely to take meanwhile. */
async function freePort(): Promise<number | null> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const port = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT + 1));
    if (await isFree(port)) return port;
  }
  return null;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
