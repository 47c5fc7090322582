/** All queries of a store. Each uses an index, so its cost does not grow with the store. */
import { FOR_READER, type QueueReader } from './addressee.js';
import type { Database, Statement } from './database.js';
import { type HistoryFilter, Listing, type TaskFilter } from './listing.js';
import { Lookup } from './lookup.js';
import type { Message } from './message.js';
import { CallerTasks } from './outside/caller-tasks.js';
import { PushConfigs } from './outside/push-configs.js';
import { type MessageRow, PENDING_CLASSES, type TaskRow, toMessage, toTask } from './rows.js';
import type { Task } from './task.js';

/** Something that an id can mean. A message that belongs to a task counts as that task. */
export interface Found {
  readonly task: Task | null;
  readonly message: Message | null;
}

/** The id of a message that has none of its own. */
const KNOWN_BY_TASK = 'WHERE task_seq = (SELECT seq FROM tasks WHERE id = ?) AND has_own_id = 0';
const TO_TYPE = 'WHERE direction = 1 AND pending IS NOT NULL';
const TO_ANSWER = 'INDEXED BY tasks_to_answer WHERE direction = 1 AND response_expected = 1 AND state < 2';

export interface Placed {
  readonly seq: number;
  readonly createdAt: number;
}

export class Reads {
  readonly #database: Database;
  readonly #lookup: Lookup;
  readonly #listing: Listing;

  constructor(database: Database) {
    this.#database = database;
    this.#lookup = new Lookup(database);
    this.#listing = new Listing(database);
  }

  meta(key: string): string | null {
    return this.#sql<{ value: string }>('SELECT value FROM meta WHERE key = ?').get(key)?.value ?? null;
  }

  task(seq: number): Task | null {
    return one(toTask, this.#tasks('WHERE seq = ?').get(seq));
  }

  taskById(id: string): Task | null {
    return one(toTask, this.#tasks('WHERE id = ?').get(id));
  }

  message(seq: number): Message | null {
    return one(toMessage, this.#messages('WHERE seq = ?').get(seq));
  }

  messageById(id: string): Message | null {
    return one(
      toMessage,
      this.#messages('WHERE id = ? AND has_own_id = 1').get(id) ?? this.#messages(KNOWN_BY_TASK).get(id),
    );
  }

  /** Oldest first. */
  messagesOf(taskSeq: number): Message[] {
    return this.#messages('WHERE task_seq = ? ORDER BY seq').all(taskSeq).map(toMessage);
  }

  /** Everything that a full id or a prefix of at least 4 characters can mean, one entry per task. */
  find(idOrPrefix: string): Found[] {
    const found = new Map<string, Found>();
    for (const { task_seq: taskSeq, message_seq: messageSeq } of this.#lookup.matches(idOrPrefix)) {
      const key = taskSeq === null ? `message ${messageSeq}` : `task ${taskSeq}`;
      const known = found.get(key);
      if (known?.message || (known && messageSeq === null)) continue;
      found.set(key, {
        task: known?.task ?? (taskSeq === null ? null : this.task(taskSeq)),
        message: messageSeq === null ? null : this.message(messageSeq),
      });
    }
    return [...found.values()];
  }

  /** The message that this sender sent with this id. A retry finds it here. */
  incomingByMessageId(peerId: string, messageId: string): Message | null {
    const row =
      this.#messages(`${KNOWN_BY_TASK} AND peer_id = ? AND direction = 1`).get(messageId, peerId) ??
      this.#messages('WHERE id = ? AND has_own_id = 1 AND peer_id = ? AND direction = 1').get(messageId, peerId) ??
      this.#messages('INDEXED BY messages_by_given_id WHERE given_id = ? AND peer_id = ? AND direction = 1').get(
        messageId,
        peerId,
      );
    return one(toMessage, row);
  }

  /** The message that this agent sent with this id. A repeated command finds it here. */
  outgoingByMessageId(messageId: string): Message | null {
    const row =
      this.#messages('WHERE id = ? AND has_own_id = 1 AND direction = 0').get(messageId) ??
      this.#messages('INDEXED BY messages_by_given_id WHERE given_id = ? AND direction = 0').get(messageId);
    return one(toMessage, row);
  }

  incomingBySenderTask(peerId: string, senderTaskId: string): Task | null {
    const sql = 'WHERE sender_task_id = ? AND peer_id = ? AND direction = 1 ORDER BY seq LIMIT 1';
    return one(toTask, this.#tasks(sql).get(senderTaskId, peerId));
  }

  /** Incoming messages with work left, in the order in which to type them: all, or those for one terminal. */
  queue(limit: number, reader?: QueueReader): Message[] {
    if (!reader) return this.#messages(`${TO_TYPE} ORDER BY pending, seq LIMIT ?`).all(limit).map(toMessage);
    const { session, kind, isFirst, others } = reader;
    const sql = `${TO_TYPE} AND ${FOR_READER} ORDER BY pending, seq LIMIT ?`;
    return this.#messages(sql)
      .all(kind, session, isFirst ? 1 : 0, JSON.stringify(others), limit)
      .map(toMessage);
  }

  queueLength(): number {
    return this.#count('messages WHERE direction = 1 AND pending IS NOT NULL');
  }

  /** Incoming messages with work left, in the order in which they arrived. */
  unread(limit: number, afterSeq = 0): Message[] {
    const statement = this.#messages('WHERE direction = 1 AND pending = ? AND seq > ? ORDER BY seq LIMIT ?');
    const rows = PENDING_CLASSES.flatMap((pending) => statement.all(pending, afterSeq, limit));
    return rows.sort(oldestFirst).slice(0, limit).map(toMessage);
  }

  /** Outgoing messages that this agent has not received yet, but not these, in the order in which it gets them. */
  outbox(peerId: string, limit: number, except: readonly number[] = []): Message[] {
    const rest = except.length === 0 ? '' : 'AND seq NOT IN (SELECT value FROM json_each(?))';
    const sql = `WHERE direction = 0 AND pending IS NOT NULL AND peer_id = ? ${rest} ORDER BY pending, seq LIMIT ?`;
    const given = except.length === 0 ? [] : [JSON.stringify(except)];
    return this.#messages(sql)
      .all(peerId, ...given, limit)
      .map(toMessage);
  }

  outboxPeers(): string[] {
    // Jumps from peer to peer in the index, and reads one message of each, however many are waiting.
    const next = this.#sql<{ peer: string | null }>(
      'SELECT min(peer_id) AS peer FROM messages WHERE direction = 0 AND pending IS NOT NULL AND peer_id > ?',
    );
    const peers: string[] = [];
    for (let peer = next.get('')?.peer; peer; peer = next.get(peer)?.peer) peers.push(peer);
    return peers;
  }

  outboxLength(peerId?: string): number {
    if (peerId === undefined) return this.#count('messages WHERE direction = 0 AND pending IS NOT NULL');
    const sql = 'SELECT count(*) AS total FROM messages WHERE direction = 0 AND pending IS NOT NULL AND peer_id = ?';
    return this.#sql<{ total: number }>(sql).get(peerId)?.total ?? 0;
  }

  /** The requests that are waiting for our answer, oldest first. After a question it is the asker's turn, not ours. */
  openRequests(peerId?: string): Task[] {
    if (peerId === undefined) return this.#tasks(`${TO_ANSWER} ORDER BY seq`).all().map(toTask);
    return this.#tasks(`${TO_ANSWER} AND peer_id = ? ORDER BY seq`).all(peerId).map(toTask);
  }

  /** Called after every change, so its cost must not depend on how many are open. */
  newestOpenRequest(): Task | null {
    return one(toTask, this.#tasks(`${TO_ANSWER} ORDER BY seq DESC LIMIT 1`).get());
  }

  openOutgoing(): Task[] {
    return this.listTasks({ direction: 'outgoing', openOnly: true, limit: Number.MAX_SAFE_INTEGER }).reverse();
  }

  /** Newest first. */
  listTasks(filter: TaskFilter): Task[] {
    return this.#listing.tasks(filter);
  }

  /** Newest first. */
  history(filter: HistoryFilter): Message[] {
    return this.#listing.history(filter);
  }

  /** The tasks that one caller gave this agent. */
  get callerTasks(): CallerTasks {
    return new CallerTasks(this.#database);
  }

  get pushConfigs(): Pick<PushConfigs, 'of' | 'tasks'> {
    return new PushConfigs(this.#database);
  }

  /** Messages in either direction that have work left and have expired. */
  dueMessages(now: number): Message[] {
    return this.#messages('WHERE pending IS NOT NULL AND expires_at <= ? ORDER BY expires_at').all(now).map(toMessage);
  }

  nextExpiryAt(): number | null {
    const sql = 'SELECT min(expires_at) AS at FROM messages WHERE pending IS NOT NULL';
    return this.#sql<{ at: number | null }>(sql).get()?.at ?? null;
  }

  /** `ok`, or what is wrong with the file. */
  integrityCheck(): string {
    return this.#database.guard(() => {
      const rows = this.#sql<{ quick_check: string }>('PRAGMA quick_check(10)').all();
      return rows.map((row) => row.quick_check).join('; ');
    });
  }

  counts(): { readonly tasks: number; readonly messages: number } {
    return { tasks: this.#count('tasks'), messages: this.#count('messages') };
  }

  /** The first task and the first message after that number, each with the instant it was made. */
  firstAfter(seq: number): readonly Placed[] {
    return ['tasks', 'messages'].flatMap((table) => {
      const sql = `SELECT seq, created_at AS createdAt FROM ${table} WHERE seq > ? ORDER BY seq LIMIT 1`;
      return this.#sql<Placed>(sql).get(seq) ?? [];
    });
  }

  /** When the message was made that has this many newer ones; null if there are fewer. */
  madeBeforeNewest(messages: number): number | null {
    const last = this.#sql<{ seq: number | null }>('SELECT max(seq) AS seq FROM messages').get()?.seq ?? 0;
    const sql = 'SELECT created_at AS at FROM messages WHERE seq <= ? ORDER BY seq DESC LIMIT 1';
    return this.#sql<{ at: number }>(sql).get(last - messages)?.at ?? null;
  }

  #tasks(clauses: string): Statement<TaskRow> {
    return this.#sql(`SELECT * FROM tasks ${clauses}`);
  }

  #messages(clauses: string): Statement<MessageRow> {
    return this.#sql(`SELECT * FROM messages ${clauses}`);
  }

  #count(clauses: string): number {
    return this.#sql<{ total: number }>(`SELECT count(*) AS total FROM ${clauses}`).get()?.total ?? 0;
  }

  #sql<Row>(sql: string): Statement<Row> {
    return this.#database.prepare<Row>(sql);
  }
}

function one<Row, Thing>(toThing: (row: Row) => Thing, row: Row | undefined): Thing | null {
  return row === undefined ? null : toThing(row);
}

const oldestFirst = (a: { readonly seq: number }, b: { readonly seq: number }): number => a.seq - b.seq;
