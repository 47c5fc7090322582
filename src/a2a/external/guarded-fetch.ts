/** Fetches from an outside agent, and from nobody else: no other origin, no endless body, no connection that is used twice. */
import { Agent, fetch as plainFetch, type RequestInit } from 'undici';
import { trusted } from '../../extra-certificates.js';
import type { ExternalReason } from '../../i18n/said/retold/external.js';
import { CallFailed } from './trouble.js';

export interface Reach {
  /** Whether this address may be called. */
  readonly allows: (url: URL) => boolean;
  readonly token: string | null;
  /** The certificates that may have signed that of the agent, as PEM; null for those that the system knows. */
  readonly ca: string | null;
}

const CONNECT_LIMIT_MS = 10_000;
/** An agent may think before it answers. */
const ANSWER_LIMIT_MS = 300_000;
const MOST_ANSWER_BYTES = 16 * 2 ** 20;
const MOST_STREAM_BYTES = 64 * 2 ** 20;
const MOST_REDIRECTS = 3;

/** It has too much to do, or was too slow to read the request. */
const TRY_LATER: readonly number[] = [408, 425, 429, 503];
/** Something between us and the agent lost its answer. */
const LOST_ON_THE_WAY: readonly number[] = [502, 504];
/** The request is made again as it is, at another address. */
const MOVED: readonly number[] = [301, 302, 307, 308];

/**
 * A connection that was used before may be closed at any moment, and then nobody knows whether the agent got the next
 * request. So each request has its own.
 */
function makeConnections(ca: string | null): Agent {
  return new Agent({
    pipelining: 0,
    connect: { timeout: CONNECT_LIMIT_MS, ...(ca === null ? trusted() : { ca }) },
    headersTimeout: ANSWER_LIMIT_MS,
    bodyTimeout: ANSWER_LIMIT_MS,
  });
}

const connections = makeConnections(null);
/** There are as many as outside agents with certificates of their own. */
const connectionsWith = new Map<string, Agent>();

function connectionsFor({ ca }: Reach): Agent {
  if (ca === null) return connections;
  const known = connectionsWith.get(ca) ?? makeConnections(ca);
  connectionsWith.set(ca, known);
  return known;
}

export function guardedFetch(reach: Reach): typeof fetch {
  return (async (input: string | URL | Request, init: RequestInit = {}) =>
    fetchFrom(reach, new URL(String(input)), init)) as typeof fetch;
}

async function fetchFrom(reach: Reach, url: URL, init: RequestInit, redirects = 0): Promise<Response> {
  if (!reach.allows(url)) throw new CallFailed('broken', 'other_host', { origin: url.origin });
  const headers = new Headers(init.headers as Record<string, string> | undefined);
  if (reach.token !== null) headers.set('authorization', `Bearer ${reach.token}`);
  const request = {
    ...init,
    headers: Object.fromEntries(headers),
    redirect: 'manual',
    dispatcher: connectionsFor(reach),
  } as const;
  const response = await plainFetch(url, request).catch((error: unknown) => {
    throw failedCall(error);
  });
  const { status } = response;
  if (status >= 300 && status < 400) {
    await response.body?.cancel();
    return fetchFrom(
      reach,
      movedTo(url, { status, location: response.headers.get('location') }, redirects),
      init,
      redirects + 1,
    );
  }
  if (TRY_LATER.includes(status)) throw new CallFailed('down', 'status', { status });
  if (LOST_ON_THE_WAY.includes(status)) throw new CallFailed('unclear', 'status', { status });
  if (status === 401 || status === 403) throw new CallFailed('unauthorized', 'status', { status });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  const body =
    response.body &&
    limited(response.body as ReadableStream<Uint8Array>, isStream ? MOST_STREAM_BYTES : MOST_ANSWER_BYTES);
  return new Response(status === 204 ? null : body, {
    status,
    statusText: response.statusText,
    headers: Object.fromEntries(response.headers),
  });
}

/** A redirect stays where the agent may be called, and keeps the method and the body. */
function movedTo(url: URL, { status, location }: { status: number; location: string | null }, redirects: number): URL {
  const next = location !== null && URL.canParse(location, url.href) ? new URL(location, url) : null;
  if (!next || !MOVED.includes(status) || redirects >= MOST_REDIRECTS)
    throw new CallFailed('broken', 'status', { status });
  return next;
}

/** Fails if there is more than the limit, or if the connection is cut. */
function limited(body: ReadableStream<Uint8Array>, limit: number): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let size = 0;
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        size += value.length;
        if (size > limit) throw new CallFailed('broken', 'too_large', { limit: limit / 2 ** 20 });
        controller.enqueue(value);
      } catch (error) {
        controller.error(error instanceof CallFailed ? error : failedCall(error));
        await reader.cancel().catch(() => {});
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** Failures before the first byte of the request has left. */
const NOT_SENT: Readonly<Record<string, ExternalReason>> = {
  ECONNREFUSED: 'nothing_listens',
  ENOTFOUND: 'unknown_host',
  EAI_AGAIN: 'no_lookup',
  EHOSTUNREACH: 'no_way',
  ENETUNREACH: 'no_way',
  UND_ERR_CONNECT_TIMEOUT: 'no_connection',
};

const CERTIFICATE = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH)/;
const HANDSHAKE = /^(EPROTO|ERR_SSL|ERR_TLS)/;

function failedCall(error: unknown): CallFailed {
  const causes = [error, (error as Error).cause, ((error as Error).cause as AggregateError | undefined)?.errors?.[0]];
  const codes = causes.map((each) => String((each as NodeJS.ErrnoException | undefined)?.code ?? ''));
  if (causes.some((each) => (each as Error | undefined)?.message === 'bad port'))
    return new CallFailed('broken', 'bad_port');
  const known = codes.map((code) => NOT_SENT[code]).find((reason) => reason !== undefined);
  if (known) return new CallFailed('down', known);
  const certificate = codes.find((code) => CERTIFICATE.test(code));
  if (certificate) return new CallFailed('down', 'bad_certificate', { code: certificate });
  const handshake = codes.find((code) => HANDSHAKE.test(code));
  if (handshake) return new CallFailed('down', 'no_encryption', { code: handshake });
  const isLate = codes.some((code) => /TIMEOUT/.test(code)) || (error as Error).name === 'TimeoutError';
  if (isLate) return new CallFailed('unclear', 'too_slow');
  return new CallFailed('unclear', 'cut');
}
