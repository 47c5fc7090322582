/** Talks to a daemon of this user over its Unix socket, with the agent's caller key. Light: it is on the path of every command. */
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { errorFromBody, fail } from '../errors.js';
import { agentPaths } from '../paths.js';

export interface Address {
  readonly id: string;
  readonly socket: string;
}

export interface Call {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** How long the daemon may be silent; 0 waits as long as the connection stands. */
  readonly timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 10_000;

export function readCallerKey(home: string, id: string): string {
  try {
    return readFileSync(agentPaths(home, id).key, 'utf8').trim();
  } catch (error) {
    throw fail('agent_not_running', { agent: id, reason: (error as Error).message });
  }
}

/** One request, one JSON answer. */
// biome-ignore lint/suspicious/noExplicitAny: the daemon of the same version answers; callers name the fields they read.
export async function callDaemon(agent: Address, home: string, call: Call): Promise<any> {
  const response = await open(agent, home, call);
  let text = '';
  response.setEncoding('utf8');
  for await (const chunk of response) text += chunk;
  return parseAnswer(response, text);
}

/** One request, an answer that comes line by line until `onLine` has seen the last one. */
export async function streamDaemon(
  agent: Address,
  home: string,
  call: Call,
  onLine: (line: Record<string, unknown>) => void | Promise<void>,
): Promise<void> {
  const response = await open(agent, home, { timeoutMs: 0, ...call });
  response.setEncoding('utf8');
  let rest = '';
  if (response.statusCode !== 200) {
    for await (const chunk of response) rest += chunk;
    parseAnswer(response, rest);
  }
  for await (const chunk of response) {
    rest += chunk;
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 1);
      if (line !== '') await onLine(JSON.parse(line) as Record<string, unknown>);
    }
  }
}

function open(agent: Address, home: string, call: Call): Promise<IncomingMessage> {
  const key = readCallerKey(home, agent.id);
  const payload = call.body === undefined ? undefined : Buffer.from(JSON.stringify(call.body));
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        socketPath: agent.socket,
        method: call.method ?? (payload ? 'POST' : 'GET'),
        path: call.path,
        agent: false,
        headers: {
          host: 'localhost',
          authorization: `Bearer ${key}`,
          ...(payload ? { 'content-type': 'application/json', 'content-length': payload.length } : {}),
        },
        ...(call.signal ? { signal: call.signal } : {}),
      },
      resolve,
    );
    const timeoutMs = call.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    if (timeoutMs > 0) {
      sent.setTimeout(timeoutMs, () => sent.destroy(fail('daemon_not_answering', { agent: agent.id, reason: 'it is silent' })));
    }
    sent.on('error', (error: NodeJS.ErrnoException) => reject(translate(error, agent)));
    sent.end(payload);
  });
}

function translate(error: NodeJS.ErrnoException, agent: Address): Error {
  if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') return fail('agent_not_running', { agent: agent.id });
  if (error.code === 'ECONNRESET' || error.code === 'EPIPE') {
    return fail('daemon_not_answering', { agent: agent.id, reason: 'it closed the connection' });
  }
  return error;
}

function parseAnswer(response: IncomingMessage, text: string): unknown {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw fail('internal_error', { reason: `the daemon answered ${response.statusCode} without JSON` });
  }
  if ((response.statusCode ?? 500) >= 400) throw errorFromBody(body, `status ${response.statusCode}`);
  return body;
}
