/** What a message is, and the receipt that says honestly how far it has come. */
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
}

export type Part =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'file'; readonly file: Readonly<Record<string, unknown>> }
  | { readonly type: 'data'; readonly data: unknown };

/**
 * request: wants an answer · message: does not · answer: closes the reader's own task · question: an answer
 * that asks back · failure: the asked agent could not do it · continuation: goes on after a question.
 */
export type MessageKind = 'request' | 'message' | 'answer' | 'question' | 'failure' | 'continuation';

/** The reason of a message that its sender took back. */
export const CANCELED = 'canceled';

export interface Message {
  readonly seq: number;
  readonly id: string;
  /** Incoming: what its sender calls it, where that id could not be taken here. */
  readonly givenId: string | null;
  readonly direction: Direction;
  readonly kind: MessageKind;
  /** The task it belongs to in this store; a plain outgoing message has none. */
  readonly taskSeq: number | null;
  readonly peer: Party;
  /** Outgoing answers: the id of the task in the asker's store. */
  readonly replyTo: string | null;
  /** Outgoing: the id of the receiver's task where it is not this message's own. */
  readonly remoteId: string | null;
  /** The id shown in a terminal, `[A2A:<displayId>:…]`, in full. */
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

/** Whether the receipt proves at least this much (what `--until` waits for). */
export function hasReached(receipt: Receipt, wanted: ReceiptState): boolean {
  return receipt.state !== 'failed' && receipt.state !== 'expired' && RANK[receipt.state] >= RANK[wanted];
}

/** Nothing more will happen to this message. */
export function isSettled(receipt: Receipt): boolean {
  return RANK[receipt.state] >= RANK.submitted;
}

/** Work is left: an outgoing message to forward, an incoming one to type and submit. */
export function isPending(direction: Direction, state: ReceiptState): boolean {
  if (direction === 'outgoing') return state === 'queued';
  return ['delivered', 'held', 'typing', 'typed', 'uncertain'].includes(state);
}
