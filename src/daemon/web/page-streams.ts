/** The streams of open pages. Each carries what happens, and the terminals that the page shows. */
import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import { STREAM_PROTOCOL } from '../../a2a/web/stream.js';
import type { DaemonContext } from '../context.js';
import type { Bare } from '../http/exchange.js';
import { PageStream, type StreamRights } from './page-stream.js';

/** More than a page ever says at once: a pasted text. */
const MOST_SAID_BYTES = 2 ** 20;
const BEAT_MS = 15_000;

export class PageStreams {
  readonly #context: DaemonContext;
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MOST_SAID_BYTES,
    perMessageDeflate: false,
    handleProtocols: () => STREAM_PROTOCOL,
  });
  readonly #open = new Set<PageStream>();
  readonly #beat: NodeJS.Timeout;

  constructor(context: DaemonContext) {
    this.#context = context;
    this.#beat = setInterval(() => this.#look(), BEAT_MS).unref();
  }

  add(request: IncomingMessage, { socket, head }: Bare, rights: StreamRights): void {
    this.#server.handleUpgrade(request, socket, head, (connection: WebSocket) => {
      const stream = new PageStream(this.#context, connection, rights);
      this.#open.add(stream);
      connection.on('close', () => this.#open.delete(stream));
    });
  }

  /** The sessions of all pages have ended. */
  endAll(): void {
    for (const stream of this.#open) stream.end();
  }

  close(): void {
    clearInterval(this.#beat);
    for (const stream of this.#open) stream.destroy();
    this.#server.close();
  }

  /** An open page uses its session; one whose session has ended is closed. */
  #look(): void {
    for (const stream of this.#open) stream.look();
  }
}
