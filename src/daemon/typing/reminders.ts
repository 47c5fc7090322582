/** Reminds an agent that forgets to reply, once. If that does not help, fails the request, so that the asker does not wait forever. */
import { textOf } from '../../i18n.js';
import { shortId } from '../../ids.js';
import { addresseeMetadata } from '../../taskstore/addressee.js';
import type { Message } from '../../taskstore/message.js';
import type { Party, Task } from '../../taskstore/task.js';
import type { DaemonContext } from '../context.js';
import { NEVER_AT } from '../mail/lifetimes.js';
import type { Outbox } from '../mail/outgoing/outbox.js';
import type { ScreenStatus } from '../screen/screen-status.js';
import type { Typist } from './typist.js';

interface Parts {
  readonly context: DaemonContext;
  readonly outbox: Outbox;
  readonly typist: Pick<Typist, 'isPaused' | 'hasWaiting'>;
  readonly session: string;
  /** Whether a request is for this program to answer. */
  readonly isOwn: (task: Task) => boolean;
  readonly status: ScreenStatus;
  /** How long the program may be ready with a request still open. */
  readonly afterMs: number;
}

const REMINDER: Party = { id: 'synapse', type: 'synapse', endpoint: null };
/** A program that does not start to work after the reminder gets this many times as long. */
const LAST_CHANCE = 6;

export class Reminders {
  readonly #parts: Parts;
  #timer: NodeJS.Timeout | null = null;
  #readySince = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.status.onState((state) => {
      if (this.#timer) clearTimeout(this.#timer);
      if (state !== 'ready') return;
      this.#readySince = parts.context.clock.now();
      this.#checkIn(parts.afterMs);
    });
    // A quick program may have finished between two looks at its screen, and a reminder may have failed.
    parts.context.events.on('change', ({ message }) => {
      const isNews = message?.direction === 'incoming' && ['submitted', 'failed'].includes(message.receipt.state);
      if (isNews) this.#checkIn(parts.afterMs);
    });
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }

  #checkIn(ms: number): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#check().catch((error: Error) => this.#parts.context.log.error('cannot remind', { reason: error.message }));
    }, ms);
    this.#timer.unref();
  }

  async #check(): Promise<void> {
    const { context, status, typist, afterMs, isOwn } = this.#parts;
    const open = context.store.openRequests().filter(isOwn);
    if (status.state !== 'ready' || open.length === 0) return;
    if (typist.isPaused || typist.hasWaiting || this.#isWaiting()) return this.#checkIn(afterMs);
    let soonest = Number.POSITIVE_INFINITY;
    for (const task of open) {
      const last = context.store
        .messagesOf(task.seq)
        .filter(({ direction }) => direction === 'incoming')
        .at(-1);
      if (!last || !isSaid(last)) continue;
      const left = last.receipt.at + this.#patienceMs(last) - context.clock.now();
      if (left > 0) soonest = Math.min(soonest, left);
      else if (isReminder(last)) await this.#giveBack(task);
      else await this.#remind(task);
    }
    if (Number.isFinite(soonest)) this.#checkIn(soonest);
  }

  #patienceMs(last: Message): number {
    const { afterMs } = this.#parts;
    const isFresh = isReminder(last) && last.receipt.state === 'submitted' && last.receipt.at > this.#readySince;
    return isFresh ? LAST_CHANCE * afterMs : afterMs;
  }

  /** Whether the agent has asked somebody itself, and continues when the answer is typed. */
  #isWaiting(): boolean {
    const asked = this.#parts.context.store.openOutgoing();
    return asked.some(({ responseExpected, state }) => responseExpected && state !== 'input-required');
  }

  async #remind(task: Task): Promise<void> {
    const { context, session } = this.#parts;
    const id = shortId(task.id);
    const message = await context.store.write((tx) => {
      // It was answered in the meantime.
      if (tx.task(task.seq)?.state !== task.state) return null;
      return tx.addMessage({
        direction: 'incoming',
        kind: 'message',
        taskSeq: task.seq,
        peer: REMINDER,
        text: textOf(context.language, 'reminder', { asker: task.peer.id, id: id }),
        expiresAt: NEVER_AT,
        metadata: addresseeMetadata({ rather: session }),
      });
    });
    if (!message) return;
    context.events.emit('change', { task, message });
    context.events.emit('mailWaits');
  }

  async #giveBack(task: Task): Promise<void> {
    const { outbox, context, session } = this.#parts;
    const text = textOf(context.language, 'no_reply', { agent: context.self.id });
    await outbox.reply({ session, to: task.id, latest: false, kind: 'question', parts: [{ type: 'text', text }] });
  }
}

function isReminder({ peer }: Message): boolean {
  return peer.id === REMINDER.id;
}

/** Whether the program has the message and waits for no person. A reminder that could not be typed counts too. */
function isSaid(message: Message): boolean {
  const { state, reason } = message.receipt;
  return (state === 'submitted' && reason === null) || (state === 'failed' && isReminder(message));
}
