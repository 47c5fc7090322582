/** An agent that forgets to reply is reminded once; after that the request goes back, so that nobody waits for ever. */
import { shortId } from '../ids.js';
import type { Party, Task } from '../taskstore/task.js';
import { NEVER_AT } from './inbox.js';
import type { Office } from './office.js';
import type { Outbox } from './outbox.js';
import type { ScreenStatus } from './screen-status.js';
import type { Typist } from './typist.js';

interface Parts {
  readonly office: Office;
  readonly outbox: Outbox;
  readonly typist: Typist;
  readonly status: ScreenStatus;
  /** How long it may be ready with a request still open. */
  readonly afterMs: number;
}

const REMINDER: Party = { id: 'synapse', type: 'synapse', endpoint: null };
/** A program that does not even go to work on the reminder gets this much more time. */
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
      this.#readySince = parts.office.clock.now();
      this.#checkIn(parts.afterMs);
    });
    // A quick program may have worked and rested between two looks at its screen.
    parts.office.events.subscribe(({ message }) => {
      if (message?.direction === 'incoming' && message.receipt.state === 'submitted') this.#checkIn(parts.afterMs);
    });
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }

  #checkIn(ms: number): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#check().catch((error: Error) => this.#parts.office.log.error('reminder', { reason: error.message }));
    }, ms);
    this.#timer.unref();
  }

  async #check(): Promise<void> {
    const { office, status, typist, afterMs } = this.#parts;
    if (status.state !== 'ready' || typist.isPaused || office.store.queueLength() > 0) return;
    const now = office.clock.now();
    for (const task of office.store.openRequests()) {
      const asked = office.store
        .messagesOf(task.seq)
        .filter(({ direction }) => direction === 'incoming')
        .at(-1);
      if (asked?.receipt.state !== 'submitted' || asked.receipt.reason !== null) continue;
      const limitMs =
        task.metadata._reminded === true && asked.receipt.at > this.#readySince ? LAST_CHANCE * afterMs : afterMs;
      const left = asked.receipt.at + limitMs - now;
      if (left > 0) this.#checkIn(left);
      else if (task.metadata._reminded === true) await this.#giveBack(task);
      else await this.#remind(task);
    }
  }

  async #remind(task: Task): Promise<void> {
    const { office, typist } = this.#parts;
    const id = task.senderTaskId ?? task.id;
    const message = await office.store.write((tx) => {
      tx.updateTask(task.seq, { metadata: { ...task.metadata, _reminded: true } });
      return tx.addMessage({
        direction: 'incoming',
        kind: 'message',
        taskSeq: task.seq,
        peer: REMINDER,
        displayId: id,
        text: `${task.peer.id} still waits for an answer to ${shortId(id)}. Answer with: synapse reply --to ${shortId(id)} "…"`,
        expiresAt: NEVER_AT,
      });
    });
    office.events.publish({ task, message });
    typist.wake();
  }

  async #giveBack(task: Task): Promise<void> {
    const { outbox, office } = this.#parts;
    const text = `${office.self.id} has stopped working without an answer, also after a reminder. Ask again, or look: synapse screen ${office.self.id}`;
    await outbox.reply({ to: task.id, latest: false, kind: 'question', parts: [{ type: 'text', text }] });
  }
}
