/** One request and its answer, as a route's handler sees them. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Caller } from './callers.js';

export interface Exchange<Params = unknown> {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly caller: Caller;
  /** What stands in the path for the names of the route, decoded. */
  readonly params: Params;
  readonly query: URLSearchParams;
  body(): Promise<unknown>;
  /** Present when the caller asks for another protocol: agrees to it and gives back the bare connection. */
  readonly upgrade?: (protocol: string) => Duplex;
}

/** The params of a route about one thing. */
export interface ById {
  readonly id: string;
}

/** A caller without a credential of this daemon; only routes that are open, or ask for a session, see it. */
export const NOBODY: Caller = { kind: 'outside', id: 'nobody' };

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  if (response.headersSent || response.destroyed) return;
  const payload = JSON.stringify(body);
  response.writeHead(status, [
    'content-type',
    'application/json; charset=utf-8',
    'content-length',
    String(Buffer.byteLength(payload)),
  ]);
  response.end(payload);
}
