/** Passes a request on to the daemon of an agent, and its answer back, piece by piece as they arrive. */
import { type IncomingMessage, type OutgoingHttpHeaders, request as openRequest, type ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import { PUBLIC_URL_HEADER } from '../a2a/card.js';
import { MAX_BODY_BYTES } from '../a2a/decode.js';
import { fail, type SynapseError } from '../errors.js';
import type { Running } from './served-agents.js';

export interface Passing {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly agent: Running;
  /** With the query. */
  readonly path: string;
  /** Null for a card. */
  readonly token: string | null;
  /** Where clients reach this agent. */
  readonly publicUrl: string;
}

/** Nothing else of what a client sends reaches a daemon. */
const PASSED_ON = [
  ...['accept', 'accept-language', 'content-type', 'content-length', 'if-none-match', 'last-event-id'],
  ...['a2a-version', 'a2a-extensions', 'x-a2a-extensions'],
] as const;

/** They are about one connection. */
const NOT_PASSED_BACK: ReadonlySet<string> = new Set(
  'connection keep-alive transfer-encoding upgrade trailer te proxy-connection'.split(' '),
);

/** Before anything of the request has left. */
const NOT_THERE: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOENT']);

/** Resolves when the answer is over; throws if there was none. */
export function passOn({ request, response, agent, path, token, publicUrl }: Passing): Promise<void> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > MAX_BODY_BYTES) throw tooLarge(announced);
  const hasBody = request.method === 'POST';
  // Without its length, the daemon would take it for the next request.
  if (!hasBody && (announced > 0 || request.headers['transfer-encoding'] !== undefined))
    throw fail('invalid_request', { reason: 'Only a POST can have a body.' });
  const outgoing = openRequest({
    socketPath: agent.live.socket,
    method: request.method ?? 'GET',
    path,
    agent: false,
    headers: headersFor(request, { token, publicUrl }),
  });
  return new Promise((resolve, reject) => {
    const refuse = (error: SynapseError) => {
      outgoing.destroy();
      reject(error);
    };
    outgoing.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, headersBack(answer));
      // The client of a stream should know that it is open.
      response.flushHeaders();
      answer.pipe(response);
      // Half an answer must not look complete.
      answer.on('error', () => response.destroy());
      answer.once('close', () => answer.complete || response.destroy());
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) =>
      reject(fail(NOT_THERE.has(error.code) ? 'served_agent_down' : 'served_agent_lost', { agent: agent.id })),
    );
    response.once('close', () => {
      outgoing.destroy();
      resolve();
    });
    request.once('error', () => outgoing.destroy());
    if (hasBody) request.pipe(limited(refuse)).pipe(outgoing);
    else outgoing.end();
  });
}

/** For a body whose length was not announced. */
function limited(refuse: (error: SynapseError) => void): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) return pass(null, chunk);
      refuse(tooLarge(size));
      pass();
    },
  });
}

function headersFor(
  { headers }: IncomingMessage,
  { token, publicUrl }: Pick<Passing, 'token' | 'publicUrl'>,
): OutgoingHttpHeaders {
  const passed = PASSED_ON.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]));
  return {
    host: 'localhost',
    ...Object.fromEntries(passed),
    [PUBLIC_URL_HEADER]: publicUrl,
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
}

function headersBack({ headers }: IncomingMessage): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_PASSED_BACK.has(name)));
}

function tooLarge(size: number): SynapseError {
  return fail('content_too_large', { what: 'The request', size, limit: MAX_BODY_BYTES });
}
