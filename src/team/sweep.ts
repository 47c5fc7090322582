/** What happens because time goes by: sessions run out, requests expire, silent conversations end. */
import { type Conversation, type Due, nextDue, type Presence, type TimeLimits } from './chat/conversation.js';
import { movingConversations } from './chat/conversation-reads.js';
import { closeConversation, finishConversation } from './chat/conversations.js';
import { clearUp, isAnythingLeft, leftBehind } from './sessions/left-behind.js';
import { expireSessions, isOver, type SessionRules } from './sessions/session.js';
import type { Db } from './store/schema.js';

export interface Rules {
  readonly sessions: SessionRules;
  readonly limits: TimeLimits;
}

/** Does what is due; gives back whether anything was. Part of every transaction that changes the team. */
export async function sweep(tx: Db, now: number, rules: Rules): Promise<boolean> {
  const hasExpired = await expireSessions(tx, now, rules.sessions);
  const hasClearedUp = await clearUp(tx, now);
  let hasChanged = hasExpired || hasClearedUp;
  for (const { conversation, due } of await dues(tx, rules)) {
    if (due.at > now) continue;
    hasChanged = true;
    if (due.event === 'told') await finishConversation(tx, conversation);
    else await closeConversation(tx, conversation, due, now);
  }
  return hasChanged;
}

/** When something will be due next, as things stand; null if nothing waits for the clock. */
export async function nextDueAt(db: Db, now: number, rules: Rules): Promise<number | null> {
  const live = await db.selectFrom('sessions').select(['expires_at', 'holder']).where('ended_at', 'is', null).execute();
  if (live.some((row) => isOver(row, now, rules.sessions))) return now;
  if (isAnythingLeft(await leftBehind(db))) return now;
  const ends = live.flatMap(({ expires_at }) => expires_at ?? []);
  const times = [...ends, ...(await dues(db, rules)).map(({ due }) => due.at)];
  return times.length === 0 ? null : Math.min(...times);
}

async function dues(db: Db, rules: Rules): Promise<{ conversation: Conversation; due: Due }[]> {
  const conversations = await movingConversations(db);
  const presences = new Map<string, Presence>();
  for (const { projectId, initiatorId, participantId } of conversations) {
    for (const agentId of [initiatorId, participantId]) {
      const key = `${projectId} ${agentId}`;
      if (!presences.has(key)) presences.set(key, await presenceOf(db, projectId, agentId));
    }
  }
  return conversations.flatMap((conversation) => {
    const presence = (agentId: string) => presences.get(`${conversation.projectId} ${agentId}`) as Presence;
    const due = nextDue(conversation, presence, rules.limits);
    return due ? [{ conversation, due }] : [];
  });
}

async function presenceOf(db: Db, projectId: string, agentId: string): Promise<Presence> {
  const chats = db
    .selectFrom('sessions')
    .where('project_id', '=', projectId)
    .where('agent_id', '=', agentId)
    .where('purpose', '=', 'chat');
  const live = await chats.select('id').where('ended_at', 'is', null).executeTakeFirst();
  if (live) return { isLive: true, leftAt: null };
  const last = await chats.select('ended_at').orderBy('ended_at', 'desc').limit(1).executeTakeFirst();
  return { isLive: false, leftAt: last?.ended_at ?? null };
}
