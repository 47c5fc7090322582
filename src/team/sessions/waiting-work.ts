/** Lists work that is waiting for a session, and what keeps the session from starting. */

import { textOf } from '../../i18n.js';
import type { Db } from '../store/schema.js';
import { liveSession } from './live-sessions.js';
import type { Purpose } from './session.js';
import { findStart, listStarts } from './session-starts.js';
import { keepsLastPlace, mostTasks, type StartKind, type StartRules } from './start-rules.js';
import {
  hasLiveHolder,
  keyOfStart,
  obstacleOf,
  type SessionStart,
  type Starting,
  type StartKey,
} from './start-state.js';
import { keyOf, wantedAmong } from './wanted-sessions.js';

/** `pausing`: it failed and will be tried again. `queued`: others are running, or it is about to start. */
export type WaitState =
  | 'given_up'
  | 'paused'
  | 'not_startable'
  | 'project_inactive'
  | 'starting'
  | 'pausing'
  | 'queued';

export interface WaitingWork extends StartKey {
  readonly why: string;
  readonly state: WaitState;
  readonly reason: string | null;
  readonly attempts: number;
  readonly nextTryAt: number | null;
}

/** States in which nothing happens until a person does something. */
const STUCK: readonly WaitState[] = ['given_up', 'paused', 'not_startable', 'project_inactive'];

export async function waitingWork(
  db: Db,
  {
    now,
    isAlive,
    rulesOf,
  }: Pick<Starting, 'now' | 'isAlive'> & { readonly rulesOf?: ((projectId: string) => StartRules) | undefined },
): Promise<WaitingWork[]> {
  const members = await programs(db);
  const starts = await listStarts(db);
  const found: WaitingWork[] = [];
  for (const wanted of await wantedAmong(db, members)) {
    const { why, ...key } = wanted;
    const start = starts.find((row) => keyOf(keyOfStart(row)) === keyOf(key)) ?? null;
    const member = members.find((each) => each.projectId === key.projectId && each.agentId === key.agentId);
    const { projectId, agentId, purpose } = key;
    const state = stateOf(member as Program, purpose, start, { now, isAlive });
    const rules = state === 'queued' ? rulesOf?.(projectId) : undefined;
    const isFull = rules !== undefined && obstacleOf(wanted, starts, { now, rules, isAlive }) === 'limit';
    const reason = isFull ? fullReason(wanted.kind, rules) : reasonOf(state, member as Program, start);
    const nextTryAt = state === 'pausing' ? (start?.next_try_at ?? null) : null;
    found.push({ projectId, agentId, purpose, why, state, reason, attempts: start?.attempts ?? 0, nextTryAt });
  }
  return found;
}

/** Says which places such a session cannot have, and names the number that a person can change. */
function fullReason(kind: StartKind, rules: StartRules): string {
  const { limit } = rules;
  if (kind === 'task') return textOf('en', 'reason_full', { limit, tasks: mostTasks(rules) });
  return textOf('en', kind === 'answers' || !keepsLastPlace(rules) ? 'reason_full_all' : 'reason_full_last', { limit });
}

/** Why no session of this agent will start; null if it has one or one will start. */
export async function obstacleFor(
  db: Db,
  key: StartKey,
): Promise<{ readonly state: WaitState; readonly reason: string | null } | null> {
  if (await liveSession(db, key)) return null;
  const member = (await programs(db, key)).at(0);
  if (!member) return null;
  const start = await findStart(db, key);
  const state = stateOf(member, key.purpose, start, { now: 0, isAlive: () => true });
  if (!STUCK.includes(state)) return null;
  return { state, reason: reasonOf(state, member, start) };
}

interface Program {
  readonly projectId: string;
  readonly agentId: string;
  readonly auto: readonly Purpose[];
  readonly isActive: boolean;
  readonly isPaused: boolean;
  readonly hasProgram: boolean;
}

/** Every AI agent of every project, or the requested one. */
async function programs(db: Db, only?: Pick<StartKey, 'projectId' | 'agentId'>): Promise<Program[]> {
  let rows = db
    .selectFrom('project_agents')
    .innerJoin('agents', 'agents.id', 'project_agents.agent_id')
    .innerJoin('projects', 'projects.id', 'project_agents.project_id')
    .leftJoin('paused_agents', 'paused_agents.agent_id', 'agents.id')
    .select(['project_agents.project_id', 'agents.id', 'agents.auto', 'agents.profile', 'agents.command'])
    .select(['projects.status', 'paused_agents.at'])
    .where('agents.kind', '=', 'ai');
  if (only) rows = rows.where('agents.id', '=', only.agentId).where('projects.id', '=', only.projectId);
  return (await rows.execute()).map((row) => ({
    projectId: row.project_id,
    agentId: row.id,
    auto: row.auto.split(',').filter((word): word is Purpose => word === 'task' || word === 'chat'),
    isActive: row.status === 'active',
    isPaused: row.at !== null,
    hasProgram: row.profile !== null || row.command !== null,
  }));
}

function stateOf(
  { auto, isActive, isPaused, hasProgram }: Program,
  purpose: Purpose,
  start: SessionStart | null,
  { now, isAlive }: { readonly now: number; readonly isAlive: (holder: string) => boolean },
): WaitState {
  // A session that is already starting does start, whatever has changed since.
  if (start?.state === 'starting' && hasLiveHolder(start, isAlive)) return 'starting';
  if (!auto.includes(purpose) || !hasProgram) return 'not_startable';
  if (!isActive) return 'project_inactive';
  if (isPaused) return 'paused';
  if (start?.state === 'given_up') return 'given_up';
  if (start && hasLiveHolder(start, isAlive)) return 'starting';
  return start && start.next_try_at > now ? 'pausing' : 'queued';
}

/** Earlier failures do not matter if a person paused it. */
function reasonOf(state: WaitState, { hasProgram }: Program, start: SessionStart | null): string | null {
  if (state === 'paused' || state === 'project_inactive') return null;
  if (state !== 'not_startable') return start?.reason ?? null;
  return textOf('en', hasProgram ? 'reason_not_by_itself' : 'reason_no_program');
}
