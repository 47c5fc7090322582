/** A message, and the receipt that says how far it has got. */
import type { Direction, Party } from './task.js';

export const RECEIPT_STATES = [
  'queued',
  'delivered',
  'held',
  'typing',
  'typed',
  'submitted',
  'answered',
  'expired',
  'failed',
  'uncertain',
] as const;
export type ReceiptState = (typeof RECEIPT_STATES)[number];

export interface Receipt {
  readonly state: ReceiptState;
  readonly reason: string | null;
  readonly at: number;
  /** The channel over which the program got it, or was to get it; absent before that. */
  readonly via?: string;
}

export type Part = (
  | { readonly type: 'text'; readonly text: string; readonly mimeType?: string }
  | { readonly type: 'file'; readonly file: Readonly<Record<string, unknown>> }
  | { readonly type: 'data'; readonly data: unknown; readonly mimeType?: string }
) & { readonly metadata?: Readonly<Record<string, unknown>> };

/**
 * request: expects an answer · message: does not · answer: closes the task of the agent that asked · question: an
 * answer that asks for more · failure: the agent could not do it · continuation: continues after a question · rejection:
 * the agent does not want to do it · partial: a part of an answer that is not complete yet ·
 * cancellation: takes an earlier message back.
 */
export type MessageKind =
  | 'request'
  | 'message'
  | 'answer'
  | 'question'
  | 'failure'
  | 'continuation'
  | 'rejection'
  | 'partial'
  | 'cancellation';

/** The key in the metadata of a message that says when its sender wants it to be read: `now` or `idle`. */
export const WHEN = '_when';

/** The reason in the receipt of a message that its sender withdrew. */
export const CANCELED = 'canceled';

export interface Message {
  readonly seq: number;
  readonly id: string;
  /** Incoming: the sender's id for it, if that id was already in use here. */
  readonly givenId: string | null;
  readonly direction: Direction;
  readonly kind: MessageKind;
  /** The task that it belongs to in this store. A plain outgoing message has none. */
  readonly taskSeq: number | null;
  readonly peer: Party;
  /** Outgoing answers: the id of the task in the asker's store. */
  readonly replyTo: string | null;
  /** Outgoing: the id of the receiver's task, if it differs from that of this message. */
  readonly remoteId: string | null;
  /** The id of the exchange: that of the task, or of a message without one. Terminals and lists show its beginning. */
  readonly displayId: string;
  readonly text: string;
  readonly parts: readonly Part[];
  readonly priority: number;
  readonly receipt: Receipt;
  readonly receipts: readonly Receipt[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly createdAt: number;
  readonly expiresAt: number;
}

const RANK: Record<ReceiptState, number> = {
  queued: 0,
  delivered: 1,
  held: 2,
  typing: 3,
  uncertain: 3,
  typed: 4,
  submitted: 5,
  answered: 6,
  expired: 7,
  failed: 7,
};

/** Whether the receipt proves at least this state, which is what `--until` waits for. */
export function hasReached(receipt: Receipt, wanted: ReceiptState): boolean {
  return receipt.state !== 'failed' && receipt.state !== 'expired' && RANK[receipt.state] >= RANK[wanted];
}

/** Whether nothing more will happen to this message. */
export function isSettled(receipt: Receipt): boolean {
  return RANK[receipt.state] >= RANK.submitted;
}

/** Whether there is work left: an outgoing message to forward, or an incoming one to type and submit. */
export function isPending(direction: Direction, state: ReceiptState): boolean {
  if (direction === 'outgoing') return state === 'queued';
  return ['delivered', 'held', 'typing', 'typed', 'uncertain'].includes(state);
}
