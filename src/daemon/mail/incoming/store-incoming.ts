/** Stores what arrives: a message with its task, or an answer that completes a task. Touches only the transaction. */
import type { AnswerKind, Envelope } from '../../../a2a/decode.js';
import { fail } from '../../../errors.js';
import { isOwnForm, shortId } from '../../../ids.js';
import { ownIdLike } from '../../../random-ids.js';
import { type Addressee, addresseeMetadata, type QueueReader } from '../../../taskstore/addressee.js';
import { type Message, type Receipt, WHEN } from '../../../taskstore/message.js';
import type { Tx } from '../../../taskstore/store.js';
import { advance, isOpen, type Party, type Task, type TaskEvent } from '../../../taskstore/task.js';
import { intendToType } from '../../typing/intend-to-type.js';
import { DEFAULT_EXPIRY_MS, NEVER_AT } from '../lifetimes.js';
import { noteDoubt } from '../receipts/doubt.js';

/** What arrives, with everything that decides how it is stored. */
export interface Arrival {
  readonly envelope: Envelope;
  readonly peer: Party;
  /** Which terminal it is for; by default any. */
  readonly addressee?: Addressee;
  /** The terminal that gets it, if there is one. */
  readonly reader?: QueueReader | undefined;
  /** The channel that it takes to the program, if a terminal is kept free for it. */
  readonly via?: string | undefined;
  readonly now: number;
  readonly firstReceipt: Omit<Receipt, 'at'>;
  /** Mail for a program can expire; mail for a person does not. */
  readonly canExpire: boolean;
}

export interface Stored {
  readonly task: Task;
  readonly message: Message;
  /** False for a retry of a message that is already stored. */
  readonly isFresh: boolean;
}

/** `isReserved` means that the terminal is kept free for this message. */
export function storeMessage(tx: Tx, arrival: Arrival, isReserved: boolean): Stored {
  const again = findAgain(tx, arrival);
  if (again) return { task: tx.task(again.taskSeq as number) as Task, message: again, isFresh: false };
  const earlier = earlierTask(tx, arrival);
  const task = earlier ? continueTask(tx, earlier) : addTask(tx, arrival);
  const kind = earlier ? 'continuation' : task.responseExpected ? 'request' : 'message';
  const message = addMessage(tx, arrival, { task, kind });
  return {
    task,
    message: isReserved ? intendToType(tx, message, arrival.reader, arrival.via) : message,
    isFresh: true,
  };
}

/** Completes the task. An answer to a closed task is too late and becomes an ordinary message. */
export function storeAnswer(
  tx: Tx,
  arrival: Arrival,
  { taskSeq, isWaitedFor }: { readonly taskSeq: number; readonly isWaitedFor: boolean },
): Stored & { readonly late: boolean } {
  const { envelope, peer, now } = arrival;
  const task = tx.task(taskSeq) as Task;
  const again = findAgain(tx, arrival);
  if (again) return { task, message: again, late: again.kind === 'message', isFresh: false };
  const state = advance(task.state, { type: EVENT_OF[envelope.answerKind] });
  if (state === null) {
    return { task, message: addMessage(tx, arrival, { task, kind: 'message' }), late: true, isFresh: true };
  }
  const firstReceipt = isWaitedFor ? WAITED_FOR : arrival.firstReceipt;
  const message = addMessage(tx, { ...arrival, firstReceipt }, { task, kind: envelope.answerKind });
  for (const sent of tx.messagesOf(taskSeq)) {
    if (sent.direction !== 'outgoing' || isOver(sent)) continue;
    noteDoubt(tx, sent, envelope.doubt);
    tx.setReceipt(sent.seq, 'answered');
  }
  const reply = { text: envelope.text, parts: envelope.parts, from: peer.id, at: now };
  const code = ERROR_OF[envelope.answerKind];
  const error = code === undefined ? null : { code, message: envelope.text };
  return { task: tx.updateTask(taskSeq, { state, reply, error }), message, late: false, isFresh: true };
}

/** What an outside agent has made of a task of this agent. */
export interface OutsideAnswer {
  readonly kind: AnswerKind;
  readonly event: TaskEvent['type'];
  readonly text: string;
  readonly parts: Envelope['parts'];
  /** What is noted in the metadata of the task. */
  readonly noted: Readonly<Record<string, unknown>>;
  /** Whether the task ends without a message for the asker. */
  readonly isSilent: boolean;
}

/** Null if the task was closed in the meantime, for example because it was canceled here. */
export function storeOutsideAnswer(
  tx: Tx,
  arrival: Arrival,
  {
    taskSeq,
    isWaitedFor,
    answer,
  }: { readonly taskSeq: number; readonly isWaitedFor: boolean; readonly answer: OutsideAnswer },
): { readonly task: Task; readonly message: Message | null } | null {
  const task = tx.task(taskSeq) as Task;
  const state = advance(task.state, { type: answer.event });
  if (state === null) return null;
  const firstReceipt = isWaitedFor ? WAITED_FOR : arrival.firstReceipt;
  const message = answer.isSilent ? null : addMessage(tx, { ...arrival, firstReceipt }, { task, kind: answer.kind });
  for (const sent of tx.messagesOf(taskSeq)) {
    if (sent.direction === 'outgoing' && !isOver(sent) && sent.receipt.state !== 'queued')
      tx.setReceipt(sent.seq, 'answered');
  }
  const { text, parts } = answer;
  const reply = answer.isSilent ? null : { text, parts, from: arrival.peer.id, at: arrival.now };
  const error = answer.kind === 'failure' || answer.kind === 'rejection' ? { code: answer.event, message: text } : null;
  const metadata = { ...task.metadata, ...answer.noted };
  return { task: tx.updateTask(taskSeq, { state, reply, error, metadata }), message };
}

const EVENT_OF: Record<AnswerKind, TaskEvent['type']> = {
  answer: 'answered',
  question: 'asked',
  failure: 'failed',
  rejection: 'rejected',
};
const ERROR_OF: Partial<Record<AnswerKind, string>> = { failure: 'failed', rejection: 'rejected' };
const WAITED_FOR = { state: 'held', reason: 'a command waits for it' } as const;

/** The same message id from the same sender is the same message. */
function findAgain(tx: Tx, { envelope, peer }: Arrival): Message | null {
  return envelope.messageId === null ? null : tx.incomingByMessageId(peer.id, envelope.messageId);
}

/** The task that the message continues; null if it begins one. */
function earlierTask(tx: Tx, { envelope: { continues, senderTaskId }, peer }: Arrival): Task | null {
  if (typeof continues === 'number') return tx.task(continues);
  return senderTaskId === null ? null : tx.incomingBySenderTask(peer.id, senderTaskId);
}

function continueTask(tx: Tx, task: Task): Task {
  if (!isOpen(task.state)) {
    throw fail('task_already_closed', { task: shortId(task.id), state: task.state });
  }
  return tx.updateTask(task.seq, { state: 'working', reply: null });
}

function addTask(tx: Tx, { envelope, peer, now }: Arrival): Task {
  return tx.addTask({
    id: sharedId(envelope) ?? undefined,
    direction: 'incoming',
    state: 'working',
    responseExpected: envelope.responseExpected,
    peer,
    senderTaskId: envelope.senderTaskId,
    contextId: envelope.contextId ?? undefined,
    priority: envelope.priority,
    expiresAt: envelope.expiresAt ?? now + DEFAULT_EXPIRY_MS,
    metadata: metadataOf(envelope),
  });
}

/**
 * The id by which both sides show the exchange: that of the sender's task, or of a message without one. The store gives
 * another id to a task whose id, or its beginning, is in use, so nobody can pose as somebody else's request.
 */
function sharedId({ senderTaskId, messageId }: Envelope): string | null {
  const shared = senderTaskId === null ? null : ownIdLike(senderTaskId);
  return shared ?? (messageId !== null && isOwnForm(messageId) ? messageId : null);
}

function addMessage(
  tx: Tx,
  { envelope, peer, addressee = {}, now, firstReceipt, canExpire }: Arrival,
  { task, kind }: { readonly task: Task; readonly kind: Message['kind'] },
): Message {
  return tx.addMessage({
    id: envelope.messageId ?? undefined,
    direction: 'incoming',
    kind,
    taskSeq: task.seq,
    peer,
    text: envelope.text,
    parts: envelope.parts,
    priority: envelope.priority,
    // Mail for a person or a waiting command does not expire.
    expiresAt: canExpire && task.direction === 'incoming' ? task.expiresAt : NEVER_AT,
    receipt: { ...firstReceipt, at: now },
    metadata: {
      ...addresseeMetadata(addressee),
      ...(envelope.when ? { [WHEN]: envelope.when } : {}),
      ...envelope.note,
    },
  });
}

/** Usually unchanged, because a copy for each message costs time when there are thousands per second. */
function metadataOf({ metadata, inReplyTo, senderStore }: Envelope): Record<string, unknown> {
  if (inReplyTo === null && senderStore === null) return metadata;
  return {
    ...metadata,
    ...(inReplyTo === null ? {} : { in_reply_to: inReplyTo }),
    ...(senderStore === null ? {} : { _store: senderStore }),
  };
}

function isOver({ receipt }: Message): boolean {
  return ['answered', 'failed', 'expired'].includes(receipt.state);
}
