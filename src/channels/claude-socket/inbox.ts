/** The two sockets between us and Claude Code: its inbox, and ours for what it did not accept. */
import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { type Notice, readNotice } from './wire.js';

const CONNECT_LIMIT_MS = 5_000;
/** After the last byte it closes its side. It need not, so this is no failure. */
const CLOSE_LIMIT_MS = 1_000;
/** A notice is short; anything longer is none. */
const LONGEST_NOTICE = 64 * 1024;

/** Rejects if the program cannot have got the whole line. */
export async function sendLine(path: string, line: string): Promise<void> {
  const socket = await open(path);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('It closed the connection.')));
      socket.write(line, (error) => (error ? reject(error) : resolve()));
    });
    socket.end();
    await closing(socket);
  } finally {
    socket.destroy();
  }
}

/** Resolves if something accepts connections there. */
export async function knock(path: string): Promise<void> {
  (await open(path)).destroy();
}

export class NoticeBox {
  readonly path: string;
  readonly #server: Server;
  readonly #connections = new Set<Socket>();

  constructor(path: string, onNotice: (notice: Notice) => void) {
    this.path = path;
    this.#server = createServer((socket) => this.#serve(socket, onNotice));
    // Without it we only learn less.
    this.#server.on('error', () => {});
    this.#server.listen(path, () => chmodSync(path, 0o600));
    this.#server.unref();
  }

  close(): void {
    for (const socket of this.#connections) socket.destroy();
    this.#server.close();
    rmSync(this.path, { force: true });
  }

  #serve(socket: Socket, onNotice: (notice: Notice) => void): void {
    this.#connections.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => this.#connections.delete(socket));
    let received = 0;
    socket.on('data', (chunk) => {
      received += chunk.length;
      if (received > LONGEST_NOTICE) socket.destroy();
    });
    const lines = createInterface({ input: socket });
    lines.on('error', () => {});
    lines.on('line', (line) => {
      const notice = readNotice(line);
      if (notice) onNotice(notice);
    });
  }
}

function open(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    const limit = setTimeout(() => socket.destroy(new Error('It does not accept connections.')), CONNECT_LIMIT_MS);
    socket.once('error', (error) => {
      clearTimeout(limit);
      reject(error);
    });
    socket.once('connect', () => {
      clearTimeout(limit);
      socket.removeAllListeners('error');
      socket.on('error', () => {});
      resolve(socket);
    });
  });
}

async function closing(socket: Socket): Promise<void> {
  if (socket.closed) return;
  socket.resume();
  let limit: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
    limit = setTimeout(resolve, CLOSE_LIMIT_MS);
  });
  clearTimeout(limit);
}
