/** Connections that are not encrypted yet. A flood of them ends the oldest, which are the least likely to finish. */
import type { Socket } from 'node:net';

export class Handshakes {
  readonly #most: number;
  /** By the address of the other side, oldest first: the socket that comes out of a handshake is another one. */
  readonly #open = new Map<string, Socket>();

  constructor(most: number) {
    this.#most = most;
  }

  begin(socket: Socket): void {
    const from = addressOf(socket);
    this.#open.set(from, socket);
    socket.once('close', () => this.#open.get(from) === socket && this.#open.delete(from));
    const [oldest] = this.#open.values();
    if (this.#open.size > this.#most) oldest?.destroy();
  }

  finish(socket: Socket): void {
    this.#open.delete(addressOf(socket));
  }
}

function addressOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
