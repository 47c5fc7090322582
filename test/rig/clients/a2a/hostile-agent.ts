/** An A2A agent of raw HTTP, which answers each request with whatever a test says. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The parsed body of a JSON-RPC request. */
  // biome-ignore lint/suspicious/noExplicitAny: whatever was sent.
  readonly rpc: any;
  readonly url: string;
}

export interface HostileOptions {
  readonly streaming?: boolean;
  /** Replaces parts of the card. */
  readonly card?: (url: string) => Record<string, unknown>;
}

/** `answer` gets every request but the one for the card. Ends with the test. */
export async function hostile(
  answer: (asked: Asked) => unknown,
  options: HostileOptions = {},
): Promise<{ url: string }> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    response.on('error', () => {});
    if (request.url?.endsWith('.json')) return json(response, card());
    await answer({ request, response, rpc: body === '' ? null : JSON.parse(body), url });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const card = () => ({
    name: 'Hostile',
    description: 'Lies.',
    version: '1',
    supportedInterfaces: [{ url: `${url}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: { streaming: options.streaming ?? false },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [],
    ...options.card?.(url),
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url };
}

export function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** A JSON-RPC answer. */
export function result({ rpc, response }: Asked, value: unknown): void {
  json(response, { jsonrpc: '2.0', id: rpc.id, result: value });
}

export function task(id: string, state: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { id, contextId: 'theirs', status: { state: `TASK_STATE_${state}`, ...more } };
}

export function artifact(...parts: Record<string, unknown>[]): Record<string, unknown> {
  return { artifactId: 'a', parts };
}
