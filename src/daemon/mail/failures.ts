/** What happens when a request cannot be answered any more: whoever asked is told, once. */
import { fail, type SynapseError } from '../../errors.js';
import type { Message } from '../../taskstore/message.js';
import { isOpen, type Task } from '../../taskstore/task.js';
import type { DaemonContext } from '../context.js';
import type { Typist } from '../typing/typist.js';
import { NEVER_AT } from './inbox.js';
import type { Waiters } from './waiters.js';

interface Asker {
  readonly context: DaemonContext;
  readonly waiters: Waiters;
  readonly typist: Typist;
}

/** A command that waits sees the failed task; where none does, the failure is typed or lies in the inbox like an answer. */
export async function noteFailure({ context, waiters, typist }: Asker, task: Task, error: SynapseError): Promise<void> {
  if (waiters.expect(task.seq)) return;
  const text = `failed: ${error.message}`;
  const message = await context.store.write((tx) =>
    tx.addMessage({
      direction: 'incoming',
      kind: 'failure',
      taskSeq: task.seq,
      peer: task.peer,
      displayId: task.id,
      text,
      expiresAt: NEVER_AT,
    }),
  );
  context.events.publish({ task, message });
  typist.wake();
}

/** The program of a port-based address ends: what it was sent and what it was asked fails visibly. Gives back what to report. */
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
