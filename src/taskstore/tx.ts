/** The changes that can be made to a store. Only the callback of `write` gets one. */
import type { Clock } from '../clock.js';
import { shortId } from '../ids.js';
import { newId } from '../random-ids.js';
import type { Database, Statement, Value } from './database.js';
import { afterAllThatStartWith } from './lookup.js';
import { makeMessage, makeTask, type NewMessage, type NewTask } from './make-mail.js';
import type { Message, Receipt, ReceiptState } from './message.js';
import { PushConfigs } from './outside/push-configs.js';
import { Reads } from './reads.js';
import { MESSAGE_COLUMNS, TASK_COLUMNS, type TaskRow } from './rows.js';
import type { Task } from './task.js';

const PATCHABLE = {
  state: 'state',
  reply: 'reply',
  error: 'error',
  remoteTaskId: 'remote_task_id',
  metadata: 'metadata',
  priority: 'priority',
} as const satisfies Partial<Record<keyof Task, keyof typeof TASK_COLUMNS>>;

export type TaskPatch = Partial<Pick<Task, keyof typeof PATCHABLE>>;

export interface Deleted {
  readonly tasks: number;
  readonly messages: number;
}

/** Tasks and messages with numbers in this range; each has numbers of its own. */
export interface SeqRange {
  readonly after: number;
  readonly upTo: number;
}

const EVERYTHING: SeqRange = { after: 0, upTo: Number.MAX_SAFE_INTEGER };

const TABLES = ['tasks', 'messages'] as const;
type Table = (typeof TABLES)[number];

/** Only a message that is held again and again for new reasons has more. */
const MAX_RECEIPTS = 50;

export class Tx extends Reads {
  readonly #database: Database;
  readonly #clock: Clock;
  /** In most cases its message follows at once. */
  #latestTask: Task | null = null;
  readonly #lastSeq: Partial<Record<Table, number>> = {};

  constructor(database: Database, clock: Clock) {
    super(database);
    this.#database = database;
    this.#clock = clock;
  }

  addTask(task: NewTask): Task {
    const at = this.#clock.now();
    const id = this.#freeId(task.id);
    const added = makeTask(task, { seq: this.#next('tasks'), id, at });
    this.#sql(INSERT_TASK).run(added.seq, ...TASK_ENCODERS.map((encode) => encode(added)));
    this.#latestTask = added;
    return added;
  }

  addMessage(message: NewMessage): Message {
    const at = this.#clock.now();
    const taskSeq = message.taskSeq ?? null;
    const taskId = taskSeq === null ? null : this.#idOf(taskSeq);
    // A message may have the same id as its task, because both mean the same thing. The id of a new task is free.
    const isFree = message.id !== undefined && message.id === taskId && taskSeq === this.#latestTask?.seq;
    const id = isFree && message.id !== undefined ? message.id : this.#freeId(message.id, taskId);
    const added = makeMessage(message, { seq: this.#next('messages'), id, displayId: taskId ?? id, at });
    const hasOwnId = Number(id !== taskId);
    this.#sql(INSERT_MESSAGE).run(added.seq, hasOwnId, ...MESSAGE_ENCODERS.map((encode) => encode(added)));
    return added;
  }

  updateTask(seq: number, patch: TaskPatch): Task {
    const task = { ...must(this.task(seq), 'task', seq), ...patch, updatedAt: this.#clock.now() };
    const columns = (Object.keys(patch) as (keyof TaskPatch)[]).map((key) => PATCHABLE[key]);
    this.#update('tasks', ['updated_at', ...columns], TASK_COLUMNS, task);
    return task;
  }

  /** Changes nothing if the state and the reason stay the same. */
  /** `via` is the channel that the message takes to the program; the last known one is kept. */
  setReceipt(messageSeq: number, state: ReceiptState, reason: string | null = null, via?: string): Message {
    const message = must(this.message(messageSeq), 'message', messageSeq);
    const channel = via ?? (keepsChannel(state) ? message.receipt.via : undefined);
    const { receipt: before } = message;
    if (before.state === state && before.reason === reason && before.via === channel) return message;
    const receipt: Receipt = {
      state,
      reason,
      at: this.#clock.now(),
      ...(channel === undefined ? {} : { via: channel }),
    };
    const changed = { ...message, receipt, receipts: withLatest(message.receipts, receipt) };
    const isStillPending = MESSAGE_COLUMNS.pending(changed) === MESSAGE_COLUMNS.pending(message);
    this.#update(
      'messages',
      isStillPending ? RECEIPT_COLUMNS : [...RECEIPT_COLUMNS, 'pending'],
      MESSAGE_COLUMNS,
      changed,
    );
    return changed;
  }

  /** The receiver shows a message without a task by its own id, and so does the sender from now on. */
  setRemoteId(messageSeq: number, remoteId: string): Message {
    const message = { ...must(this.message(messageSeq), 'message', messageSeq), remoteId, displayId: remoteId };
    this.#update('messages', ['remote_id', 'display_id'], MESSAGE_COLUMNS, message);
    return message;
  }

  setMetadata(messageSeq: number, metadata: Message['metadata']): void {
    const message = { ...must(this.message(messageSeq), 'message', messageSeq), metadata };
    this.#update('messages', ['metadata'], MESSAGE_COLUMNS, message);
  }

  /** Where callers want to be told of changes to their tasks. */
  override get pushConfigs(): PushConfigs {
    return new PushConfigs(this.#database);
  }

  setMeta(key: string, value: string): void {
    this.#sql('INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value').run(
      key,
      value,
    );
  }

  /**
   * Deletes closed tasks with their messages, and finished messages without a task, that have not changed since then.
   * With a limit, the caller can continue in another turn until nothing is left to delete.
   */
  deleteOlderThan(at: number, limit: number = Number.MAX_SAFE_INTEGER, range: SeqRange = EVERYTHING): Deleted {
    for (const table of TABLES) this.setMeta(deletedUpTo(table), String(this.#last(table)));
    const deleteMessages = this.#sql('DELETE FROM messages WHERE task_seq = ?');
    const deleteTask = this.#sql('DELETE FROM tasks WHERE seq = ?');
    const tasks = this.#sql<{ seq: number }>(FORGOTTEN_TASKS).all(at, range.after, range.upTo, at, limit);
    let messages = 0;
    for (const { seq } of tasks) {
      messages += deleteMessages.run(seq).changes;
      this.pushConfigs.deleteAll(seq);
      deleteTask.run(seq);
    }
    messages += this.#sql(DELETE_FORGOTTEN_MESSAGES).run(at, range.after, range.upTo, limit).changes;
    return { tasks: tasks.length, messages };
  }

  /** Numbers only go up. A deleted number is never used again, because something may still refer to it. */
  #next(table: Table): number {
    const next = this.#last(table) + 1;
    this.#lastSeq[table] = next;
    return next;
  }

  #last(table: Table): number {
    return this.#lastSeq[table] ?? Math.max(this.#greatestSeq(table), Number(this.meta(deletedUpTo(table)) ?? 0));
  }

  #greatestSeq(table: Table): number {
    return this.#sql<{ seq: number | null }>(`SELECT max(seq) AS seq FROM ${table}`).get()?.seq ?? 0;
  }

  /** A new id with a short form, which is what people see, that is unique in this store. */
  #freeId(given: string | undefined, ownTaskId: string | null = null): string {
    const isTaken = this.#sql<{ taken: number }>(IS_TAKEN);
    for (let id = given || newId(); ; id = newId()) {
      const from = shortId(id);
      const to = afterAllThatStartWith(from);
      if (isTaken.get(from, to, id === ownTaskId ? id : null, from, to)?.taken === 0) return id;
    }
  }

  #idOf(taskSeq: number): string {
    const latest = this.#latestTask;
    if (latest?.seq === taskSeq) return latest.id;
    const row = this.#sql<Pick<TaskRow, 'id'>>('SELECT id FROM tasks WHERE seq = ?').get(taskSeq) ?? null;
    return must(row, 'task', taskSeq).id;
  }

  #update<Column extends string, Thing extends { readonly seq: number }>(
    table: string,
    columns: readonly Column[],
    encoders: Readonly<Record<Column, (thing: Thing) => Value>>,
    thing: Thing,
  ): void {
    const assignments = columns.map((column) => `${column} = ?`).join(', ');
    const values = columns.map((column) => encoders[column](thing));
    this.#sql(`UPDATE ${table} SET ${assignments} WHERE seq = ?`).run(...values, thing.seq);
  }

  #sql<Row>(sql: string): Statement<Row> {
    return this.#database.prepare<Row>(sql);
  }
}

const RECEIPT_COLUMNS = ['receipt_state', 'receipt_reason', 'receipt_at', 'receipt_via', 'receipts'] as const;

const TASK_ENCODERS = Object.values(TASK_COLUMNS);
const MESSAGE_ENCODERS = Object.values(MESSAGE_COLUMNS);
const INSERT_TASK = insertInto('tasks', ['seq', ...Object.keys(TASK_COLUMNS)]);
const INSERT_MESSAGE = insertInto('messages', ['seq', 'has_own_id', ...Object.keys(MESSAGE_COLUMNS)]);

const IS_TAKEN = `SELECT EXISTS (SELECT 1 FROM tasks WHERE id >= ? AND id < ? AND id IS NOT ?)
  OR EXISTS (SELECT 1 FROM messages WHERE has_own_id = 1 AND id >= ? AND id < ?) AS taken`;

const FORGOTTEN_TASKS = `SELECT seq FROM tasks WHERE state > 2 AND updated_at < ? AND seq > ? AND seq <= ?
  AND NOT EXISTS (SELECT 1 FROM messages WHERE task_seq = tasks.seq AND (pending IS NOT NULL OR receipt_at >= ?))
  ORDER BY seq LIMIT ?`;

const DELETE_FORGOTTEN_MESSAGES = `DELETE FROM messages WHERE seq IN
  (SELECT seq FROM messages WHERE task_seq IS NULL AND pending IS NULL AND receipt_at < ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?)`;

function deletedUpTo(table: Table): string {
  return `deleted_up_to_${table}`;
}

function insertInto(table: string, columns: readonly string[]): string {
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
}

/** Keeps the first receipt, which says when everything began, and the latest ones. */
/** A message that waits again may take another channel. */
function keepsChannel(state: ReceiptState): boolean {
  return !['queued', 'delivered', 'held', 'typing'].includes(state);
}

function withLatest(receipts: readonly Receipt[], latest: Receipt): readonly Receipt[] {
  if (receipts.length < MAX_RECEIPTS) return [...receipts, latest];
  return [...receipts.slice(0, 1), ...receipts.slice(2 - MAX_RECEIPTS), latest];
}

function must<Thing>(thing: Thing | null, what: string, seq: number): Thing {
  if (thing === null) throw new Error(`there is no ${what} ${seq} in this store`);
  return thing;
}
