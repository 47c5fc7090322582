/** Stores what an agent replies to a request: the answer that ends it, a question, or a part of an answer. */
import { DEFAULT_PRIORITY, textOf } from '../../../a2a/decode.js';
import { fail } from '../../../errors.js';
import { shortId } from '../../../ids.js';
import { sentFrom } from '../../../taskstore/addressee.js';
import type { Message, Part } from '../../../taskstore/message.js';
import type { Tx } from '../../../taskstore/store.js';
import { advance, isOpen, type Task, type TaskEvent } from '../../../taskstore/task.js';
import { DEFAULT_EXPIRY_MS } from '../lifetimes.js';
import { isReadHere, READ_HERE } from '../read-here.js';
import type { ReplyRequest, Sent } from './sent.js';

export type Answer = Pick<ReplyRequest, 'messageId' | 'kind' | 'parts' | 'session' | 'form'>;

const EVENT_OF: Record<ReplyRequest['kind'], TaskEvent['type'] | null> = {
  answer: 'answered',
  question: 'asked',
  failure: 'failed',
  rejection: 'rejected',
  partial: null,
};

const ERROR_OF: Partial<Record<ReplyRequest['kind'], string>> = { failure: 'failed', rejection: 'rejected' };

/** A part is not carried anywhere: whoever reads the task here sees it at once, and all others with the whole answer. */
const KEPT = { state: 'delivered', reason: 'part of the reply' } as const;

export function storeReply(tx: Tx, task: Task, answer: Answer, { from, now }: { from: string; now: number }): Sent {
  const current = tx.task(task.seq) as Task;
  const asked = task.senderTaskId !== null;
  const event = EVENT_OF[answer.kind];
  if (event === null && !isOpen(current.state)) {
    throw fail('task_already_closed', { task: shortId(task.id), state: current.state });
  }
  const state = event === null ? current.state : advance(current.state, { type: event });
  const pieces = answer.kind === 'answer' && state !== null ? piecesOf(tx, task) : [];
  const parts = [...pieces, ...answer.parts];
  const text = textOf(parts);
  const message = tx.addMessage({
    id: answer.messageId,
    direction: 'outgoing',
    kind: asked || answer.kind === 'partial' ? answer.kind : 'message',
    taskSeq: task.seq,
    peer: task.peer,
    replyTo: task.senderTaskId,
    text,
    parts,
    priority: DEFAULT_PRIORITY,
    expiresAt: now + DEFAULT_EXPIRY_MS,
    receipt: { ...(answer.kind === 'partial' ? KEPT : { state: 'queued', reason: null }), at: now },
    metadata: {
      ...(task.metadata._store === undefined ? {} : { _store: task.metadata._store }),
      ...(isReadHere(task.metadata) ? { [READ_HERE]: true } : {}),
      ...sentFrom(answer.session),
    },
  });
  const sent = { message, target: task.peer, answerFirst: null };
  if (answer.kind === 'partial') return { ...sent, task: current, late: false };
  // A message without a request is closed when it is read, so a reply to it is never late.
  if (state === null) return { ...sent, task: current, late: asked };
  for (const each of tx.messagesOf(task.seq)) {
    if (each.direction === 'incoming' && each.receipt.state !== 'answered') tx.setReceipt(each.seq, 'answered');
  }
  // An answer of which parts were seen as an artifact cannot become a message at its end.
  const form = pieces.length === 0 ? answer.form : undefined;
  const reply = { text, parts, from, at: now, ...(form ? { form } : {}) };
  const code = ERROR_OF[answer.kind];
  const error = code === undefined ? null : { code, message: text };
  return { ...sent, task: tx.updateTask(task.seq, { state, reply, error }), late: false };
}

/** What was replied in parts so far, oldest first. */
function piecesOf(tx: Tx, task: Task): readonly Part[] {
  return tx.messagesOf(task.seq).flatMap((message) => (isPiece(message) ? message.parts : []));
}

function isPiece({ direction, kind }: Message): boolean {
  return direction === 'outgoing' && kind === 'partial';
}
