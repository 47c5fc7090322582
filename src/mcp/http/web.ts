/** Converts between the requests of Node's HTTP server and the web's `Request` and `Response`, which the SDK speaks. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Without the body, which is read and checked before. The signal tells when the client is gone. */
export function asWebRequest(request: IncomingMessage, response: ServerResponse): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const each of [value ?? []].flat()) headers.append(name, each);
  }
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const { method = 'GET', url = '/' } = request;
  return new Request(new URL(url, 'http://localhost'), { method, headers, signal: gone.signal });
}

export async function sendWebResponse(answer: Response, response: ServerResponse): Promise<void> {
  if (response.destroyed) return void answer.body?.cancel().catch(() => {});
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (!answer.body) return void response.end();
  // The client of a stream should know that it is open.
  response.flushHeaders();
  const reader = answer.body.getReader();
  response.once('close', () => void reader.cancel().catch(() => {}));
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      if (!response.write(piece.value)) await drained(response);
    }
  } catch {
    // Half an answer must not look complete.
    return void response.destroy();
  }
  response.end();
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      response.off('drain', finish).off('close', finish);
      resolve();
    };
    response.once('drain', finish).once('close', finish);
    if (response.destroyed) finish();
  });
}

export function rpcError(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status });
}
