/** Ends messages and requests of this agent that have finally failed, and tells the agent that asked. */
import type { SynapseError } from '../../errors.js';
import type { Language } from '../../i18n/language.js';
import { textOf } from '../../i18n.js';
import { addresseeMetadata, askerOf } from '../../taskstore/addressee.js';
import type { Message } from '../../taskstore/message.js';
import type { Tx } from '../../taskstore/store.js';
import { isOpen, type Task } from '../../taskstore/task.js';
import type { DaemonContext } from '../context.js';
import type { DaemonEvents } from '../events.js';
import type { WaitingCommands } from './incoming/waiting-commands.js';
import { NEVER_AT } from './lifetimes.js';
import { noteDoubt } from './receipts/doubt.js';

type Context = Pick<DaemonContext, 'store' | 'events' | 'language'>;

/** Ends a message that this agent sent as failed or expired, and its own task with it. */
export async function failSent(
  { store, events, language }: Context,
  message: Message,
  error: SynapseError,
  { state = 'failed', doubt = null }: { readonly state?: 'failed' | 'expired'; readonly doubt?: string | null } = {},
): Promise<void> {
  const changed = await store.write((tx) => {
    const current = tx.message(message.seq);
    const isOver = !current || ['answered', 'failed', 'expired'].includes(current.receipt.state);
    if (isOver || (state === 'expired' && current.receipt.state === 'submitted')) return null;
    noteDoubt(tx, current, doubt);
    const updated = tx.setReceipt(message.seq, state, state === 'failed' ? error.code : null);
    const task = message.taskSeq === null ? null : tx.task(message.taskSeq);
    if (!task) tx.setMetadata(message.seq, { ...current.metadata, _error: failureOf(error) });
    const failed = task && failTask(tx, task, error, language);
    return { sent: updated, failed, task: task && tx.task(task.seq) };
  });
  if (!changed) return;
  events.emit('change', { task: changed.task, message: changed.sent });
  if (changed.failed) events.emit('requestFailed', changed.failed);
}

/** Ends a request whose message this agent delivered by its own means, so that only the task is known here. */
export async function failRequest(
  { store, events, language }: Context,
  taskSeq: number,
  error: SynapseError,
): Promise<void> {
  const failed = await store.write((tx) => {
    const task = tx.task(taskSeq);
    return task && failTask(tx, task, error, language);
  });
  if (failed) events.emit('requestFailed', failed);
}

/** A waiting command takes the news of the failure. Without one it is typed or read like an answer. */
export function offerFailure(
  { events }: Pick<DaemonContext, 'events'>,
  commands: Pick<WaitingCommands, 'offer'>,
  { task, message }: DaemonEvents['requestFailed'],
): void {
  commands.offer(message);
  events.emit('change', { task, message });
  events.emit('mailWaits');
}

/** The news is stored together with the failure, so that a crash in between loses neither. */
function failTask(tx: Tx, task: Task, error: SynapseError, language: Language): DaemonEvents['requestFailed'] | null {
  if (task.direction !== 'outgoing' || !isOpen(task.state)) return null;
  const failed = tx.updateTask(task.seq, { state: 'failed', error: failureOf(error) });
  // A sender that expects no answer learns it from the receipt.
  if (!task.responseExpected) return null;
  const message = tx.addMessage({
    direction: 'incoming',
    kind: 'failure',
    taskSeq: task.seq,
    peer: task.peer,
    text: textOf(language, 'request_failed', { reason: error.in(language).message }),
    expiresAt: NEVER_AT,
    metadata: addresseeMetadata(askerOf(task)),
  });
  return { task: failed, message };
}

function failureOf({ code, message }: SynapseError): NonNullable<Task['error']> {
  return { code, message };
}
