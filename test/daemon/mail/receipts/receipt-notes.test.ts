import { expect, test } from 'vitest';
import { isNews, noteReports } from '../../../../src/daemon/mail/receipts/receipt-notes.js';
import type { ReceiptState } from '../../../../src/taskstore/message.js';
import { ALICE, outgoing, outgoingTask } from '../../../taskstore/rig.js';
import { daemonContext } from '../../rig.js';

test.each<[ReceiptState, ReceiptState, boolean]>([
  ['queued', 'delivered', true],
  ['queued', 'typed', true],
  ['delivered', 'held', true],
  ['typed', 'held', true],
  ['held', 'held', true],
  ['typed', 'typing', false],
  ['typed', 'delivered', false],
  ['typing', 'uncertain', false],
  ['submitted', 'submitted', true],
  ['submitted', 'typed', false],
  ['submitted', 'held', false],
  ['answered', 'submitted', false],
  ['failed', 'typed', false],
])('of a message that is %s, %s is news: %s', (current, reported, expected) => {
  expect(isNews({ state: current, reason: null, at: 0 }, reported)).toBe(expected);
});

test('a report from somebody who was not sent the message changes nothing', async () => {
  const context = daemonContext();
  const message = await context.store.write((tx) => tx.addMessage(outgoing()));
  const report = { messageId: message.id, state: 'typed', reason: null, screen: null } as const;
  await noteReports(context, [report], { kind: 'agent', id: 'mallory' });
  expect(context.store.message(message.seq)?.receipt.state).toBe('queued');
  await noteReports(context, [report], { kind: 'agent', id: ALICE.id });
  expect(context.store.message(message.seq)?.receipts.map(({ state }) => state)).toEqual([
    'queued',
    'delivered',
    'typed',
  ]);
});

test('a report of a failure fails the task, once, and listeners hear of it', async () => {
  const context = daemonContext();
  const heard: string[] = [];
  context.events.on('requestFailed', ({ task, error }) => heard.push(`${task.id} ${error.code}`));
  const { task, message } = await context.store.write((tx) => {
    const task = tx.addTask(outgoingTask());
    return { task, message: tx.addMessage(outgoing({ taskSeq: task.seq })) };
  });
  const report = { messageId: message.id, state: 'failed', reason: 'agent_gone', screen: null } as const;
  for (let time = 0; time < 2; time += 1) await noteReports(context, [report], { kind: 'agent', id: ALICE.id });
  expect(context.store.task(task.seq)).toMatchObject({ state: 'failed', error: { code: 'agent_gone' } });
  expect(heard).toEqual([`${task.id} agent_gone`]);
});
