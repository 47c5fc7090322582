/** Merges what daemons report about their mail into one stream, with each message once although both sides report it. */

import type { Happening } from '../../a2a/activity.js';
import { isFurther, isTold, type Step } from '../../a2a/web/receipt-steps.js';
import { shortId } from '../../ids.js';
import type { HistoryMessage } from './agents/follow-daemon.js';
import { beginning, type FullMessage, type FullTask } from './agents/full-events.js';

const CLOSED_OR_ASKED = ['input-required', 'completed', 'failed', 'canceled', 'rejected'];
/** More than are on their way at any time. */
const MOST_REMEMBERED = 5_000;

export class MailNews {
  /** Older messages are known to everybody; only their receipts are news. */
  readonly #since: number;
  readonly #receipts = new Map<string, Step>();
  readonly #tasks = new Map<string, string>();

  constructor(since: number) {
    this.#since = since;
  }

  ofMessage(message: FullMessage): Happening[] {
    const { id, receipt } = message;
    const known = this.#receipts.get(id);
    const isNew = known === undefined && Date.parse(message.created_at) >= this.#since;
    const told: Happening[] = isNew ? [messageHappening(message)] : [];
    if (known !== undefined && !isFurther(known, receipt)) return told;
    remember(this.#receipts, id, { state: receipt.state, reason: receipt.reason });
    if (!isNew && isTold(receipt.state)) told.push(receiptHappening(message));
    return told;
  }

  /** Requests are told as their senders see them. */
  ofTask(task: FullTask, self: string): Happening[] {
    const { id, state, direction, peer, reason } = task;
    if (direction !== 'outgoing' || this.#tasks.get(id) === state) return [];
    const isNew = Date.parse(task.updated_at) >= this.#since;
    remember(this.#tasks, id, state);
    if (!isNew || !CLOSED_OR_ASKED.includes(state)) return [];
    return [{ event: 'task', task: id, short_id: shortId(id), from: self, to: peer, state, reason }];
  }
}

/** A message as `/history` shows it, in the form of the stream. */
export function fromHistory({ message_id: id, id: exchange, ...message }: HistoryMessage): FullMessage {
  const { text, isCut } = beginning(message.text);
  return { ...message, id, exchange, text, is_cut: isCut };
}

/** A message of the past, and its receipt if that is bad. */
export function pastOf(message: FullMessage): Happening[] {
  const isBad = ['failed', 'expired', 'uncertain'].includes(message.receipt.state);
  return [messageHappening(message), ...(isBad ? [receiptHappening(message)] : [])];
}

function messageHappening(message: FullMessage): Happening {
  const { id, exchange, from, to, kind, text, is_cut, priority, receipt } = message;
  return {
    ...{ event: 'message', id, exchange, short_id: shortId(exchange), from, to, kind, text, is_cut, priority },
    receipt: receipt.state,
  };
}

function receiptHappening({ id, exchange, from, to, receipt }: FullMessage): Happening {
  const { state, reason, via } = receipt;
  return { event: 'receipt', id, short_id: shortId(exchange), from, to, state, reason, via };
}

function remember<Value>(known: Map<string, Value>, key: string, value: Value): void {
  known.delete(key);
  known.set(key, value);
  if (known.size <= MOST_REMEMBERED) return;
  const [oldest] = known.keys();
  if (oldest !== undefined) known.delete(oldest);
}
