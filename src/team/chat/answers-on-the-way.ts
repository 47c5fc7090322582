/** Chat that was handed out in an answer that may not have arrived yet. */
import type { Member } from '../people/agents.js';
import type { ChatCursorRow, Db } from '../store/schema.js';
import { cursorOf, moveCursor } from './chat-cursors.js';
import { receivedBy } from './messages.js';

type OnTheWay = Pick<ChatCursorRow, 'answer_from' | 'answer_to' | 'answer_holder'>;

const ARRIVED: OnTheWay = { answer_from: 0, answer_to: 0, answer_holder: null };

/** What is noted with the cursor when messages up to `last` are given to an answer. `holder` is the process that sends it. */
export function onTheWay(cursor: ChatCursorRow, last: number, holder: string): OnTheWay {
  const isFirst = cursor.answer_holder === null;
  return { answer_from: isFirst ? cursor.handed_seq : cursor.answer_from, answer_to: last, answer_holder: holder };
}

/** The answer with the messages up to `last` has arrived. */
export async function noteArrival(tx: Db, { projectId, agentId }: Member, last: number): Promise<void> {
  const cursor = await cursorOf(tx, { projectId, agentId });
  if (cursor.answer_holder === null) return;
  const settled = cursor.answer_to <= last ? ARRIVED : { answer_from: Math.max(cursor.answer_from, last) };
  await tx
    .updateTable('chat_cursors')
    .set(settled)
    .where('project_id', '=', projectId)
    .where('agent_id', '=', agentId)
    .execute();
}

/** The answer with the messages after `after` broke: they wait again, with whatever was handed out since. */
export async function takeBack(tx: Db, member: Member, after: number): Promise<void> {
  const cursor = await cursorOf(tx, member);
  if (cursor.answer_holder === null || cursor.handed_seq <= after) return;
  const { waiting } = await receivedBy(tx, member)
    .where('seq', '>', after)
    .clearSelect()
    .select((row) => row.fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow();
  await moveCursor(tx, member, { handed_seq: after, pending: Number(waiting), ...ARRIVED });
}

/** The answers of processes that are gone. */
export async function lostAnswers(
  db: Db,
  isAlive: (holder: string) => boolean,
): Promise<(Member & { readonly after: number })[]> {
  const rows = await db.selectFrom('chat_cursors').selectAll().where('answer_holder', 'is not', null).execute();
  return rows
    .filter(({ answer_holder }) => !isAlive(answer_holder as string))
    .map((row) => ({ projectId: row.project_id, agentId: row.agent_id, after: row.answer_from }));
}
