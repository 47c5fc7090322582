/** Records what outside agents report about their tasks in the tasks of the agent that asked. */

import { MAX_TEXT_BYTES, textOf as textOfParts } from '../../../a2a/decode.js';
import type { RemoteTask } from '../../../a2a/external/main.js';
import { reasonText } from '../../../a2a/external/trouble.js';
import { fail } from '../../../errors.js';
import { textOf } from '../../../i18n.js';
import { advance, isOpen, type Task } from '../../../taskstore/task.js';
import type { DaemonContext } from '../../context.js';
import { failRequest } from '../failures.js';
import type { Inbox } from '../incoming/inbox.js';
import { type Result, resultOf } from './result.js';

export class OutsideResults {
  readonly #context: DaemonContext;
  readonly #inbox: Pick<Inbox, 'receiveFromOutside'>;

  constructor(context: DaemonContext, inbox: Pick<Inbox, 'receiveFromOutside'>) {
    this.#context = context;
    this.#inbox = inbox;
  }

  /** Does nothing if the asker knows it already. */
  async apply(taskSeq: number, remote: RemoteTask): Promise<void> {
    const task = this.#context.store.task(taskSeq);
    if (!task || !isOpen(task.state)) return;
    const result = resultOf(remote);
    if (!result) return this.#goesOn(task, remote);
    const isQuestion = result.kind === 'question';
    if (isQuestion && task.metadata[ASKED] === remote.statusKey) return;
    await this.conclude(task, result, isQuestion ? { [ASKED]: remote.statusKey } : {});
  }

  async conclude(task: Task, result: Result, noted: Readonly<Record<string, unknown>> = {}): Promise<void> {
    const { language } = this.#context;
    const name = task.peer.id;
    const told = textOfParts(result.parts);
    if (Buffer.byteLength(told) > MAX_TEXT_BYTES) {
      const reason = reasonText('too_large', { limit: MAX_TEXT_BYTES / 2 ** 20 });
      return failRequest(this.#context, task.seq, fail('external_bad_answer', { name, reason }));
    }
    const isEmpty = told.trim() === '';
    const text = isEmpty ? textOf(language, result.otherwise, { agent: name }) : told;
    const parts = isEmpty ? [...result.parts, { type: 'text', text } as const] : result.parts;
    // Nobody asked for an answer, and there is none.
    const isSilent = isEmpty && result.kind === 'answer' && !task.responseExpected;
    await this.#inbox.receiveFromOutside(task, { ...result, text, parts, noted, isSilent });
  }

  /** The agent works on it, perhaps after a question that somebody else has answered. */
  async #goesOn(task: Task, { state, statusKey }: RemoteTask): Promise<void> {
    // A dialog that somebody closes leaves the status as it was before.
    const isNews = task.state === 'input-required' || task.metadata[WORKS] !== statusKey;
    if (state !== 'working' || !isNews) return;
    const { store, events } = this.#context;
    const changed = await store.write(
      (tx) => {
        const current = tx.task(task.seq);
        if (!current || !isOpen(current.state)) return null;
        const sent = tx.messagesOf(task.seq).filter(({ direction }) => direction === 'outgoing');
        for (const { seq, receipt } of sent) if (receipt.state === 'delivered') tx.setReceipt(seq, 'submitted');
        const next = advance(current.state, { type: 'continued' }) ?? current.state;
        const isSame = next === current.state;
        const { [ASKED]: asked, ...rest } = current.metadata;
        // The next question counts, also if it is called as the one before.
        const metadata = { ...(isSame ? current.metadata : rest), [WORKS]: statusKey };
        const reply = isSame ? current.reply : null;
        return {
          task: tx.updateTask(task.seq, { state: next, reply, metadata }),
          message: tx.messagesOf(task.seq).findLast(({ direction }) => direction === 'outgoing') ?? null,
        };
      },
      { durable: false },
    );
    if (changed) events.emit('change', changed);
  }
}

/** The question that the asker has been told. */
const ASKED = '_asked';
/** The status in which the agent was last seen at work. */
const WORKS = '_works';
