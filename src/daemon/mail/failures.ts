/** Handles messages and requests that fail for good: updates the receipt and tells the asker once. */

import { fail, type SynapseError } from '../../errors.js';
import { textOf } from '../../i18n.js';
import type { Message } from '../../taskstore/message.js';
import { isOpen, type Task } from '../../taskstore/task.js';
import type { DaemonContext } from '../context.js';
import type { WaitingCommands } from './incoming/waiting-commands.js';
import { NEVER_AT } from './lifetimes.js';

/** Ends a message that this agent sent as failed or expired, and its own task with it. */
export async function failSent(
  { store, events }: DaemonContext,
  message: Message,
  error: SynapseError,
  state: 'failed' | 'expired' = 'failed',
): Promise<void> {
  const changed = await store.write((tx) => {
    const current = tx.message(message.seq);
    const isOver = !current || ['answered', 'failed', 'expired'].includes(current.receipt.state);
    if (isOver || (state === 'expired' && current.receipt.state === 'submitted')) return null;
    const updated = tx.setReceipt(message.seq, state, state === 'failed' ? error.code : null);
    const task = message.taskSeq === null ? null : tx.task(message.taskSeq);
    const failure = { code: error.code, message: error.message };
    if (!task) tx.setMetadata(message.seq, { ...current.metadata, _error: failure });
    if (task?.direction !== 'outgoing' || !isOpen(task.state)) return { task: null, message: updated };
    return { task: tx.updateTask(task.seq, { state: 'failed', error: failure }), message: updated };
  });
  if (!changed) return;
  events.emit('change', changed);
  if (changed.task) events.emit('requestFailed', { task: changed.task, error });
}

/** A waiting command sees the failed task itself. Without one, the failure is typed or read like an answer. */
export async function tellAsker(
  { store, events, language }: DaemonContext,
  commands: Pick<WaitingCommands, 'waitsFor'>,
  { task, error }: { readonly task: Task; readonly error: SynapseError },
): Promise<void> {
  if (commands.waitsFor(task.seq)) return;
  const message = await store.write((tx) =>
    tx.addMessage({
      direction: 'incoming',
      kind: 'failure',
      taskSeq: task.seq,
      peer: task.peer,
      text: textOf(language, 'request_failed', { reason: error.in(language).message }),
      expiresAt: NEVER_AT,
    }),
  );
  events.emit('change', { task, message });
  events.emit('mailWaits');
}

/** A port-based address ends with its program, so its open mail fails visibly. Returns what to report. */
export async function failOpenMail({ store, self }: DaemonContext): Promise<Message[]> {
  const error = fail('agent_gone', { target: self.id });
  return store.write((tx) => {
    const open = tx.listTasks({ direction: 'incoming', openOnly: true, limit: Number.MAX_SAFE_INTEGER });
    for (const task of open.filter(({ state }) => isOpen(state))) {
      if (task.responseExpected)
        tx.updateTask(task.seq, { state: 'failed', error: { code: error.code, message: error.message } });
    }
    return tx.unread(Number.MAX_SAFE_INTEGER).map((message) => tx.setReceipt(message.seq, 'failed', error.code));
  });
}
