/** One HTTP request for the standard, and how it is answered. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { StandardCaller } from '../desk.js';

export interface HttpCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly caller: StandardCaller;
  readonly query: URLSearchParams;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
  /** Whether the credential is still valid. It may be revoked while the answer is open. */
  readonly isAllowed: () => boolean;
  /** Where this client reaches the agent, if not at the address of its daemon. */
  readonly publicUrl: string | null;
  /** The parsed body; null if there is none. */
  body(): Promise<unknown>;
}

export const A2A_TYPE = 'application/a2a+json';

/** The type of the standard is JSON, too. */
export function isJson(type: string | undefined): boolean {
  return /^application\/(?:a2a\+)?json\s*(?:;|$)/i.test(type ?? '');
}

export function sendAs(response: ServerResponse, status: number, type: string, body: unknown): void {
  if (response.headersSent || response.destroyed) return;
  const { req: request } = response;
  // The rest of a body that nobody reads would be taken for the next request.
  if (!request.complete) response.setHeader('connection', 'close');
  const payload = JSON.stringify(body);
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(payload) });
  response.end(payload);
  request.resume();
}
