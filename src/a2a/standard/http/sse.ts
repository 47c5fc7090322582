/** Server-sent events. The first event is known before the headers are written, so that an error can be an error. */
import type { ServerResponse } from 'node:http';

/** Proxies and clients give up on a stream that is silent for long. */
const HEARTBEAT_MS = 15_000;
/** A client that does not read must not fill the memory. */
const MOST_UNREAD_BYTES = 8 * 2 ** 20;

/** Writes what the stream gives until it ends or the client is gone. `wrap` turns an error on the way into a last event. */
export async function sendEvents(
  response: ServerResponse,
  first: unknown,
  rest: AsyncIterator<unknown>,
  wrap: (error: unknown) => unknown,
): Promise<void> {
  openEvents(response);
  const heartbeat = setInterval(() => response.write(': alive\n\n'), HEARTBEAT_MS).unref();
  try {
    for (let next: unknown = first; next !== undefined; ) {
      writeEvent(response, next);
      if (response.destroyed || response.writableLength > MOST_UNREAD_BYTES) break;
      const { done, value } = await rest.next();
      next = done ? undefined : value;
    }
  } catch (error) {
    if (!response.destroyed) writeEvent(response, wrap(error));
  } finally {
    clearInterval(heartbeat);
    void rest.return?.();
  }
  if (response.writableLength > MOST_UNREAD_BYTES) response.destroy();
  else response.end();
}

export function openEvents(response: ServerResponse): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  });
}

export function writeEvent(response: ServerResponse, event: unknown): void {
  response.write(`data: ${JSON.stringify(event)}\n\n`);
}
