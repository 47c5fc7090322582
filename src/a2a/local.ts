/**
 * Calls a daemon of this user over its Unix socket, with the agent's caller key. Every command uses this file, so it
 * implements the little HTTP that it needs itself: loading a client costs more than the whole request.
 */
import { readFileSync } from 'node:fs';
import { errorFromBody, fail } from '../errors.js';
import { languageOf } from '../i18n/language.js';
import { agentPaths } from '../paths.js';

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
}

const DEFAULT_TIMEOUT_MS = 10_000;
/** An answer may take long, but if its beginning takes longer than this, the daemon hangs. */
const FIRST_BYTES_MS = 10_000;

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
  path: string,
  onChunk: (chunk: string) => void,
): Promise<void> {
  await exchange(agent, home, { path, timeoutMs: 0 }, onChunk);
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
  const request = encodeRequest(call, readCallerKey(home, agent.id), instance);
  const { connect } = await import('node:net');
  return new Promise((resolve, reject) => {
    const socket = connect(agent.socket);
    const refuse = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    let head = '';
    let status = 0;
    const timeoutMs = call.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const take = (chunk: string) => {
      if (onBody(chunk, status) === 'last') resolve(status);
    };
    const read = (chunk: string) => {
      try {
        if (status !== 0) return take(chunk);
        head += chunk;
        const end = head.indexOf(HEAD_END);
        if (end < 0) return;
        status = Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
        if (timeoutMs !== (timeoutMs || FIRST_BYTES_MS)) socket.setTimeout(timeoutMs);
        take(head.slice(end + HEAD_END.length));
      } catch (error) {
        refuse(error as Error);
      }
    };
    socket.on('error', (error: NodeJS.ErrnoException) => reject(translate(error, agent)));
    socket.on('close', () => reject(silent(agent, 'it closed the connection')));
    // The socket stays open, so that the daemon notices at once when this process is gone.
    socket.write(request);
    // The request leaves once the connection is open. Work after that costs no time, because the daemon is busy anyway.
    socket.once('connect', () => {
      socket.setEncoding('utf8');
      socket.on('data', read);
      socket.on('end', () => (status === 0 ? refuse(silent(agent, 'it closed the connection')) : resolve(status)));
      socket.setTimeout(timeoutMs || FIRST_BYTES_MS, () => refuse(silent(agent, 'it is silent')));
    });
  });
}

function encodeRequest({ method, path, body, form }: Call, key: string, instance: string | undefined): string {
  const payload = body === undefined ? '' : JSON.stringify(body);
  const lines = [
    `${method ?? (payload ? 'POST' : 'GET')} ${path} HTTP/1.0`,
    'host: localhost',
    `authorization: Bearer ${key}`,
    `accept-language: ${languageOf(process.env)}`,
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
