import { expect, test } from 'vitest';
import type { DaemonContext } from '../../../src/daemon/context.js';
import { EventHub } from '../../../src/daemon/events.js';
import { Cancel } from '../../../src/daemon/mail/cancel.js';
import type { Courier } from '../../../src/daemon/mail/courier.js';
import type { Typist } from '../../../src/daemon/typing/typist.js';
import { ALICE, addRequest, openStore } from '../../taskstore/rig.js';

test('a request that is answered in the instant in which it is taken back stays answered', async () => {
  const store = openStore();
  const interrupts: string[] = [];
  const typist = { stopWork: async () => interrupts.push('pressed') } as unknown as Typist;
  const context = { store, events: new EventHub() } as unknown as DaemonContext;
  const cancel = new Cancel(context, {} as Courier, typist);
  const { task, message } = await store.write((tx) => addRequest(tx));
  const answered = store.write((tx) => tx.updateTask(task.seq, { state: 'completed' }));
  const canceled = cancel.run({ task, message }, { kind: 'agent', id: ALICE.id });
  await expect(canceled).rejects.toMatchObject({ code: 'task_already_closed' });
  await answered;
  expect(store.task(task.seq)?.state).toBe('completed');
  expect(interrupts).toEqual([]);
});
