/** Reads what happened in all projects since an instant, for those who watch the whole team. */
import type { Topic } from './change.js';
import type { Conversation } from './chat/conversation.js';
import { toConversation } from './chat/conversation-reads.js';
import { type ChatMessage, toMessage } from './chat/messages.js';
import { type Execution, toExecution } from './executions/executions.js';
import type { Db } from './store/schema.js';
import type { DelegationRow, WorkTaskRow } from './store/work-schema.js';
import type { FieldChange } from './work/work-trail.js';

/** One step of a work task, and the task as it is now. */
export interface WorkStep {
  readonly place: number;
  readonly at: number;
  readonly by: string;
  /** Empty for the creation of the task. */
  readonly changes: readonly FieldChange[];
  readonly task: WorkTaskRow;
}

export interface Latest {
  readonly messages: readonly ChatMessage[];
  /** Those that are open, and those that ended since. */
  readonly conversations: readonly Conversation[];
  readonly delegations: readonly DelegationRow[];
  readonly work: readonly WorkStep[];
  readonly executions: readonly (Execution & { readonly title: string | null })[];
}

/** Whoever is further behind than this sees the latest ones. */
const MOST = 500;

interface Wanted {
  readonly since: number;
  /** The number of the last message that is known, by project; null reads messages by their time. */
  readonly seen: ReadonlyMap<string, number> | null;
  readonly topics: ReadonlySet<Topic>;
}

export async function latest(db: Db, { since, seen, topics }: Wanted): Promise<Latest> {
  const hasChat = topics.has('chat') || topics.has('sessions');
  const hasWork = topics.has('work') || topics.has('sessions');
  return {
    messages: topics.has('chat') ? await messagesSince(db, since, seen) : [],
    conversations: hasChat ? await conversationsSince(db, since) : [],
    delegations: hasWork ? await delegationsSince(db, since) : [],
    work: hasWork ? await workSince(db, since) : [],
    executions: hasWork ? await executionsSince(db, since) : [],
  };
}

/** The number of the newest message of each project. */
export async function lastMessages(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('projects').select(['id', 'last_seq']).execute();
  return new Map(rows.map(({ id, last_seq }) => [id, last_seq]));
}

/** Work tasks that somebody has to approve. */
export async function waitingForApproval(db: Db): Promise<WorkTaskRow[]> {
  const open = ['backlog', 'todo', 'in_progress', 'blocked'] as const;
  return db
    .selectFrom('work_tasks')
    .selectAll()
    .where('approval', '=', 'pending_approval')
    .where('status', 'in', open)
    .orderBy('created_at')
    .limit(MOST)
    .execute();
}

async function messagesSince(db: Db, since: number, seen: ReadonlyMap<string, number> | null): Promise<ChatMessage[]> {
  const found: ChatMessage[] = [];
  for (const [projectId, last] of await lastMessages(db)) {
    const known = seen ? (seen.get(projectId) ?? 0) : 0;
    if (last <= known) continue;
    const rows = await db
      .selectFrom('chat_messages')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('seq', '>', known)
      .orderBy('seq', 'desc')
      .limit(MOST)
      .execute();
    found.push(...rows.reverse().map(toMessage));
  }
  return seen ? found : found.filter(({ createdAt }) => createdAt >= since);
}

async function conversationsSince(db: Db, since: number): Promise<Conversation[]> {
  const open = await db
    .selectFrom('conversations')
    .selectAll()
    .where('state', 'in', ['pending', 'active', 'terminating'])
    .limit(MOST)
    .execute();
  const ids = new Set(open.map(({ id }) => id));
  const ended = await db.selectFrom('conversations').selectAll().where('closed_at', '>=', since).limit(MOST).execute();
  const all = [...open, ...ended.filter(({ id }) => !ids.has(id))];
  return all.sort((a, b) => a.created_at - b.created_at).map(toConversation);
}

async function delegationsSince(db: Db, since: number): Promise<DelegationRow[]> {
  const open = await db
    .selectFrom('delegations')
    .selectAll()
    .where('status', 'in', ['pending', 'processing'])
    .limit(MOST)
    .execute();
  const ended = await db.selectFrom('delegations').selectAll().where('finished_at', '>=', since).limit(MOST).execute();
  return [...open, ...ended].sort((a, b) => a.created_at - b.created_at);
}

async function workSince(db: Db, since: number): Promise<WorkStep[]> {
  const events = await db
    .selectFrom('work_events')
    .selectAll()
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .limit(MOST)
    .execute();
  if (events.length === 0) return [];
  const ids = [...new Set(events.map(({ task_id }) => task_id))];
  const rows = await db.selectFrom('work_tasks').selectAll().where('id', 'in', ids).execute();
  const tasks = new Map(rows.map((row) => [row.id, row]));
  return events.reverse().flatMap(({ task_id, place, at, executor_id: by, changes }) => {
    const task = tasks.get(task_id);
    return task ? [{ place, at, by, changes: JSON.parse(changes) as FieldChange[], task }] : [];
  });
}

async function executionsSince(db: Db, since: number): Promise<(Execution & { readonly title: string | null })[]> {
  const withTitle = () =>
    db
      .selectFrom('executions')
      .leftJoin('work_tasks', 'work_tasks.id', 'executions.task_id')
      .selectAll('executions')
      .select('work_tasks.title')
      .limit(MOST);
  const begun = await withTitle().where('executions.started_at', '>=', since).execute();
  const ended = await withTitle()
    .where('executions.status', 'in', ['completed', 'failed', 'stopped'])
    .where('executions.completed_at', '>=', since)
    .execute();
  const rows = new Map([...begun, ...ended].map((row) => [row.id, row]));
  return [...rows.values()]
    .sort((a, b) => a.started_at - b.started_at)
    .map((row) => ({ ...toExecution(row), title: row.title }));
}
