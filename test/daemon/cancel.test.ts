import { expect, test } from 'vitest';
import { Cancel } from '../../src/daemon/cancel.js';
import type { Courier } from '../../src/daemon/courier.js';
import { EventHub } from '../../src/daemon/events.js';
import type { Office } from '../../src/daemon/office.js';
import type { Typist } from '../../src/daemon/typist.js';
import { ALICE, addRequest, openStore } from '../taskstore/rig.js';

test('a request that is answered in the instant in which it is taken back stays answered', async () => {
  const store = openStore();
  const interrupts: string[] = [];
  const typist = { stopWork: async () => interrupts.push('pressed') } as unknown as Typist;
  const office = { store, events: new EventHub() } as unknown as Office;
  const cancel = new Cancel(office, {} as Courier, typist);
  const { task, message } = await store.write((tx) => addRequest(tx));
  const answered = store.write((tx) => tx.updateTask(task.seq, { state: 'completed' }));
  const canceled = cancel.run({ task, message }, { kind: 'agent', id: ALICE.id });
  await expect(canceled).rejects.toMatchObject({ code: 'task_already_closed' });
  await answered;
  expect(store.task(task.seq)?.state).toBe('completed');
  expect(interrupts).toEqual([]);
});
