/** Encodes what we send and answer, in the wire format. */
import { toIso } from '../clock.js';
import { shortId } from '../ids.js';
import type { Message, Receipt } from '../taskstore/message.js';
import type { Party, Task } from '../taskstore/task.js';

export interface EnvelopeFields {
  readonly message: Message;
  readonly sender: Party;
  readonly senderStore: string;
  readonly senderTaskId: string | null;
  readonly responseExpected: boolean;
  readonly contextId: string | null;
  readonly inReplyTo: string | null;
  /** Answers: why an earlier instance may have got the request, too. */
  readonly doubt: string | null;
}

export function encodeEnvelope({ message, sender, ...rest }: EnvelopeFields): Record<string, unknown> {
  return {
    message: { role: 'user', parts: message.parts },
    metadata: {
      ...visible(message.metadata),
      sender: { ...encodeSender(sender), sender_store: rest.senderStore },
      ...(rest.senderTaskId === null ? {} : { sender_task_id: rest.senderTaskId }),
      response_expected: rest.responseExpected,
      message_id: message.id,
      priority: message.priority,
      ...(message.metadata._when === undefined ? {} : { when: message.metadata._when }),
      expires_at: toIso(message.expiresAt),
      ...(rest.contextId === null ? {} : { context_id: rest.contextId }),
      ...(rest.inReplyTo === null ? {} : { in_reply_to: rest.inReplyTo }),
      ...(rest.doubt === null ? {} : { doubt: rest.doubt }),
      ...(ANSWER_KINDS.includes(message.kind) ? { answer: message.kind } : {}),
    },
  };
}

/** Every other message that has a task to answer is its answer. */
const ANSWER_KINDS: readonly Message['kind'][] = ['question', 'failure', 'rejection'];

/** The task object of the contract. */
export function encodeTask(
  task: Task,
  { first, last }: { readonly first: Message | null; readonly last: Message | null },
  self: Party,
): Record<string, unknown> {
  const outgoing = task.direction === 'outgoing';
  const sender = outgoing ? self : task.peer;
  const target = outgoing ? task.peer : self;
  return {
    id: task.id,
    short_id: shortId(task.id),
    state: task.state,
    direction: task.direction,
    response_expected: task.responseExpected,
    sender: encodeSender(sender),
    target: { agent_id: target.id, endpoint: target.endpoint },
    message: first && { message_id: first.id, text: first.text, parts: first.parts },
    sender_task_id: outgoing ? task.id : task.senderTaskId,
    receiver_task_id: outgoing ? task.remoteTaskId : task.id,
    context_id: task.contextId,
    priority: task.priority,
    receipt: last && encodeReceipt(last.receipt),
    receipts: last ? last.receipts.map(encodeReceipt) : [],
    reply: task.reply && {
      text: task.reply.text,
      parts: task.reply.parts,
      from: task.reply.from,
      at: toIso(task.reply.at),
    },
    error: task.error,
    created_at: toIso(task.createdAt),
    updated_at: toIso(task.updatedAt),
    expires_at: toIso(task.expiresAt),
    metadata: visible(task.metadata),
  };
}

/** A plain outgoing message has no task of its own, but is shown in the same shape. */
export function encodeLoneMessage(message: Message, self: Party): Record<string, unknown> {
  const outgoing = message.direction === 'outgoing';
  const sender = outgoing ? self : message.peer;
  const target = outgoing ? message.peer : self;
  return {
    id: message.displayId,
    short_id: shortId(message.displayId),
    state: stateOfLoneMessage(message.receipt),
    direction: message.direction,
    response_expected: false,
    sender: encodeSender(sender),
    target: { agent_id: target.id, endpoint: target.endpoint },
    message: { message_id: message.id, text: message.text, parts: message.parts },
    sender_task_id: null,
    receiver_task_id: message.receipt.state === 'queued' ? null : (message.remoteId ?? message.id),
    context_id: null,
    priority: message.priority,
    receipt: encodeReceipt(message.receipt),
    receipts: message.receipts.map(encodeReceipt),
    reply: null,
    error: message.metadata._error ?? failureOf(message.receipt),
    created_at: toIso(message.createdAt),
    updated_at: toIso(message.receipt.at),
    expires_at: toIso(message.expiresAt),
    metadata: visible(message.metadata),
  };
}

/** A message in `inbox` and `history`. */
export function encodeMessage(message: Message, self: Party): Record<string, unknown> {
  const outgoing = message.direction === 'outgoing';
  return {
    id: message.displayId,
    short_id: shortId(message.displayId),
    message_id: message.id,
    kind: message.kind,
    direction: message.direction,
    from: outgoing ? self.id : message.peer.id,
    to: outgoing ? message.peer.id : self.id,
    text: message.text,
    priority: message.priority,
    receipt: encodeReceipt(message.receipt),
    created_at: toIso(message.createdAt),
  };
}

export function encodeReceipt(receipt: Receipt): Record<string, unknown> {
  return { state: receipt.state, reason: receipt.reason, via: receipt.via ?? null, at: toIso(receipt.at) };
}

function encodeSender(party: Party): Record<string, unknown> {
  return { sender_id: party.id, sender_type: party.type, sender_endpoint: party.endpoint };
}

function stateOfLoneMessage(receipt: Receipt): string {
  if (receipt.state === 'failed' || receipt.state === 'expired') return 'failed';
  if (receipt.state === 'queued') return 'submitted';
  return receipt.state === 'submitted' || receipt.state === 'answered' ? 'completed' : 'working';
}

function failureOf(receipt: Receipt): Record<string, unknown> | null {
  if (receipt.state !== 'failed' && receipt.state !== 'expired') return null;
  return {
    code: receipt.state === 'expired' ? 'expired' : (receipt.reason ?? 'failed'),
    message: receipt.reason ?? receipt.state,
  };
}

/** Keys with a leading underscore are internal. */
function visible(metadata: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => !key.startsWith('_')));
}
