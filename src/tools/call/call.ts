/** Runs one tool call. Checks token, tool, permission and arguments, in this order, then the tool runs its own. */
import { fail } from '../../errors.js';
import { type Form, type Language, sayIn } from '../../i18n.js';
import { findAgent } from '../../team/people/agents.js';
import { type Session, sessionOf, touchSession } from '../../team/sessions/session.js';
import type { Team } from '../../team/team.js';
import { TOOLS } from '../table.js';
import type { Answer, Permission, Tool } from '../tool.js';
import { readArguments } from './arguments.js';
import { withNotices } from './chat-notices.js';
import { toldTo } from './told-error.js';

export interface CallRequest {
  readonly name: string;
  readonly body: unknown;
  /** From the header; a token in the body wins. */
  readonly token: string | null;
  readonly language: Language;
  /** How the caller calls tools; by name if omitted. */
  readonly form?: Form;
  readonly signal: AbortSignal;
  /** Whether the caller has shown the key of an agent of this home. Strangers must not learn who is in a team. */
  readonly isOwner?: boolean;
  /** Tells whether the answer arrives; it does if omitted. */
  readonly arrival?: () => Promise<boolean>;
  /** Called when the token has proven to be that of a session. */
  readonly onSession?: () => void;
}

export async function callTool(team: Team, request: CallRequest, tools: readonly Tool[] = TOOLS): Promise<Answer> {
  const { name, language, form = 'call' } = request;
  const tool = tools.find((each) => each.name === name);
  let session: Session | null = null;
  try {
    const say = sayIn(language, form);
    if (tool?.permission === 'unauthenticated') {
      const args = readArguments(tool, request.body ?? {}, say);
      return {
        success: true,
        ...(await tool.handle({ team, args, say, signal: request.signal, isOwner: request.isOwner === true })),
      };
    }
    const token = tokenOf(request);
    session = await requireSession(team, token);
    request.onSession?.();
    if (!tool) throw fail('tool_not_registered', { tool: name });
    await checkPermission(team, tool, session);
    const args = readArguments(tool, request.body ?? {}, say);
    const call = {
      team,
      args,
      say,
      signal: request.signal,
      isOwner: false,
      arrival: request.arrival ?? arrives,
      session,
      token: token as string,
    };
    return { success: true, ...(await withNotices(tool, call, () => tool.handle(call))) };
  } catch (error) {
    throw toldTo({ language, form, purpose: session?.purpose ?? null, tool: name }, error);
  }
}

async function arrives(): Promise<boolean> {
  return true;
}

/** Wrong arguments are reported later. */
export function tokenOf({ body, token }: CallRequest): string | null {
  const given = typeof body === 'object' && body !== null ? (body as Record<string, unknown>).session_token : null;
  return typeof given === 'string' ? given : token;
}

/** Finds the session of a token and keeps it alive. */
export async function requireSession(team: Team, token: string | null): Promise<Session> {
  if (token === null || token === '') throw fail('session_token_required');
  const now = team.clock.now();
  const rules = team.rules.sessions;
  const { isStale, ...session } = await team.store.read((db) => sessionOf(db, token, { now, rules }));
  if (isStale) await team.store.writeQuietly((tx) => touchSession(tx, session.id, now, rules));
  return session;
}

type Guarded = Exclude<Permission, 'unauthenticated'>;

const REFUSALS: Readonly<
  Record<Guarded, 'chat_session_required' | 'task_session_required' | 'manager_required' | null>
> = {
  authenticated: null,
  chatOnly: 'chat_session_required',
  taskOnly: 'task_session_required',
  managerOnly: 'manager_required',
};

async function checkPermission(team: Team, { name, permission }: Tool, session: Session): Promise<void> {
  const refusal = REFUSALS[permission as Guarded];
  if (refusal === null || (await isPermitted(team, permission as Guarded, session))) return;
  throw fail(refusal, { tool: name, current_purpose: session.purpose });
}

async function isPermitted(team: Team, permission: Guarded, { purpose, agentId }: Session): Promise<boolean> {
  if (permission === 'chatOnly') return purpose === 'chat';
  if (permission === 'taskOnly') return purpose === 'task';
  const agent = await team.store.read((db) => findAgent(db, agentId));
  return agent?.hierarchy === 'manager';
}
