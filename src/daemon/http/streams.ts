/** Answers that stay open: lines of JSON for our own commands, server-sent events for everybody, both with heartbeats. */
import type { ServerResponse } from 'node:http';
import { encodeReceipt } from '../../a2a/encode.js';
import { toIso } from '../../clock.js';
import type { Change } from '../events.js';

/** Clients give up on a response that is silent for five minutes, proxies earlier. */
const HEARTBEAT_MS = 15_000;

/** A client that does not read must not fill the memory. */
const MOST_UNREAD_BYTES = 4 * 2 ** 20;

export interface LineStream {
  readonly signal: AbortSignal;
  send(line: Record<string, unknown>): void;
  end(line?: Record<string, unknown>): void;
}

export function openLines(response: ServerResponse): LineStream {
  response.writeHead(200, { 'content-type': 'application/x-ndjson; charset=utf-8', 'cache-control': 'no-store' });
  const { signal, heartbeat } = keepAlive(response, '\n');
  return {
    signal,
    send: (line) => void response.write(`${JSON.stringify(line)}\n`),
    end: (line) => {
      clearInterval(heartbeat);
      response.end(line === undefined ? undefined : `${JSON.stringify(line)}\n`);
    },
  };
}

export function openEvents(response: ServerResponse): LineStream {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' });
  response.write(': open\n\n');
  const { signal, heartbeat } = keepAlive(response, ': alive\n\n');
  const send = (event: Record<string, unknown>) => {
    if (response.writableLength > MOST_UNREAD_BYTES) response.destroy();
    else write(event);
  };
  const write = ({ cursor, ...event }: Record<string, unknown>) => {
    // What a browser sends back when it connects again.
    const id = typeof cursor === 'string' ? `id: ${cursor}\n` : '';
    response.write(`${id}event: ${event.event}\ndata: ${JSON.stringify(event)}\n\n`);
  };
  return {
    signal,
    send,
    end: (event) => {
      clearInterval(heartbeat);
      if (event) send(event);
      response.end();
    },
  };
}

/** A change of a state or receipt, as `/events` shows it. */
export function encodeChange({ task, message }: Change): Record<string, unknown> {
  return {
    event: 'change',
    task_id: task?.id ?? null,
    state: task?.state ?? null,
    message_id: message?.id ?? null,
    receipt: message && encodeReceipt(message.receipt),
    at: toIso(message?.receipt.at ?? task?.updatedAt ?? 0),
  };
}

function keepAlive(response: ServerResponse, beat: string): { signal: AbortSignal; heartbeat: NodeJS.Timeout } {
  const ended = new AbortController();
  const heartbeat = setInterval(() => response.write(beat), HEARTBEAT_MS);
  heartbeat.unref();
  response.on('close', () => {
    clearInterval(heartbeat);
    ended.abort();
  });
  response.on('error', () => ended.abort());
  if (response.destroyed) ended.abort();
  return { signal: ended.signal, heartbeat };
}
