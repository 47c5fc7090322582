/** The columns of a store, and how rows become tasks and messages and back. */
import {
  DIRECTION,
  DIRECTIONS,
  decodeParts,
  decodeReceipts,
  decodeReply,
  decodeText,
  encodeJson,
  encodeMetadata,
  encodeParts,
  encodeReceipts,
  encodeReply,
  encodeText,
  KIND,
  KINDS,
  RECEIPT_STATE,
  RECEIPT_STATES,
  TASK_STATE,
  TASK_STATES,
  wordOf,
} from './codes.js';
import type { Value } from './database.js';
import { isPending, type Message } from './message.js';
import type { Task } from './task.js';

export interface TaskRow {
  readonly seq: number;
  readonly id: string;
  readonly direction: number;
  readonly state: number;
  readonly response_expected: number;
  readonly priority: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly expires_at: number;
  readonly peer_id: string;
  readonly peer_type: string;
  readonly peer_endpoint: string | null;
  readonly sender_task_id: string | null;
  readonly remote_task_id: string | null;
  /** Null if the task is the first of its context: then it is the id of the task. */
  readonly context_id: string | null;
  readonly error: string | null;
  readonly metadata: string | null;
  readonly reply: string | null;
}

export interface MessageRow {
  readonly seq: number;
  readonly id: string;
  readonly given_id: string | null;
  readonly has_own_id: number;
  readonly direction: number;
  readonly kind: number;
  readonly pending: number | null;
  readonly priority: number;
  readonly task_seq: number | null;
  readonly receipt_state: number;
  readonly receipt_at: number;
  readonly created_at: number;
  readonly expires_at: number;
  readonly peer_id: string;
  readonly peer_type: string;
  readonly peer_endpoint: string | null;
  readonly reply_to: string | null;
  readonly remote_id: string | null;
  /** Null if it is the id of the message. */
  readonly display_id: string | null;
  readonly receipt_reason: string | null;
  readonly receipt_via: string | null;
  /** The earlier receipts. */
  readonly receipts: string | null;
  readonly metadata: string | null;
  /** Null if the text is the only part. */
  readonly parts: string | null;
  /** Bytes if UTF-8 cannot hold the text. */
  readonly text: string | Buffer;
}

export function toTask(row: TaskRow): Task {
  return {
    seq: row.seq,
    id: row.id,
    direction: wordOf(DIRECTIONS, row.direction),
    state: wordOf(TASK_STATES, row.state),
    responseExpected: row.response_expected === 1,
    peer: { id: row.peer_id, type: row.peer_type, endpoint: row.peer_endpoint },
    senderTaskId: row.sender_task_id,
    remoteTaskId: row.remote_task_id,
    contextId: row.context_id ?? row.id,
    priority: row.priority,
    reply: row.reply === null ? null : decodeReply(row.reply),
    error: row.error === null ? null : JSON.parse(row.error),
    metadata: row.metadata === null ? {} : JSON.parse(row.metadata),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    expiresAt: row.expires_at,
  };
}

export function toMessage(row: MessageRow): Message {
  const text = decodeText(row.text);
  const receipt = {
    state: wordOf(RECEIPT_STATES, row.receipt_state),
    reason: row.receipt_reason,
    at: row.receipt_at,
    ...(row.receipt_via === null ? {} : { via: row.receipt_via }),
  };
  return {
    seq: row.seq,
    id: row.id,
    givenId: row.given_id,
    direction: wordOf(DIRECTIONS, row.direction),
    kind: wordOf(KINDS, row.kind),
    taskSeq: row.task_seq,
    peer: { id: row.peer_id, type: row.peer_type, endpoint: row.peer_endpoint },
    replyTo: row.reply_to,
    remoteId: row.remote_id,
    displayId: row.display_id ?? row.id,
    text,
    parts: decodeParts(row.parts, text),
    priority: row.priority,
    receipt,
    receipts: row.receipts === null ? [receipt] : [...decodeReceipts(row.receipts), receipt],
    metadata: row.metadata === null ? {} : JSON.parse(row.metadata),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

type TaskColumn = Exclude<keyof TaskRow, 'seq'>;
type MessageColumn = Exclude<keyof MessageRow, 'seq'>;

/** How each column of a task is written. The insert and all updates are built from this. */
export const TASK_COLUMNS: Record<TaskColumn, (task: Omit<Task, 'seq'>) => Value> = {
  id: (task) => task.id,
  direction: (task) => DIRECTION[task.direction],
  state: (task) => TASK_STATE[task.state],
  response_expected: (task) => Number(task.responseExpected),
  priority: (task) => task.priority,
  created_at: (task) => task.createdAt,
  updated_at: (task) => task.updatedAt,
  expires_at: (task) => task.expiresAt,
  peer_id: (task) => task.peer.id,
  peer_type: (task) => task.peer.type,
  peer_endpoint: (task) => task.peer.endpoint,
  sender_task_id: (task) => task.senderTaskId,
  remote_task_id: (task) => task.remoteTaskId,
  context_id: (task) => (task.contextId === task.id ? null : task.contextId),
  error: (task) => encodeJson(task.error),
  metadata: (task) => encodeMetadata(task.metadata),
  reply: (task) => (task.reply === null ? null : encodeReply(task.reply)),
};

export const MESSAGE_COLUMNS: Record<Exclude<MessageColumn, 'has_own_id'>, (message: Omit<Message, 'seq'>) => Value> = {
  id: (message) => message.id,
  given_id: (message) => message.givenId,
  direction: (message) => DIRECTION[message.direction],
  kind: (message) => KIND[message.kind],
  pending: (message) => (isPending(message.direction, message.receipt.state) ? pendingClass(message.priority) : null),
  priority: (message) => message.priority,
  task_seq: (message) => message.taskSeq,
  receipt_state: (message) => RECEIPT_STATE[message.receipt.state],
  receipt_at: (message) => message.receipt.at,
  created_at: (message) => message.createdAt,
  expires_at: (message) => message.expiresAt,
  peer_id: (message) => message.peer.id,
  peer_type: (message) => message.peer.type,
  peer_endpoint: (message) => message.peer.endpoint,
  reply_to: (message) => message.replyTo,
  remote_id: (message) => message.remoteId,
  display_id: (message) => (message.displayId === message.id ? null : message.displayId),
  receipt_reason: (message) => message.receipt.reason,
  receipt_via: (message) => message.receipt.via ?? null,
  receipts: (message) => (message.receipts.length < 2 ? null : encodeReceipts(message.receipts.slice(0, -1))),
  metadata: (message) => encodeMetadata(message.metadata),
  parts: (message) => encodeParts(message.parts, message.text),
  text: (message) => encodeText(message.text),
};

export const PENDING_CLASSES = [0, 1, 2] as const;

/** Urgent messages first, then those for the front of the queue, then all others in their order. */
function pendingClass(priority: number): number {
  if (priority >= 5) return 0;
  return priority === 4 ? 1 : 2;
}
