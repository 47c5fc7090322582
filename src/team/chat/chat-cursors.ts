/** How far an agent's chat was handed out, and how much of it waits. */
import type { Member } from '../people/agents.js';
import type { ChatCursorRow, Db } from '../store/schema.js';

const NOTHING_YET = { handed_seq: 0, pending: 0, terminal_from: 0, terminal_to: 0 } as const;

export async function cursorOf(db: Db, { projectId, agentId }: Member): Promise<ChatCursorRow> {
  const row = await db
    .selectFrom('chat_cursors')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return row ?? { ...NOTHING_YET, project_id: projectId, agent_id: agentId };
}

/** One more message waits for the agent. */
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
}

export async function pendingCount(db: Db, member: Member): Promise<number> {
  return (await cursorOf(db, member)).pending;
}

/** Up to which number messages were handed out. */
export async function handedSeq(db: Db, member: Member): Promise<number> {
  return (await cursorOf(db, member)).handed_seq;
}

/** What was taken for the terminal is in its agent's own store now: nobody asks for it again. */
export async function markKeptForTerminal(tx: Db, { projectId, agentId }: Member): Promise<void> {
  await tx
    .updateTable('chat_cursors')
    .set((row) => ({ terminal_from: row.ref('terminal_to') }))
    .where('project_id', '=', projectId)
    .where('agent_id', '=', agentId)
    .execute();
}
