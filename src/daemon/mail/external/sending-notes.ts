/** What is recorded about a message on its way to an outside agent, so that a crash in between is noticed. */
import type { RemoteTask } from '../../../a2a/external/main.js';
import type { SynapseError } from '../../../errors.js';
import { CANCELED, type Message } from '../../../taskstore/message.js';
import { advance } from '../../../taskstore/task.js';
import type { DaemonContext } from '../../context.js';

type Context = Pick<DaemonContext, 'store' | 'events' | 'clock'>;

/** If this is lost, the message is looked up or carried again. */
const NOT_DURABLE = { durable: false };

/** When the message was last given to the network without a known outcome; null if it never was. */
export function sendingSince({ metadata }: Message): number | null {
  return typeof metadata[SENDING] === 'number' ? metadata[SENDING] : null;
}

/** Durable before the first byte leaves. Null takes it back, because the agent has surely not got it. */
export async function noteSending(
  { store, clock }: Context,
  message: Message,
  at: number | null = clock.now(),
): Promise<void> {
  await store.write(
    (tx) => {
      const { [SENDING]: _, ...metadata } = tx.message(message.seq)?.metadata ?? message.metadata;
      tx.setMetadata(message.seq, at === null ? metadata : { ...metadata, [SENDING]: at });
    },
    { durable: at !== null },
  );
}

/** Why it waits is part of its receipt. */
export async function noteWaiting({ store, events }: Context, message: Message, reason: string): Promise<void> {
  const changed = await store.write((tx) => {
    const current = tx.message(message.seq);
    if (current?.receipt.state !== 'queued' || current.receipt.reason === reason) return null;
    return tx.setReceipt(message.seq, 'queued', reason);
  }, NOT_DURABLE);
  if (changed)
    events.emit('change', { task: changed.taskSeq === null ? null : store.task(changed.taskSeq), message: changed });
}

/** The agent has it. Null stands for an answer without a task. Returns whether it was canceled here in the meantime. */
export async function noteTaken(
  { store, events }: Context,
  message: Message,
  remote: RemoteTask | null,
): Promise<boolean> {
  const changed = await store.write((tx) => {
    const current = tx.message(message.seq);
    const task = message.taskSeq === null ? null : tx.task(message.taskSeq);
    if (!current || !task) return null;
    const { [SENDING]: _, ...metadata } = current.metadata;
    tx.setMetadata(message.seq, metadata);
    const isQueued = current.receipt.state === 'queued';
    const received = isQueued
      ? tx.setReceipt(message.seq, remote?.state === 'submitted' ? 'delivered' : 'submitted')
      : current;
    const context = remote && remote.contextId !== '' ? { _context: remote.contextId } : {};
    return {
      message: received,
      task: tx.updateTask(task.seq, {
        state: advance(task.state, { type: 'delivered' }) ?? task.state,
        remoteTaskId: remote?.id ?? task.remoteTaskId,
        metadata: { ...task.metadata, ...context },
      }),
    };
  });
  if (!changed) return true;
  events.emit('change', changed);
  return changed.message.receipt.reason === CANCELED;
}

export async function noteUncertain({ store, events }: Context, message: Message, error: SynapseError): Promise<void> {
  const changed = await store.write((tx) => {
    const { [SENDING]: _, ...metadata } = tx.message(message.seq)?.metadata ?? message.metadata;
    tx.setMetadata(message.seq, { ...metadata, _error: { code: error.code, message: error.message } });
    return tx.setReceipt(message.seq, 'uncertain', String(error.details.reason));
  });
  events.emit('change', { task: changed.taskSeq === null ? null : store.task(changed.taskSeq), message: changed });
}

const SENDING = '_sending';
