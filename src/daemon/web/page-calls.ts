/** Answers what the page asks: with the routes of this daemon, with those of other daemons, and with a few of its own. */
import { callDaemon } from '../../a2a/local.js';
import { type Answers, API_ROOT, CALLS, type CallName } from '../../a2a/web/calls.js';
import { fail } from '../../errors.js';
import { isRunning } from '../../registry/entry.js';
import type { DaemonContext } from '../context.js';
import { type Exchange, languageAsked } from '../http/exchange.js';
import { findRoute, get, post, type Route } from '../http/route.js';
import type { TeamAccess } from '../team/team-access.js';
import { AllMessages } from './all-messages.js';
import { describeMe } from './page-facts.js';
import { hostsForPage } from './page-hosts.js';
import { restart, start, stop } from './page-starts.js';

export interface CallParts {
  readonly context: DaemonContext;
  readonly routes: readonly Route[];
  readonly team: TeamAccess;
}

type Own = (parts: CallParts, exchange: Exchange<{ readonly id: string }>, readOnly: boolean) => unknown;
type OwnCalls = { readonly [Name in CallName as Name extends `${string} /page/${string}` ? Name : never]: Own };

const OWN: OwnCalls = {
  'GET /page/me': ({ context }, _exchange, readOnly): Answers['GET /page/me'] => describeMe(context, readOnly),
  'POST /page/agents/:id/start': ({ context }, { params }) => start(context, params.id),
  'POST /page/agents/:id/restart': ({ context }, { params }) => restart(context, params.id),
  'POST /page/agents/:id/stop': ({ context }, { params }) => stop(context, params.id),
  'GET /page/hosts': async ({ context }, { request }): Promise<Answers['GET /page/hosts']> => ({
    hosts: await hostsForPage(context, languageAsked(request) ?? context.language),
  }),
  'GET /page/messages': ({ context }, { query }) => messagesOf(context).find(query),
  'GET /page/executions/:id/log': async ({ team }, exchange) => (await import('./live-log.js')).liveLog(team, exchange),
  'GET /page/conversations': async ({ team }, exchange) =>
    (await import('./page-conversations.js')).conversationsForPage(team, exchange),
  'POST /page/conversations/:id/end': async ({ team }, { params }) =>
    (await import('./page-conversations.js')).endConversation(team, params.id),
};

const messages = new WeakMap<DaemonContext, AllMessages>();

/** A daemon keeps what it has read. */
function messagesOf(context: DaemonContext): AllMessages {
  const known = messages.get(context) ?? new AllMessages(context);
  messages.set(context, known);
  return known;
}

/** What may be asked, as routes, so that their paths are read like all others. */
const ALLOWED: readonly Route[] = CALLS.map((name) => {
  const [method, path] = name.split(' ') as ['GET' | 'POST', string];
  return (method === 'GET' ? get : post)(path, 'open', () => undefined);
});

export async function answerCall(
  parts: CallParts,
  exchange: Exchange,
  path: string,
  readOnly: boolean,
): Promise<unknown> {
  const method = exchange.request.method ?? 'GET';
  const { route, params } = findRoute(ALLOWED, method, path);
  if (readOnly && method !== 'GET') throw fail('page_read_only');
  const caller = { kind: 'self', id: parts.context.self.id } as const;
  const asPerson = { ...exchange, caller };
  const own = OWN[`${method} ${route.path}` as keyof OwnCalls];
  if (own) return own(parts, { ...asPerson, params: params as { readonly id: string } }, readOnly);
  if (path.startsWith('/at/')) return askOther(parts.context, asPerson, params.agent ?? '', path);
  const found = findRoute(parts.routes, method, path.slice('/own'.length));
  return found.route.handle({ ...asPerson, params: found.params });
}

/** Asks the daemon of another agent, with the caller key that the files of this user hold. */
async function askOther(context: DaemonContext, exchange: Exchange, id: string, path: string): Promise<unknown> {
  const agent = context.registry.get(id);
  if (!agent) throw fail('agent_not_found', { target: id });
  if (!isRunning(agent)) throw fail('agent_not_running', { agent: id });
  const isPost = exchange.request.method === 'POST';
  const [, , , ...rest] = path.split('/');
  const query = exchange.request.url?.slice(API_ROOT.length + path.length) ?? '';
  return callDaemon(agent.live, context.home, {
    path: `/${rest.join('/')}${query}`,
    method: isPost ? 'POST' : 'GET',
    language: languageAsked(exchange.request) ?? context.language,
    ...(isPost ? { body: (await exchange.body()) ?? {} } : {}),
  });
}
