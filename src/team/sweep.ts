/** Does what is due by the clock: sessions expire, requests expire, silent conversations end. */
import { type Conversation, type Due, nextDue, type Presence, type TimeLimits } from './chat/conversation.js';
import { movingConversations } from './chat/conversation-reads.js';
import { closeConversation, finishConversation } from './chat/conversations.js';
import { clearUp, isAnythingLeft, leftBehind } from './sessions/left-behind.js';
import { allLive, isOver } from './sessions/live-sessions.js';
import type { SessionRules } from './sessions/session.js';
import { expireSessions } from './sessions/session-ends.js';
import type { Db, SessionRow } from './store/schema.js';

export interface Rules {
  readonly sessions: SessionRules;
  /** The time limits of a project's conversations. */
  readonly limitsOf: (projectId: string) => TimeLimits;
}

/** Does what is due, as part of every transaction that changes the team. */
export async function sweep(tx: Db, now: number, rules: Rules): Promise<void> {
  const live = await expireSessions(tx, now, rules.sessions);
  await clearUp(tx, now);
  for (const { conversation, due } of await dues(tx, live, rules)) {
    if (due.at > now) continue;
    if (due.event === 'told') await finishConversation(tx, conversation);
    else await closeConversation(tx, conversation, due, now);
  }
}

/** When something will be due next; null if nothing waits for the clock. */
export async function nextDueAt(db: Db, now: number, rules: Rules): Promise<number | null> {
  const live = await allLive(db);
  if (live.some((row) => isOver(row, now, rules.sessions))) return now;
  if (isAnythingLeft(await leftBehind(db))) return now;
  const ends = live.flatMap(({ expires_at }) => expires_at ?? []);
  const times = [...ends, ...(await dues(db, live, rules)).map(({ due }) => due.at)];
  return times.length === 0 ? null : Math.min(...times);
}

/** When each open conversation will time out if nothing happens until then. */
export async function conversationEnds(db: Db, rules: Rules): Promise<ReadonlyMap<string, number>> {
  const found = await dues(db, await allLive(db), rules);
  return new Map(found.map(({ conversation, due }) => [conversation.id, due.at]));
}

async function dues(
  db: Db,
  live: readonly SessionRow[],
  rules: Rules,
): Promise<{ conversation: Conversation; due: Due }[]> {
  const conversations = await movingConversations(db);
  const presences = new Map<string, Presence>();
  for (const row of live) {
    if (row.purpose === 'chat') presences.set(`${row.project_id} ${row.agent_id}`, { isLive: true, leftAt: null });
  }
  for (const { projectId, initiatorId, participantId } of conversations) {
    for (const agentId of [initiatorId, participantId]) {
      const key = `${projectId} ${agentId}`;
      if (!presences.has(key)) presences.set(key, await absenceOf(db, projectId, agentId));
    }
  }
  return conversations.flatMap((conversation) => {
    const presence = (agentId: string) => presences.get(`${conversation.projectId} ${agentId}`) as Presence;
    const due = nextDue(conversation, presence, rules.limitsOf(conversation.projectId));
    return due ? [{ conversation, due }] : [];
  });
}

async function absenceOf(db: Db, projectId: string, agentId: string): Promise<Presence> {
  const last = await db
    .selectFrom('sessions')
    .select('ended_at')
    .where('project_id', '=', projectId)
    .where('agent_id', '=', agentId)
    .where('purpose', '=', 'chat')
    .where('ended_at', 'is not', null)
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { isLive: false, leftAt: last?.ended_at ?? null };
}
