/** Asks the daemon. The key in the page's own storage proves that it is this page that asks. */
import { type Answers, API_ROOT, type CallName, PAGE_KEY_HEADER } from '../../a2a/web/calls.js';
import { say } from '../words/words.js';
import { isClosed, language } from './session.js';

const KEY = 'synapse-page-key';

/** The daemon does not answer, or the connection broke before it had. */
export const UNREACHABLE = 'unreachable';

/** A refusal, in the words of the daemon. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly code: string,
    readonly hint: string,
  ) {
    super(message);
  }
}

/** The key arrives in the address once, and must not stay in the history of the browser. */
export function takeKey(): void {
  const key = /^#key=([\w-]+)$/.exec(location.hash)?.[1];
  if (key === undefined) return;
  localStorage.setItem(KEY, key);
  history.replaceState(null, '', `${location.pathname}#/now`);
}

export function pageKey(): string {
  return localStorage.getItem(KEY) ?? '';
}

export interface CallOptions {
  /** The values of the names in the path: `:id`. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

export async function call<Name extends CallName>(name: Name, options: CallOptions = {}): Promise<Answers[Name]> {
  const response = await request(name, options);
  const text = await orUnreachable(response.text(), options.signal);
  const body = parse(text);
  if (response.ok) return body as Answers[Name];
  throw refusalOf(body, response.status);
}

/** Asks for an answer that comes line by line. Returns the last line. */
export async function callLines(
  name: CallName,
  options: CallOptions,
  onLine: (line: Readonly<Record<string, unknown>>) => void,
): Promise<void> {
  const response = await request(name, options);
  if (!response.ok || !response.body) throw refusalOf(parse(await response.text()), response.status);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value = '' } = await orUnreachable(reader.read(), options.signal);
    rest += value;
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 1);
      if (line !== '') onLine(parse(line) as Readonly<Record<string, unknown>>);
    }
    if (done) return;
  }
}

async function request(name: CallName, { path = {}, query = {}, body, signal }: CallOptions): Promise<Response> {
  const [method = 'GET', pattern = ''] = name.split(' ');
  const place = pattern.replace(/:(\w+)/g, (_whole, key: string) => encodeURIComponent(path[key] ?? ''));
  const asked = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
  const search = asked.length === 0 ? '' : `?${new URLSearchParams(asked)}`;
  const asking = fetch(`${API_ROOT}${place}${search}`, {
    method,
    headers: {
      [PAGE_KEY_HEADER]: pageKey(),
      'accept-language': language.value,
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
    },
    ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    ...(signal ? { signal } : {}),
  });
  const response = await orUnreachable(asking, signal);
  if (response.status === 401) isClosed.value = true;
  return response;
}

/** Browsers have words of their own for a daemon that does not answer, or stops in the middle of it. */
async function orUnreachable<Result>(asking: Promise<Result>, signal?: AbortSignal): Promise<Result> {
  try {
    return await asking;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refusal(say('no_daemon'), UNREACHABLE, '');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function refusalOf(body: unknown, status: number): Refusal {
  const { message, error, hint } = (body ?? {}) as { message?: string; error?: string; hint?: string };
  return new Refusal(message ?? `HTTP ${status}`, error ?? 'unknown', hint ?? '');
}
