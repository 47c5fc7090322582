/** Finds declared agents that have work but no session for it. Runs after every change. */
import { textOf } from '../../i18n.js';
import type { Conversation } from '../chat/conversation.js';
import { toConversation } from '../chat/conversation-reads.js';
import type { AgentRow, Db } from '../store/schema.js';
import { tasksInProgress } from '../work/session-work.js';
import { tasksToWake } from '../work/wait-over.js';
import { PURPOSES, type Purpose } from './session.js';
import type { StartKind } from './start-rules.js';

export interface WantedSession {
  readonly projectId: string;
  readonly agentId: string;
  readonly purpose: Purpose;
  readonly kind: StartKind;
  /** The waiting work, in words for people. */
  readonly why: string;
  /** The waiting work task; null for chat. */
  readonly taskId: string | null;
}

interface Candidate {
  readonly projectId: string;
  readonly agentId: string;
  readonly auto: readonly Purpose[];
}

/** First those who must answer, then those who start a conversation, then subtasks that others wait for, then other work. */
const ORDER: readonly StartKind[] = ['answers', 'begins', 'part', 'task'];

/** On all hosts, or those that start on this one. */
export async function wantedSessions(db: Db, hostId: string | null = null): Promise<WantedSession[]> {
  const candidates = await startable(db, hostId);
  return candidates.length === 0 ? [] : wantedOf(db, candidates);
}

/** The waiting work of one agent, whether it may start by itself or not. */
export async function wantedByAgent(
  db: Db,
  { projectId, agentId }: Pick<Candidate, 'projectId' | 'agentId'>,
): Promise<WantedSession[]> {
  return wantedOf(db, [{ projectId, agentId, auto: PURPOSES }], { alsoLive: true });
}

/** The waiting work of these agents for every purpose, whether they may start by themselves or not. */
export async function wantedAmong(
  db: Db,
  members: readonly Pick<Candidate, 'projectId' | 'agentId'>[],
): Promise<WantedSession[]> {
  const candidates = members.map(({ projectId, agentId }): Candidate => ({ projectId, agentId, auto: PURPOSES }));
  return candidates.length === 0 ? [] : wantedOf(db, candidates);
}

/** Agents of active projects that have a program and are not paused. */
async function startable(db: Db, hostId: string | null): Promise<Candidate[]> {
  const rows = await db
    .selectFrom('project_agents')
    .innerJoin('agents', 'agents.id', 'project_agents.agent_id')
    .innerJoin('projects', 'projects.id', 'project_agents.project_id')
    .leftJoin('paused_agents', 'paused_agents.agent_id', 'agents.id')
    .select(['project_agents.project_id', 'agents.id', 'agents.auto'])
    .where('agents.kind', '=', 'ai')
    .where('agents.auto', '!=', '')
    .where('projects.status', '=', 'active')
    .where('paused_agents.agent_id', 'is', null)
    .where((row) => row.or([row('agents.profile', 'is not', null), row('agents.command', 'is not', null)]))
    .$if(hostId !== null, (all) =>
      all.where((row) => row.or([row('agents.host', 'is', null), row('agents.host', '=', hostId)])),
    )
    .execute();
  return rows.map(({ project_id: projectId, id: agentId, auto }) => ({ projectId, agentId, auto: purposesOf(auto) }));
}

async function wantedOf(
  db: Db,
  candidates: readonly Candidate[],
  { alsoLive = false }: { readonly alsoLive?: boolean } = {},
): Promise<WantedSession[]> {
  const ids = [...new Set(candidates.map(({ agentId }) => agentId))];
  const live = alsoLive ? new Set<string>() : await liveSessions(db);
  const best = new Map<string, WantedSession>();
  const offered = new Set(
    candidates.flatMap(({ auto, ...member }) => auto.map((purpose) => keyOf({ ...member, purpose }))),
  );
  for (const wanted of [...(await talks(db, ids)), ...(await work(db, ids))]) {
    const key = keyOf(wanted);
    const known = best.get(key);
    if (!offered.has(key) || live.has(key)) continue;
    if (!known || ORDER.indexOf(wanted.kind) < ORDER.indexOf(known.kind)) best.set(key, wanted);
  }
  return [...best.values()].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

async function liveSessions(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('sessions')
    .select(['project_id', 'agent_id', 'purpose'])
    .where('ended_at', 'is', null)
    .execute();
  return new Set(rows.map((row) => keyOf({ projectId: row.project_id, agentId: row.agent_id, purpose: row.purpose })));
}

async function work(db: Db, ids: readonly string[]): Promise<WantedSession[]> {
  // Only a task session can set a blocked task in progress again when its wait is over.
  const tasks = [...(await tasksInProgress(db, ids)), ...(await tasksToWake(db, ids))];
  const stuck = tasks.some(({ parentTaskId }) => parentTaskId !== null) ? await projectsThatWait(db) : null;
  return tasks.map(({ projectId, id, title, assigneeId, parentTaskId }) => ({
    ...{ projectId, agentId: assigneeId as string, purpose: 'task' },
    kind: parentTaskId !== null && stuck?.has(projectId) ? 'part' : 'task',
    why: textOf('en', 'why_task', { task_id: id, title }),
    taskId: id,
  }));
}

/** Projects in which every task session waits for a subtask in progress, so that only such subtasks help. */
async function projectsThatWait(db: Db): Promise<Set<string>> {
  const sessions = await db
    .selectFrom('sessions')
    .innerJoin('work_tasks as task', 'task.id', 'sessions.task_id')
    .leftJoin('work_tasks as part', (join) =>
      join.onRef('part.parent_task_id', '=', 'task.id').on('part.status', '=', 'in_progress'),
    )
    .select(['sessions.project_id', 'part.id'])
    .where('sessions.ended_at', 'is', null)
    .where('sessions.purpose', '=', 'task')
    .where('task.status', '=', 'in_progress')
    .execute();
  const waiting = new Set(sessions.map((row) => row.project_id));
  for (const { project_id: projectId, id } of sessions) if (id === null) waiting.delete(projectId);
  return waiting;
}

async function talks(db: Db, ids: readonly string[]): Promise<WantedSession[]> {
  const chat = { purpose: 'chat', taskId: null } as const;
  const messages = await db
    .selectFrom('chat_cursors')
    .select(['project_id', 'agent_id', 'handed_seq'])
    .where('pending', '>', 0)
    .where('agent_id', 'in', ids)
    .execute();
  const found: WantedSession[] = [];
  for (const { project_id: projectId, agent_id: agentId, handed_seq: seq } of messages) {
    const first = await firstAfter(db, { projectId, agentId }, seq);
    const kind = first?.conversation_id == null ? 'begins' : 'answers';
    found.push({
      ...chat,
      projectId,
      agentId,
      kind,
      why: textOf('en', 'why_message', { sender_id: first?.sender_id ?? 'somebody' }),
    });
  }
  found.push(...(await conversationsThatNeed(db, ids)));
  const delegations = await db
    .selectFrom('delegations')
    .select(['id', 'project_id', 'agent_id', 'target_agent_id'])
    .where('status', '=', 'pending')
    .where('agent_id', 'in', ids)
    .execute();
  for (const { id, project_id: projectId, agent_id: agentId, target_agent_id: target } of delegations) {
    found.push({
      ...chat,
      projectId,
      agentId,
      kind: 'begins',
      why: textOf('en', 'why_delegation', { delegation_id: id, target_agent_id: target }),
    });
  }
  const asked = await db
    .selectFrom('project_agents')
    .select(['project_id', 'agent_id'])
    .where('chat_wanted_at', 'is not', null)
    .where('agent_id', 'in', ids)
    .execute();
  for (const { project_id: projectId, agent_id: agentId } of asked) {
    found.push({ ...chat, projectId, agentId, kind: 'begins', why: textOf('en', 'why_chat') });
  }
  return found;
}

async function firstAfter(db: Db, { projectId, agentId }: Omit<Candidate, 'auto'>, seq: number) {
  return db
    .selectFrom('chat_messages')
    .select(['sender_id', 'conversation_id'])
    .where('receiver_id', '=', agentId)
    .where('project_id', '=', projectId)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
}

async function conversationsThatNeed(db: Db, ids: readonly string[]): Promise<WantedSession[]> {
  const found: WantedSession[] = [];
  for (const side of ['initiator', 'participant'] as const) {
    const rows = await db
      .selectFrom('conversations')
      .selectAll()
      .where(`${side}_id`, 'in', ids)
      .where(`${side}_told`, '=', 0)
      .execute();
    for (const conversation of rows.map(toConversation)) {
      const agentId = side === 'initiator' ? conversation.initiatorId : conversation.participantId;
      const need = await needOf(db, conversation, agentId);
      if (need) found.push({ projectId: conversation.projectId, agentId, purpose: 'chat', taskId: null, ...need });
    }
  }
  return found;
}

/** Whether only this agent can continue: it has not been told about a request or an ending, or it is its turn. */
async function needOf(
  db: Db,
  conversation: Conversation,
  agentId: string,
): Promise<Pick<WantedSession, 'kind' | 'why'> | null> {
  const { id, state, initiatorId, participantId, isRequestSeen } = conversation;
  const isOpen = state === 'pending' || state === 'active';
  if (isOpen && participantId === agentId && !isRequestSeen) {
    return { kind: 'answers', why: textOf('en', 'why_request', { conversation_id: id, initiator_id: initiatorId }) };
  }
  if (state === 'active' && (await isTurnOf(db, conversation, agentId))) {
    return { kind: 'answers', why: textOf('en', 'why_turn', { conversation_id: id }) };
  }
  const isEnd = state === 'terminating' || state === 'ended' || (state === 'expired' && initiatorId === agentId);
  return isEnd ? { kind: 'begins', why: textOf('en', 'why_end', { conversation_id: id }) } : null;
}

/** The agent that did not write last; before the first message, the initiator. */
async function isTurnOf(
  db: Db,
  { id, initiatorId }: Pick<Conversation, 'id' | 'initiatorId'>,
  agentId: string,
): Promise<boolean> {
  const last = await db
    .selectFrom('chat_messages')
    .select('sender_id')
    .where('conversation_id', '=', id)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ? last.sender_id !== agentId : initiatorId === agentId;
}

export function keyOf({
  projectId,
  agentId,
  purpose,
}: Pick<WantedSession, 'projectId' | 'agentId' | 'purpose'>): string {
  return `${projectId} ${agentId} ${purpose}`;
}

function purposesOf(auto: AgentRow['auto']): Purpose[] {
  return auto.split(',').filter((word): word is Purpose => word === 'task' || word === 'chat');
}
