/** What a request over a Unix socket needs from a connection. The other files here are ways to open one. */

interface SocketEvents {
  /** It is connected, and the request is on its way. */
  readonly onOpen: () => void;
  readonly onText: (text: string) => void;
  /** The other side has said everything. */
  readonly onEnd: () => void;
  readonly onError: (error: NodeJS.ErrnoException) => void;
}

/** Connects and sends the request. After `close`, nothing is reported any more. */
export type OpenSocket = (path: string, request: string, events: SocketEvents) => { close(): void };
