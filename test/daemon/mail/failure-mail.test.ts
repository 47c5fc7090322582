import { expect, test } from 'vitest';
import { failOpenMail, queueFailure, reportIn } from '../../../src/daemon/mail/failure-mail.js';
import { fail } from '../../../src/errors.js';
import { ALICE, addRequest, incoming } from '../../taskstore/rig.js';
import { daemonContext } from '../rig.js';

const ERROR = fail('not_seen', { target: 'worker-a', screen: '' });

test('the news of a failure waits in the outbox for its sender, with the sender’s ids and the screen', async () => {
  const { store } = daemonContext();
  const news = await store.write((tx) => {
    const { message } = addRequest(tx, { task: { senderTaskId: 'hers' }, message: { id: 'from-alice' } });
    return queueFailure(tx, tx.setReceipt(message.seq, 'failed', 'not_seen'), { error: ERROR, screen: '> _' });
  });
  expect(store.outbox(ALICE.id, 10).map(({ seq }) => seq)).toEqual([news?.seq]);
  expect(news && reportIn(news)).toMatchObject({
    message_id: 'from-alice',
    task_id: 'hers',
    state: 'failed',
    reason: 'not_seen',
    screen: '> _',
  });
});

test.each([
  ['a token holder, who reads the task here', { task: { peer: { ...ALICE, id: 'ext:ci' } }, peer: 'ext:ci' }],
  ['the chat of the team', { task: { metadata: { chat_project: 'shop' } }, peer: ALICE.id }],
  ['a reminder of the daemon', { task: {}, peer: 'synapse' }],
])('no news is sent to %s', async (_who, { task, peer }) => {
  const { store } = daemonContext();
  await store.write((tx) => {
    const { message } = addRequest(tx, { task, message: { peer: { ...ALICE, id: peer } } });
    expect(queueFailure(tx, message, { error: ERROR })).toBeNull();
  });
  expect(store.outboxLength()).toBe(0);
});

test('the end of a port-based agent is news for everybody whose request is open, typed or not, once each', async () => {
  const context = daemonContext();
  const { store } = context;
  const ids = await store.write((tx) => {
    const [waiting, typed, closed, plain] = [addRequest(tx), addRequest(tx), addRequest(tx), addRequest(tx)];
    tx.setReceipt(typed.message.seq, 'submitted');
    tx.setReceipt(closed.message.seq, 'answered');
    tx.updateTask(closed.task.seq, { state: 'completed' });
    tx.addMessage(incoming({ kind: 'message', taskSeq: closed.task.seq, peer: { ...ALICE, id: 'synapse' } }));
    return [waiting, plain, typed].map(({ message }) => message.id);
  });
  await failOpenMail(context);
  const reports = store.outbox(ALICE.id, 10).map(reportIn) as { message_id: string; state: string }[];
  expect(reports.map(({ message_id }) => message_id)).toEqual(ids);
  expect(new Set(reports.map(({ state }) => state))).toEqual(new Set(['failed']));
});
