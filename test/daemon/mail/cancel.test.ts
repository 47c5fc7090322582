import { expect, test } from 'vitest';
import { Cancel } from '../../../src/daemon/mail/cancel.js';
import { PeerConnections } from '../../../src/daemon/mail/outgoing/peer-connections.js';
import { ALICE, addRequest, openStore } from '../../taskstore/rig.js';
import { daemonContext } from '../rig.js';

test('a request that is answered while it is being canceled stays answered', async () => {
  const store = openStore();
  const interrupts: string[] = [];
  const typist = { stopWork: async () => interrupts.push('pressed') > 0 };
  const cancel = new Cancel(daemonContext({ store }), new PeerConnections(), typist, { cancel: async () => null });
  const { task, message } = await store.write((tx) => addRequest(tx));
  const answered = store.write((tx) => tx.updateTask(task.seq, { state: 'completed' }));
  const canceled = cancel.run({ task, message }, { kind: 'agent', id: ALICE.id });
  await expect(canceled).rejects.toMatchObject({ code: 'task_already_closed' });
  await answered;
  expect(store.task(task.seq)?.state).toBe('completed');
  expect(interrupts).toEqual([]);
});
