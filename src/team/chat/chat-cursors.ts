/** Cursors: up to where an agent's chat was handed out, and how many messages wait. */
import type { Member } from '../people/agents.js';
import { noteChange } from '../store/change-log.js';
import type { ChatCursorRow, Db } from '../store/schema.js';

const NOTHING_YET = {
  ...{ handed_seq: 0, pending: 0, terminal_from: 0, terminal_to: 0 },
  ...{ answer_from: 0, answer_to: 0, answer_holder: null },
} as const;

export async function cursorOf(db: Db, { projectId, agentId }: Member): Promise<ChatCursorRow> {
  const row = await db
    .selectFrom('chat_cursors')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return row ?? { ...NOTHING_YET, project_id: projectId, agent_id: agentId };
}

/** Counts one more waiting message. */
export async function countPending(tx: Db, { projectId, agentId }: Member): Promise<void> {
  await tx
    .insertInto('chat_cursors')
    .values({ ...NOTHING_YET, project_id: projectId, agent_id: agentId, pending: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'agent_id'])
        .doUpdateSet((row) => ({ pending: row('chat_cursors.pending', '+', 1) })),
    )
    .execute();
}

export async function moveCursor(
  tx: Db,
  { projectId, agentId }: Member,
  changes: Partial<ChatCursorRow>,
): Promise<void> {
  await tx
    .updateTable('chat_cursors')
    .set(changes)
    .where('project_id', '=', projectId)
    .where('agent_id', '=', agentId)
    .execute();
  noteChange(tx, 'chat', { projectId, agentIds: [agentId] });
}

export async function pendingCount(db: Db, member: Member): Promise<number> {
  return (await cursorOf(db, member)).pending;
}

/** The number of the last message that was handed out. */
export async function handedSeq(db: Db, member: Member): Promise<number> {
  return (await cursorOf(db, member)).handed_seq;
}

/** Notes that the agent's own store has the messages taken for its terminal. */
export async function markKeptForTerminal(tx: Db, { projectId, agentId }: Member): Promise<void> {
  await tx
    .updateTable('chat_cursors')
    .set((row) => ({ terminal_from: row.ref('terminal_to') }))
    .where('project_id', '=', projectId)
    .where('agent_id', '=', agentId)
    .execute();
}
