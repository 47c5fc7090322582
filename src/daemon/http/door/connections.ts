/** Ends connections that stall, and limits how many there are without a credential. One for each listening server. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { fail, type SynapseError } from '../../../errors.js';

export interface ConnectionLimits {
  /** From the start of the connection, or the end of the last answer, to the end of the headers. */
  readonly headersMs: number;
  /** From the end of the headers to the end of the body. */
  readonly bodyMs: number;
  /** For the client to read an answer that is complete. */
  readonly readingMs: number;
  /** For the client to read why the connection is ended. */
  readonly farewellMs: number;
  /** How many connections that have shown no valid credential may be open. */
  readonly strangers: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 10_000,
  bodyMs: 30_000,
  readingMs: 30_000,
  farewellMs: 1_000,
  strangers: 256,
};

/**
 * Strangers on the two loopback addresses together get at most half of the descriptors that this process may have, because
 * without a free one it could accept nobody.
 */
export function connectionLimits(descriptors: number | null): ConnectionLimits {
  const share = Math.floor((descriptors ?? Number.POSITIVE_INFINITY) / 4);
  return { ...CONNECTION_LIMITS, strangers: Math.max(1, Math.min(CONNECTION_LIMITS.strangers, share)) };
}

interface Connection {
  /** There are several if the client does not wait for answers. */
  readonly unfinished: Set<ServerResponse>;
  timer: NodeJS.Timeout | null;
}

export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #open = new Map<Duplex, Connection>();
  /** Oldest first. */
  readonly #strangers = new Set<Duplex>();

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#open.size;
  }

  add(socket: Duplex): void {
    if (!this.#open.has(socket)) {
      this.#open.set(socket, { unfinished: new Set(), timer: null });
      this.#strangers.add(socket);
      socket.once('close', () => this.#remove(socket));
    }
    this.#awaitHeaders(socket);
    // The newest one is the least likely to be part of a flood of idle connections.
    const [oldest] = this.#strangers;
    if (this.#strangers.size > this.#limits.strangers) oldest?.destroy();
  }

  /** The headers have arrived. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const connection = this.#open.get(socket);
    if (!connection) return;
    this.#stopTimer(connection);
    connection.unfinished.add(response);
    let timer = unrefTimeout(
      () => request.complete || this.hangUp(socket, fail('request_timeout')),
      this.#limits.bodyMs,
    );
    response.once('prefinish', () => {
      clearTimeout(timer);
      if (socket.destroyed) return;
      timer = unrefTimeout(() => socket.destroy(), this.#limits.readingMs);
    });
    response.once('close', () => {
      clearTimeout(timer);
      connection.unfinished.delete(response);
      if (connection.unfinished.size === 0) this.#awaitHeaders(socket);
    });
  }

  /** The connection is no longer one of requests and answers. */
  upgrade(socket: Duplex): void {
    const connection = this.#open.get(socket);
    if (connection) this.#stopTimer(connection);
  }

  /** Its client has shown a valid credential. */
  trust(socket: Duplex): void {
    this.#strangers.delete(socket);
  }

  /** Says why, if that is possible, and frees the connection even if the client never closes its side. */
  hangUp(socket: Duplex, reason?: SynapseError): void {
    const unfinished = [...(this.#open.get(socket)?.unfinished ?? [])];
    if (!socket.writable || unfinished.some(({ headersSent }) => headersSent)) return void socket.destroy();
    socket.end(reason === undefined ? undefined : farewell(reason));
    this.#setTimer(socket, () => socket.destroy(), this.#limits.farewellMs);
  }

  #awaitHeaders(socket: Duplex): void {
    if (socket.writableEnded || socket.destroyed) return;
    this.#setTimer(socket, () => this.hangUp(socket, fail('request_timeout')), this.#limits.headersMs);
  }

  #setTimer(socket: Duplex, action: () => void, ms: number): void {
    const connection = this.#open.get(socket);
    if (!connection) return;
    this.#stopTimer(connection);
    connection.timer = unrefTimeout(action, ms);
  }

  #stopTimer(connection: Connection): void {
    if (connection.timer) clearTimeout(connection.timer);
    connection.timer = null;
  }

  #remove(socket: Duplex): void {
    const connection = this.#open.get(socket);
    if (connection) this.#stopTimer(connection);
    this.#open.delete(socket);
    this.#strangers.delete(socket);
  }
}

function unrefTimeout(action: () => void, ms: number): NodeJS.Timeout {
  return setTimeout(action, ms).unref();
}

/** Written by hand, because Node has no response object for a request that it could not read. */
function farewell(reason: SynapseError): string {
  const body = JSON.stringify(reason.toBody());
  const status = `HTTP/1.1 ${reason.status} ${STATUS_CODES[reason.status]}`;
  const head = [status, 'connection: close', 'content-type: application/json; charset=utf-8'];
  return `${[...head, `content-length: ${Buffer.byteLength(body)}`].join('\r\n')}\r\n\r\n${body}`;
}
