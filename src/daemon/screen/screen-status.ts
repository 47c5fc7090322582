/** Sets the agent's status by what its screen shows, and tells askers when a dialog keeps it from answering. */
import type { Evidence } from '../../channels/front-door.js';
import type { Message } from '../../taskstore/message.js';
import type { Task } from '../../taskstore/task.js';
import type { Dialog } from '../../terminal/screen/dialog.js';
import type { ScreenWatch, Sight } from '../../terminal/screen/screen-watch.js';
import type { DaemonContext } from '../context.js';
import type { ReceiptReports } from '../mail/receipts/receipt-reports.js';
import { dialogReason } from '../mail/receipts/waiting-reasons.js';
import type { TerminalPresence } from '../start/presence.js';
import type { Typist } from '../typing/typist.js';
import { type Finding, weighEvidence } from './weigh-evidence.js';

interface Parts {
  readonly context: DaemonContext;
  readonly presence: TerminalPresence;
  readonly reports: ReceiptReports;
  readonly typist: Typist;
  readonly session: string;
  readonly watch: ScreenWatch;
  /** Whether a message that was not submitted stands in the input box and could not be removed. */
  readonly isStuck: () => boolean;
  readonly isOwn: (task: Task) => boolean;
  /** What the program itself reports; null if it reports nothing. */
  readonly evidence: () => Evidence | null;
}

const STATUS = { starting: 'starting', ready: 'ready', busy: 'busy', dialog: 'waiting', unknown: 'busy' } as const;
const LONGEST_REASON = 200;
const STUCK = 'an undelivered message stands in its input box';
/** A state that a restless screen has shown for this long counts. */
const RESTLESS_MS = 3_000;

export class ScreenStatus {
  readonly #parts: Parts;
  #shown: Sight['state'] = 'starting';
  #dialog: Dialog | null = null;
  #by: Finding['by'] = 'screen';
  #wasStuck = false;
  #seen: { readonly state: Sight['state']; readonly since: number } = { state: 'starting', since: performance.now() };
  readonly #listeners = new Set<(state: Sight['state']) => void>();

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.watch.onLook(() => this.#look());
    // A request that is submitted while a dialog is open waits for the same person.
    parts.context.events.on('change', ({ message }) => {
      const isNew = message?.direction === 'incoming' && message.receipt.state === 'submitted';
      if (isNew && this.#dialog && message.receipt.reason === null) void this.#tellAskers();
    });
  }

  /** The dialog that is open now. */
  get dialog(): Dialog | null {
    return this.#dialog;
  }

  get state(): Sight['state'] {
    return this.#shown;
  }

  /** Calls back when the program goes from one state to another. */
  onState(listener: (state: Sight['state']) => void): void {
    this.#listeners.add(listener);
  }

  /** The program reported something. */
  evidenceChanged(): void {
    this.#look();
  }

  /** Publishes what the screen says, or that the agent is paused. */
  publish(): void {
    const { presence, typist } = this.#parts;
    const status = typist.isPaused ? 'paused' : STATUS[this.#shown];
    const odd = this.#shown === 'unknown' ? 'unknown screen' : this.#parts.isStuck() ? STUCK : null;
    const reason = this.#dialog ? summaryOf(this.#dialog) : odd;
    presence.update({ status, statusReason: typist.isPaused ? null : reason, statusBy: this.#by });
  }

  /** The input box may have become stuck, or free again. */
  publishStuck(): void {
    const isStuck = this.#parts.isStuck();
    if (isStuck === this.#wasStuck) return;
    this.#wasStuck = isStuck;
    this.publish();
  }

  #look(): void {
    const { watch, evidence } = this.#parts;
    const { state, dialog, by } = weighEvidence(watch.sight, evidence());
    if (state !== this.#seen.state) this.#seen = { state, since: performance.now() };
    // Between two redraws of a busy program the box may look free for a moment.
    const isSure = by !== 'screen' || watch.isSteady || performance.now() - this.#seen.since > RESTLESS_MS;
    if (!isSure && state !== 'busy' && state !== 'dialog') return;
    const isNewDialog = dialog?.id !== this.#dialog?.id || dialog?.asks?.command !== this.#dialog?.asks?.command;
    if (state === this.#shown && !isNewDialog && by === this.#by) return;
    this.#by = by;
    this.#shown = state;
    this.#dialog = dialog;
    this.publish();
    for (const listener of this.#listeners) listener(state);
    this.#parts.context.events.emit('status', { session: this.#parts.session, status: STATUS[state], dialog });
    if (isNewDialog) void this.#tellAskers();
  }

  /** Notes in the receipt of each open request that a person is needed, or is not any more. */
  async #tellAskers(): Promise<void> {
    const { context, reports, isOwn } = this.#parts;
    const dialog = this.#dialog;
    const reason = dialog && dialogReason(summaryOf(dialog), dialog.choices.length > 0);
    try {
      const changed = await context.store.write(
        (tx) =>
          tx
            .openRequests()
            .filter(isOwn)
            .flatMap((task) =>
              tx
                .messagesOf(task.seq)
                .filter(({ direction, receipt }) => direction === 'incoming' && receipt.state === 'submitted')
                // A dialog with a countdown is drawn again and again.
                .filter(({ receipt }) => receipt.reason !== reason)
                .map((message): Message => tx.setReceipt(message.seq, 'submitted', reason)),
            ),
        { durable: false },
      );
      for (const message of changed) {
        reports.add(message);
        context.events.emit('change', {
          task: message.taskSeq === null ? null : context.store.task(message.taskSeq),
          message,
        });
      }
    } catch (error) {
      context.log.error('cannot note a dialog', { reason: (error as Error).message });
    }
  }
}

/** What a dialog asks, in one line: the command that the program has named, or everything above the choices. */
export function summaryOf({ text, choices, asks }: Dialog): string {
  if (asks) return `${asks.tool}: ${asks.command}`.replace(/\s+/g, ' ').slice(0, LONGEST_REASON);
  const lines = text.split('\n').map((line) => line.replace(/^[\s│┃|△]+|[\s│┃|]+$/gu, ''));
  const isChoice = (line: string) => choices.some((choice) => line.endsWith(choice.text));
  const end = lines.findIndex(isChoice);
  const asked = (end < 0 ? lines : lines.slice(0, end)).filter((line) => /\p{L}/u.test(line));
  return asked.join(' · ').slice(0, LONGEST_REASON);
}
