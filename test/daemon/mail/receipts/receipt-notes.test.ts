import { expect, test } from 'vitest';
import type { DaemonContext } from '../../../../src/daemon/context.js';
import { isNews, noteReports } from '../../../../src/daemon/mail/receipts/receipt-notes.js';
import type { ReceiptState } from '../../../../src/taskstore/message.js';
import type { NewTask } from '../../../../src/taskstore/store.js';
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
  ['typing', 'uncertain', true],
  ['typed', 'uncertain', true],
  ['uncertain', 'typing', true],
  ['uncertain', 'typed', true],
  ['uncertain', 'delivered', false],
  ['submitted', 'uncertain', false],
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
  const report = {
    messageId: message.id,
    taskId: null,
    state: 'typed',
    reason: null,
    doubt: null,
    screen: null,
  } as const;
  await noteReports(context, [report], { kind: 'agent', id: 'mallory' });
  expect(context.store.message(message.seq)?.receipt.state).toBe('queued');
  await noteReports(context, [report], { kind: 'agent', id: ALICE.id });
  expect(context.store.message(message.seq)?.receipts.map(({ state }) => state)).toEqual([
    'queued',
    'delivered',
    'typed',
  ]);
});

test('a sender learns that its message may have been typed twice, even if only the newest state is reported', async () => {
  const context = daemonContext();
  const message = await context.store.write((tx) => tx.addMessage(outgoing()));
  const report = { messageId: message.id, taskId: null, state: 'submitted', reason: null, screen: null } as const;
  for (let time = 0; time < 2; time += 1) {
    await noteReports(context, [{ ...report, doubt: 'the daemon ended while typing' }], {
      kind: 'agent',
      id: ALICE.id,
    });
  }
  expect(context.store.message(message.seq)?.receipts.map(({ state, reason }) => [state, reason])).toEqual([
    ['queued', null],
    ['delivered', null],
    ['uncertain', 'the daemon ended while typing'],
    ['submitted', null],
  ]);
});

const ask = (context: DaemonContext, more: Partial<NewTask> = {}) =>
  context.store.write((tx) => {
    const task = tx.addTask(outgoingTask(more));
    return { task, message: tx.addMessage(outgoing({ taskSeq: task.seq })) };
  });

const FAILED = { taskId: null, state: 'failed', reason: 'agent_gone', doubt: null, screen: null } as const;

test.each(['queued', 'submitted'] as const)(
  'a report of a failure fails the task of a message that is %s, once, and leaves word for the asker',
  async (state) => {
    const context = daemonContext();
    const heard: string[] = [];
    context.events.on('requestFailed', ({ task, message }) => heard.push(`${task.id} ${message.text}`));
    const { task, message } = await ask(context);
    await context.store.write((tx) => tx.setReceipt(message.seq, state));
    const report = { ...FAILED, messageId: message.id };
    for (let time = 0; time < 2; time += 1) await noteReports(context, [report], { kind: 'agent', id: ALICE.id });
    expect(context.store.task(task.seq)).toMatchObject({ state: 'failed', error: { code: 'agent_gone' } });
    expect(heard).toEqual([`${task.id} failed: alice ended before it replied.`]);
    expect(context.store.unread(10).map(({ text }) => text)).toEqual(['failed: alice ended before it replied.']);
  },
);

test('a failure fails a task whose message was delivered by other means, if the agent that was asked reports it', async () => {
  const context = daemonContext();
  const task = await context.store.write((tx) => tx.addTask(outgoingTask()));
  const report = { ...FAILED, messageId: 'elsewhere', taskId: task.id };
  await noteReports(context, [report], { kind: 'agent', id: 'mallory' });
  expect(context.store.task(task.seq)?.state).toBe('submitted');
  await noteReports(context, [report], { kind: 'agent', id: ALICE.id });
  expect(context.store.task(task.seq)).toMatchObject({ state: 'failed', error: { code: 'agent_gone' } });
});

test('a failure tells that an earlier instance may have got the message', async () => {
  const context = daemonContext();
  const { message } = await ask(context);
  const report = { ...FAILED, messageId: message.id, doubt: 'the daemon ended while typing' };
  await noteReports(context, [report], { kind: 'agent', id: ALICE.id });
  expect(context.store.message(message.seq)?.receipts.map(({ state }) => state)).toEqual([
    'queued',
    'uncertain',
    'failed',
  ]);
});

test('a failure that is reported after the answer changes nothing', async () => {
  const context = daemonContext();
  const { task, message } = await ask(context);
  await context.store.write((tx) => {
    tx.setReceipt(message.seq, 'answered');
    tx.updateTask(task.seq, { state: 'completed' });
  });
  await noteReports(context, [{ ...FAILED, messageId: message.id }], { kind: 'agent', id: ALICE.id });
  expect(context.store.task(task.seq)?.state).toBe('completed');
  expect(context.store.message(message.seq)?.receipt.state).toBe('answered');
});
