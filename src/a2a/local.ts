/**
 * Calls a daemon of this user over its Unix socket, with the agent's caller key. Every command uses this file, so it
 * implements the little HTTP that it needs itself: loading a client costs more than the whole request.
 */
import { readFileSync } from 'node:fs';
import { errorFromBody, fail } from '../errors.js';
import { languageOf } from '../i18n/language.js';
import { agentPaths } from '../paths.js';
import { quickSocket } from './socket/quick-socket.js';
// A namespace import, so that the bundle of `synapse send` loads it only where sockets are forbidden.
import * as spool from './spool-client.js';
import { isForbidden } from './spool-files.js';

export interface Address {
  readonly id: string;
  readonly socket: string;
  /** The instance of the terminal in which this command runs, if that is not the one in the environment. */
  readonly terminal?: string;
}

/** Tells a daemon in which of its terminals a command runs. */
export const INSTANCE_HEADER = 'synapse-instance';

export interface Call {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  /** How long the daemon may be silent; 0 means as long as the connection lasts. */
  readonly timeoutMs?: number;
  /** How the answer names tools to its reader. */
  readonly form?: string;
  /** The credential to show, if it is not the caller key of the agent. */
  readonly bearer?: string;
  /** The language of the answer, if it is not that of the environment. */
  readonly language?: string;
  /** Ends the request: the daemon sees that nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
}

const DEFAULT_TIMEOUT_MS = 10_000;
/** An answer may take long, but if its beginning takes longer than this, the daemon hangs. */
const FIRST_BYTES_MS = 10_000;
/** Streams have a heartbeat every 15 seconds. A spool folder, unlike a socket, does not tell that its daemon is gone. */
const SPOOL_SILENCE_MS = 40_000;

export function readCallerKey(home: string, id: string): string {
  try {
    return readFileSync(agentPaths(home, id).key, 'utf8').trim();
  } catch (error) {
    throw fail('agent_not_running', { agent: id, reason: (error as Error).message });
  }
}

/** Sends one request and returns the JSON answer. */
// biome-ignore lint/suspicious/noExplicitAny: the daemon of the same version answers; callers name the fields they read.
export async function callDaemon(agent: Address, home: string, call: Call): Promise<any> {
  let text = '';
  const status = await exchange(agent, home, call, (chunk) => {
    text += chunk;
  });
  return parseAnswer(status, text);
}

/** Sends one request and passes the answer to `onLine`, line by line, until it ends or `onLine` returns "last". */
export async function streamDaemon(
  agent: Address,
  home: string,
  call: Call,
  onLine: (line: Record<string, unknown>) => 'last' | undefined,
): Promise<void> {
  let rest = '';
  const status = await exchange(agent, home, { timeoutMs: 0, ...call }, (chunk, code) => {
    rest += chunk;
    for (let end = rest.indexOf('\n'); end >= 0 && code === 200; end = rest.indexOf('\n')) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 1);
      if (line !== '' && onLine(JSON.parse(line) as Record<string, unknown>) === 'last') return 'last';
    }
    return undefined;
  });
  if (status !== 200) parseAnswer(status, rest);
}

/** The raw body as it arrives, for as long as the connection lasts. */
export async function readDaemon(
  agent: Address,
  home: string,
  call: string | Call,
  onChunk: (chunk: string) => void,
): Promise<void> {
  await exchange(agent, home, { timeoutMs: 0, ...(typeof call === 'string' ? { path: call } : call) }, onChunk);
}

const HEAD_END = '\r\n\r\n';
const PLAIN = /^\w+$/;

/** Uses HTTP/1.0, in which an answer ends with its connection, so there are no lengths or chunks to handle. */
async function exchange(
  agent: Address,
  home: string,
  call: Call,
  onBody: (chunk: string, status: number) => unknown,
): Promise<number> {
  const instance = agent.terminal ?? process.env.SYNAPSE_INSTANCE;
  const request = encodeRequest(call, call.bearer ?? readCallerKey(home, agent.id), instance);
  const way = { answer: new Answer(onBody), timeoutMs: call.timeoutMs ?? DEFAULT_TIMEOUT_MS, signal: call.signal };
  try {
    return await overSocket(agent, request, way);
  } catch (error) {
    if (!isForbidden(error)) throw error;
    return overSpool(agent, request, way);
  }
}

interface Way {
  readonly answer: Answer;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Cuts the head off an answer. */
class Answer {
  readonly #onBody: (chunk: string, status: number) => unknown;
  #head = '';
  status = 0;

  constructor(onBody: (chunk: string, status: number) => unknown) {
    this.#onBody = onBody;
  }

  take(chunk: string): 'last' | undefined {
    if (this.status !== 0) return this.#body(chunk);
    this.#head += chunk;
    const end = this.#head.indexOf(HEAD_END);
    if (end < 0) return undefined;
    this.status = Number(this.#head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
    return this.#body(this.#head.slice(end + HEAD_END.length));
  }

  #body(chunk: string): 'last' | undefined {
    return this.#onBody(chunk, this.status) === 'last' ? 'last' : undefined;
  }
}

async function overSocket(agent: Address, request: string, { answer, timeoutMs, signal }: Way): Promise<number> {
  const openSocket = quickSocket() ?? (await import('./socket/net-socket.js')).openSocket;
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    let patience: NodeJS.Timeout | undefined;
    const stopWaiting = () => {
      clearTimeout(patience);
      patience = undefined;
    };
    const settle = () => {
      stopWaiting();
      signal?.removeEventListener('abort', hangUp);
    };
    const refuse = (error: Error) => {
      settle();
      socket.close();
      reject(error);
    };
    // The socket stays open, so that the daemon notices at once when this process is gone.
    const finish = () => {
      settle();
      resolve(answer.status);
    };
    const read = (text: string) => {
      try {
        const hasBegun = answer.status !== 0;
        if (answer.take(text) === 'last') return finish();
        if (!hasBegun && answer.status !== 0 && timeoutMs === 0) stopWaiting();
        else patience?.refresh();
      } catch (error) {
        refuse(error as Error);
      }
    };
    const hangUp = () => refuse(signal?.reason);
    const socket = openSocket(agent.socket, request, {
      onOpen: () => {
        patience = setTimeout(() => refuse(silent(agent, 'it is silent')), timeoutMs || FIRST_BYTES_MS);
      },
      onText: read,
      onEnd: () => (answer.status === 0 ? refuse(silent(agent, 'it closed the connection')) : finish()),
      onError: (error) => refuse(translate(error, agent)),
    });
    signal?.addEventListener('abort', hangUp);
  });
}

/** Reaches only the daemon of the agent in whose terminal the command runs. */
async function overSpool(agent: Address, request: string, { answer, timeoutMs, signal }: Way): Promise<number> {
  signal?.throwIfAborted();
  const { SYNAPSE_SPOOL: folder, SYNAPSE_AGENT_ID: id } = process.env;
  if (!folder || id !== agent.id) throw fail('sockets_forbidden', { agent: agent.id });
  const end = await spool.askBySpool({
    folder,
    request,
    firstMs: timeoutMs || FIRST_BYTES_MS,
    silenceMs: timeoutMs || SPOOL_SILENCE_MS,
    onText: (text) => answer.take(text),
    signal,
  });
  signal?.throwIfAborted();
  if (end === 'unusable') throw fail('sockets_forbidden', { agent: agent.id });
  if (end === 'withdrawn') throw silent(agent, 'it is silent. Nothing was sent.');
  if (end === 'silent') throw silent(agent, 'it is silent');
  if (answer.status === 0) throw silent(agent, 'it closed the connection');
  return answer.status;
}

function encodeRequest(
  { method, path, body, form, language }: Call,
  key: string,
  instance: string | undefined,
): string {
  const payload = body === undefined ? '' : JSON.stringify(body);
  const lines = [
    `${method ?? (payload ? 'POST' : 'GET')} ${path} HTTP/1.0`,
    'host: localhost',
    `authorization: Bearer ${key}`,
    `accept-language: ${language ?? languageOf(process.env)}`,
  ];
  if (instance && PLAIN.test(instance)) lines.push(`${INSTANCE_HEADER}: ${instance}`);
  if (form) lines.push(`x-synapse-form: ${form}`);
  if (payload) lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(payload)}`);
  return `${lines.join('\r\n')}${HEAD_END}${payload}`;
}

export function translate(error: NodeJS.ErrnoException, agent: Address): Error {
  if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') return fail('agent_not_running', { agent: agent.id });
  if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return silent(agent, 'it closed the connection');
  return error;
}

export function silent(agent: Address, reason: string): Error {
  return fail('daemon_not_answering', { agent: agent.id, reason });
}

export function parseAnswer(status: number, text: string): unknown {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw fail('internal_error', { reason: `the daemon answered ${status} without JSON` });
  }
  if (status >= 400) throw errorFromBody(body, `status ${status}`);
  return body;
}
