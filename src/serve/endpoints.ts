/** Everything that outside clients can request: the cards and calls of A2A for each agent, MCP, and the list of agents. */
import { fail } from '../errors.js';
import { isAgentId } from '../ids.js';

export type Endpoint =
  /** Who is served. */
  | { readonly type: 'list' }
  /** MCP for one agent, or for all that the caller may reach. */
  | { readonly type: 'mcp'; readonly agent: string | null }
  /** A card or a call of A2A. `agent` is null at the top, where the only agent has its card, too. */
  | { readonly type: 'a2a'; readonly agent: string | null; readonly path: string; readonly isOpen: boolean };

type Method = 'GET' | 'POST' | 'DELETE';

/** One word of a path. A slash, a backslash or a dot that is written with a percent sign means no good. */
const WORD = '(?!\\.{1,2}(?:/|$))(?:[\\w.:~@-]|%(?!2[eEfF]|5[cC]|00)[0-9a-fA-F]{2}){1,300}';
const CONFIGS = `tasks/${WORD}/pushNotificationConfigs`;

const CARDS = pattern('/(?:a2a/v0\\.3/)?\\.well-known/agent(?:-card)?\\.json');
const MCP = '/mcp';

/** The calls of A2A on a daemon, which need a credential. */
const CALLS: readonly (readonly [RegExp, readonly Method[]])[] = [
  [pattern('/a2a/?'), ['POST']],
  [pattern(`/a2a/rest/(?:tasks/)?${WORD}`), ['GET', 'POST']],
  [pattern(`/a2a/rest/${CONFIGS}`), ['GET', 'POST']],
  [pattern(`/a2a/rest/${CONFIGS}/${WORD}`), ['GET', 'DELETE']],
];

const AGENTS = '/agents';
const AGENT = /^\/agents\/([^/]+)(\/.*)$/;
/** Where the only agent that is served has its card, for a client that knows no more than the name of the machine. */
const TOP_CARDS: ReadonlySet<string> = new Set(['/.well-known/agent-card.json', '/.well-known/agent.json']);

/** Below this is everything of one agent. */
export function urlOfAgent(url: string, id: string): string {
  return `${url}${AGENTS}/${id}`;
}

/** Throws if there is nothing at this path, or not with this method. `path` is as it arrived, without the query. */
export function endpointAt(method: string, path: string): Endpoint {
  const { endpoint, methods } = findEndpoint(path) ?? { endpoint: null, methods: [] };
  if (endpoint === null) throw fail('not_found', { path: path.slice(0, LONGEST_SHOWN) });
  if (!methods.some((each) => each === method)) throw fail('method_not_allowed', { path, method });
  return endpoint;
}

const LONGEST_SHOWN = 200;

interface Found {
  readonly endpoint: Endpoint;
  readonly methods: readonly Method[];
}

function findEndpoint(path: string): Found | null {
  if (path === AGENTS || path === `${AGENTS}/`) return { endpoint: { type: 'list' }, methods: ['GET'] };
  if (TOP_CARDS.has(path)) return { endpoint: { type: 'a2a', agent: null, path, isOpen: true }, methods: ['GET'] };
  if (path === MCP) return mcp(null);
  const [, agent = '', rest = ''] = AGENT.exec(path) ?? [];
  if (!isAgentId(agent)) return null;
  if (rest === MCP) return mcp(agent);
  if (CARDS.test(rest)) return { endpoint: { type: 'a2a', agent, path: rest, isOpen: true }, methods: ['GET'] };
  const methods = CALLS.find(([known]) => known.test(rest))?.[1];
  return methods ? { endpoint: { type: 'a2a', agent, path: rest, isOpen: false }, methods } : null;
}

function mcp(agent: string | null): Found {
  return { endpoint: { type: 'mcp', agent }, methods: ['GET', 'POST', 'DELETE'] };
}

function pattern(text: string): RegExp {
  return new RegExp(`^${text}$`);
}
