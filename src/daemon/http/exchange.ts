/** One request and its answer, as the handler of a route sees them. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Language } from '../../i18n/language.js';
import type { Caller } from './callers.js';

export interface Exchange<Params = unknown> {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly caller: Caller;
  /** Notes that the client has shown a valid credential that `caller` does not know, such as a session token. */
  readonly trust: () => void;
  /** The values of the route's parameters, decoded. */
  readonly params: Params;
  readonly query: URLSearchParams;
  body(): Promise<unknown>;
  /** Present if the caller asks for another protocol. Agrees to it and returns the bare connection. */
  readonly upgrade?: (protocol: string) => Duplex;
  /** Present as `upgrade` is. Returns the connection before anything was agreed to, with what has already arrived. */
  readonly bare?: () => Bare;
}

export interface Bare {
  readonly socket: Duplex;
  readonly head: Buffer;
}

/** The parameters of a route about one thing. */
export interface ById {
  readonly id: string;
}

/** A caller without a credential. Only open routes and routes for sessions see it. */
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

/** The language that a request asks for. Null if it does not ask, or for one that we do not speak. */
export function languageAsked({ headers }: Pick<IncomingMessage, 'headers'>): Language | null {
  const first = headers['accept-language']?.split(/[,;-]/)[0]?.trim().toLowerCase();
  return first === 'ja' || first === 'en' ? first : null;
}
