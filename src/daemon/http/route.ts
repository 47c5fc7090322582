/** Routes, written as `/tasks/:id`, and finding the one that a request means. */
import { fail } from '../../errors.js';
import type { Exchange } from './exchange.js';

/** Who may use a route: anyone, any known caller, only the agent itself, or a session of the team. */
export type Access = 'open' | 'known' | 'self' | 'session';

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly access: Access;
  /** The result is sent as JSON with status 200; undefined means that the handler has already answered. */
  readonly handle: (exchange: Exchange) => unknown;
  readonly segments: readonly string[];
}

/** `{ id: string; agent: string }` for `/projects/:id/agents/:agent`. */
type ParamsOf<Path extends string> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? { readonly [Key in Name]: string } & ParamsOf<`/${Rest}`>
  : Path extends `${string}/:${infer Name}`
    ? { readonly [Key in Name]: string }
    : unknown;

type Handle<Path extends string> = (exchange: Exchange<ParamsOf<Path>>) => unknown;

export function get<Path extends string>(path: Path, access: Access, handle: Handle<Path>): Route {
  return route('GET', path, access, handle);
}

export function post<Path extends string>(path: Path, access: Access, handle: Handle<Path>): Route {
  return route('POST', path, access, handle);
}

export function remove<Path extends string>(path: Path, access: Access, handle: Handle<Path>): Route {
  return route('DELETE', path, access, handle);
}

function route<Path extends string>(method: Route['method'], path: Path, access: Access, handle: Handle<Path>): Route {
  // findRoute() fills in exactly the names in the path.
  return { method, path, access, handle: handle as unknown as Route['handle'], segments: path.split('/') };
}

export interface FoundRoute {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** The first match wins, so `/tools/authenticate` comes before `/tools/:name`. */
export function findRoute(routes: readonly Route[], method: string, path: string): FoundRoute {
  const segments = path.split('/');
  let isPathKnown = false;
  for (const route of routes) {
    if (!fits(route.segments, segments)) continue;
    isPathKnown = true;
    if (route.method === method) return { route, params: paramsOf(route.segments, segments) };
  }
  throw fail(isPathKnown ? 'method_not_allowed' : 'not_found', { path, method });
}

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  if (pattern.length !== segments.length) return false;
  return pattern.every((part, index) => fitsOne(part, segments[index] as string));
}

/** An action is a plain word. Any other path is unknown, whatever the method. */
function fitsOne(part: string, segment: string): boolean {
  if (part === ':action') return /^\w+$/.test(segment);
  return isName(part) ? segment !== '' : part === segment;
}

function paramsOf(pattern: readonly string[], segments: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    if (isName(part)) params[part.slice(1)] = decode(segments[index] as string);
  }
  return params;
}

function isName(part: string): boolean {
  return part.startsWith(':');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw fail('invalid_request', { reason: 'The path is not valid.' });
  }
}
