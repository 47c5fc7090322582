/** Serves the tools over HTTP. */
import type { Socket } from 'node:net';
import { fail } from '../../errors.js';
import type { Form, Language } from '../../i18n.js';
import { SESSION_PREFIX, type Session, sessionOf } from '../../team/sessions/session.js';
import { callTool } from '../../tools/call/call.js';
import { refuseWithoutTeam } from '../../tools/call/without-team.js';
import { TOOLS } from '../../tools/table.js';
import { describeTool } from '../../tools/tool.js';
import { type Exchange, languageAsked, NOBODY } from '../http/exchange.js';
import type { TeamAccess } from './team-access.js';

/** For any caller with a credential or a session. Tells a session whose it is. */
export async function listTools(access: TeamAccess, exchange: Exchange): Promise<unknown> {
  const session = exchange.caller === NOBODY ? await bearerSession(access, exchange) : null;
  const language = wantedLanguage(access, exchange);
  const tools = TOOLS.map((tool) => describeTool(tool, language));
  return session ? { tools, session: whose(session) } : { tools };
}

function whose({ agentId, projectId, purpose }: Session): Record<string, unknown> {
  return { agent_id: agentId, project_id: projectId, purpose };
}

/** The session of a caller that shows only the token of one. */
export async function bearerSession(access: TeamAccess, { request, trust }: Exchange): Promise<Session> {
  const token = bearerOf(request.headers.authorization);
  if (!token?.startsWith(SESSION_PREFIX)) throw fail('authentication_required');
  const team = await access.ifThere();
  if (!team) throw fail('session_token_invalid');
  const rules = team.rules.sessions;
  const session = await team.store.read((db) => sessionOf(db, token, { now: team.clock.now(), rules }));
  trust();
  return session;
}

export function authenticate(access: TeamAccess, exchange: Exchange): Promise<unknown> {
  return callOne(access, { ...exchange, params: { name: 'authenticate' } });
}

export async function callOne(access: TeamAccess, exchange: Exchange<{ readonly name: string }>): Promise<unknown> {
  const { request, response, params, caller, trust } = exchange;
  const hasBody = Number(request.headers['content-length'] ?? 0) > 0 || request.headers['transfer-encoding'];
  const body = hasBody ? await exchange.body() : {};
  const ended = new AbortController();
  response.once('close', () => ended.abort());
  // A caller key identifies the agent, not the session, so the session token is in the body then.
  const token = caller === NOBODY ? bearerOf(request.headers.authorization) : null;
  const reader = { language: wantedLanguage(access, exchange), form: wantedForm(exchange) };
  const isOwner = caller.kind !== 'outside';
  const call = {
    name: params.name,
    body,
    token,
    ...reader,
    signal: ended.signal,
    isOwner,
    arrival: () => arrivalOf(exchange),
    onSession: trust,
  };
  const team = await access.ifThere();
  return team ? callTool(team, call) : refuseWithoutTeam(call, access.refusals);
}

/** A client that closes its connection without having read everything resets it, even if the system took the answer. */
const RESET_WITHIN_MS = 2_000;

/** Whether the answer to this request arrives, as far as that can be known. */
function arrivalOf({ request, response }: Pick<Exchange, 'request' | 'response'>): Promise<boolean> {
  return new Promise((resolve) => {
    if (response.closed) return resolve(false);
    response.once('close', () => resolve(response.writableFinished && isRead(request.socket)));
  });
}

function isRead(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      socket.off('close', finish);
      resolve(socket.errored === null);
    };
    const timer = setTimeout(finish, RESET_WITHIN_MS).unref();
    if (socket.destroyed) finish();
    else socket.once('close', finish);
  });
}

export function bearerOf(authorization: string | undefined): string | null {
  return /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1] ?? null;
}

/** The language the caller asks for, or else the one of this daemon's environment. */
export function wantedLanguage({ context }: TeamAccess, { request }: Pick<Exchange, 'request'>): Language {
  return languageAsked(request) ?? context.language;
}

/** `synapse tool` says so, because its reader types the next command. */
function wantedForm({ request }: Pick<Exchange, 'request'>): Form {
  const form = request.headers['x-synapse-form'];
  return form === 'command' || form === 'command_with_session' ? form : 'call';
}
