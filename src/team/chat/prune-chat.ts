/** Deletes chat messages that exceed the limits and that nobody needs any more. */
import { AT_ONCE } from '../stepwise.js';
import type { ChatMessageRow, ConversationRow, Db } from '../store/schema.js';
import type { WorkTaskRow } from '../store/work-schema.js';
import { isFinal } from '../work/work-task.js';

export interface ChatLimits {
  readonly projectId: string;
  /** Messages up to this number were checked before. */
  readonly after: number;
  /** Older ones are deleted. Null: age does not matter. */
  readonly before: number | null;
  /** How many are kept. Null: all of them. */
  readonly most: number | null;
}

/** What decides whether somebody still needs a message. */
export interface MessageFacts {
  /** How far the receiver was given its messages. One that left the project may come back and read the rest. */
  readonly receiver: { readonly handedSeq: number; readonly typedFrom: number; readonly typedTo: number };
  readonly conversation: Pick<ConversationRow, 'state' | 'initiator_told' | 'participant_told'> | undefined;
  /** Somebody still has to read a notice about the conversation. */
  readonly hasUnreadNotice: boolean;
  /** Of the work tasks that it or its conversation is about. */
  readonly taskStatuses: readonly WorkTaskRow['status'][];
  /** How far the files of its two agents are written. */
  readonly writtenSeqs: readonly number[];
}

/** Checks the next messages. Returns the number of the last one, or null if no more exceed the limits. */
export async function pruneChat(tx: Db, { projectId, after, before, most }: ChatLimits): Promise<number | null> {
  const project = await tx
    .selectFrom('projects')
    .select(['last_seq', 'working_directory'])
    .where('id', '=', projectId)
    .executeTakeFirst();
  if (!project) return null;
  const surplusSeq = most === null ? 0 : project.last_seq - most;
  const rows = await tx
    .selectFrom('chat_messages')
    .select(['seq', 'sender_id', 'receiver_id', 'created_at', 'related_task_id', 'conversation_id'])
    .where('project_id', '=', projectId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(AT_ONCE)
    .execute();
  const old = rows.filter((row) => row.seq <= surplusSeq || (before !== null && row.created_at <= before));
  if (old.length === 0) return null;
  const factsOf = await gather(tx, { projectId, hasFiles: project.working_directory !== null }, old);
  const gone = old.filter((row) => isForgettable(row.seq, factsOf(row))).map(({ seq }) => seq);
  if (gone.length > 0) {
    await tx.deleteFrom('chat_messages').where('project_id', '=', projectId).where('seq', 'in', gone).execute();
  }
  return old.length < AT_ONCE ? null : (rows.at(-1)?.seq ?? null);
}

/** True if it was handed out and stored, its conversation is over for both sides, its work tasks are over, and both files have it. */
export function isForgettable(seq: number, facts: MessageFacts): boolean {
  const { receiver, conversation, hasUnreadNotice, taskStatuses, writtenSeqs } = facts;
  if (hasUnreadNotice) return false;
  if (seq > receiver.handedSeq || (seq > receiver.typedFrom && seq <= receiver.typedTo)) return false;
  if (conversation) {
    const { state, initiator_told: initiator, participant_told: participant } = conversation;
    if (!(state === 'ended' || state === 'expired') || initiator !== 1 || participant !== 1) return false;
  }
  if (taskStatuses.some((status) => !isFinal(status))) return false;
  return writtenSeqs.every((upTo) => seq <= upTo);
}

type Candidate = Pick<ChatMessageRow, 'seq' | 'sender_id' | 'receiver_id' | 'related_task_id' | 'conversation_id'>;

async function gather(
  tx: Db,
  { projectId, hasFiles }: { readonly projectId: string; readonly hasFiles: boolean },
  messages: readonly Candidate[],
): Promise<(message: Candidate) => MessageFacts> {
  const agentIds = [...new Set(messages.flatMap((message) => [message.sender_id, message.receiver_id]))];
  const talkIds = messages.flatMap((message) => message.conversation_id ?? []);
  const cursors = await tx
    .selectFrom('chat_cursors')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('agent_id', 'in', agentIds)
    .execute();
  const files = await tx
    .selectFrom('project_agents')
    .leftJoin('chat_files', (join) =>
      join
        .onRef('chat_files.project_id', '=', 'project_agents.project_id')
        .onRef('chat_files.agent_id', '=', 'project_agents.agent_id'),
    )
    .select(['project_agents.agent_id', 'written_seq'])
    .where('project_agents.project_id', '=', projectId)
    .where('project_agents.agent_id', 'in', agentIds)
    .execute();
  const talk = tx.selectFrom('conversations').select(['id', 'state', 'initiator_told', 'participant_told', 'task_id']);
  const talks = talkIds.length === 0 ? [] : await talk.where('id', 'in', talkIds).execute();
  const notice = tx.selectFrom('notifications').select('conversation_id').where('read_at', 'is', null);
  const unread = talkIds.length === 0 ? [] : await notice.where('conversation_id', 'in', talkIds).execute();
  const taskIds = [...messages.map((message) => message.related_task_id), ...talks.map((each) => each.task_id)];
  const tasks = await tasksAbout(
    tx,
    taskIds.flatMap((id) => id ?? []),
    talkIds,
  );
  return (message) => {
    const cursor = cursors.find((row) => row.agent_id === message.receiver_id);
    const conversation = talks.find(({ id }) => id === message.conversation_id);
    const isAbout = (task: (typeof tasks)[0]) =>
      task.id === message.related_task_id ||
      (conversation && (task.id === conversation.task_id || task.started_from_conversation_id === conversation.id));
    const written = files.filter(({ agent_id: id }) => id === message.sender_id || id === message.receiver_id);
    return {
      receiver: {
        handedSeq: cursor?.handed_seq ?? 0,
        typedFrom: cursor?.terminal_from ?? 0,
        typedTo: cursor?.terminal_to ?? 0,
      },
      conversation,
      hasUnreadNotice: unread.some((row) => row.conversation_id === message.conversation_id),
      taskStatuses: tasks.filter(isAbout).map(({ status }) => status),
      writtenSeqs: hasFiles ? written.map((row) => row.written_seq ?? 0) : [],
    };
  };
}

/** The work tasks with these ids, and those that were started from these conversations. */
async function tasksAbout(tx: Db, ids: readonly string[], talkIds: readonly string[]) {
  const task = tx.selectFrom('work_tasks').select(['id', 'status', 'started_from_conversation_id']);
  const named = ids.length === 0 ? [] : await task.where('id', 'in', ids).execute();
  const started = talkIds.length === 0 ? [] : task.where('started_from_conversation_id', 'in', talkIds).execute();
  return [...named, ...(await started)];
}
