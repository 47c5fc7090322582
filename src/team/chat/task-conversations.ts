/** Finds the conversations that were started for a work task. */

import type { Db } from '../store/schema.js';
import type { Delegation } from '../work/delegations.js';
import type { Conversation } from './conversation.js';
import { toConversation } from './conversation-reads.js';

/** Oldest first. */
export async function conversationsOfTasks(db: Db, taskIds: readonly string[]): Promise<Conversation[]> {
  const rows = await db
    .selectFrom('conversations')
    .selectAll()
    .where('task_id', 'in', taskIds)
    .orderBy('created_at')
    .execute();
  return rows.map(toConversation);
}

/** The conversations started for a delegation, by this chat session or an earlier one. */
export async function conversationsFor(db: Db, { id }: Pick<Delegation, 'id'>): Promise<Conversation[]> {
  const rows = await db
    .selectFrom('conversations')
    .selectAll()
    .where('delegation_id', '=', id)
    .orderBy('created_at')
    .execute();
  return rows.map(toConversation);
}

/** The state as a task session sees it: terminating counts as active, expired as ended. */
export function statusFor({ state }: Pick<Conversation, 'state'>): 'pending' | 'active' | 'ended' {
  return STATUS[state];
}

const STATUS = {
  pending: 'pending',
  active: 'active',
  terminating: 'active',
  ended: 'ended',
  expired: 'ended',
} as const satisfies Record<Conversation['state'], string>;
