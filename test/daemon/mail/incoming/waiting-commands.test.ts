import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WaitingCommands } from '../../../../src/daemon/mail/incoming/waiting-commands.js';
import type { Message } from '../../../../src/taskstore/message.js';
import { incoming, outgoingTask } from '../../../taskstore/rig.js';
import { daemonContext } from '../../rig.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

async function answered(kind: Message['kind'] = 'answer') {
  const context = daemonContext();
  const { task, answer } = await context.store.write((tx) => {
    const task = tx.addTask(outgoingTask());
    return { task, answer: tx.addMessage(incoming({ kind, taskSeq: task.seq })) };
  });
  const woken: number[] = [];
  context.events.on('mailWaits', () => woken.push(answer.seq));
  return { context, task, answer, woken, commands: new WaitingCommands(context) };
}

test('an answer is claimed for a command that waits for it, and for no other', async () => {
  const { commands, task, answer } = await answered();
  expect(commands.offer(answer)).toBe(false);
  commands.join(task.seq);
  expect(commands.offer(answer)).toBe(true);
  expect(commands.isClaimed(answer)).toBe(true);
});

test("an ordinary message is nobody's answer", async () => {
  const { commands, task, answer } = await answered('message');
  commands.join(task.seq);
  expect(commands.offer(answer)).toBe(false);
});

test('an acknowledged answer counts as read and is not typed', async () => {
  const { commands, context, task, answer, woken } = await answered();
  commands.join(task.seq);
  commands.offer(answer);
  commands.leave(task.seq);
  await commands.acknowledge(task.seq);
  expect(context.store.message(answer.seq)?.receipt).toMatchObject({ state: 'submitted' });
  expect(commands.isClaimed(answer)).toBe(false);
  expect(woken).toHaveLength(1);
});

test('if a command dies before it acknowledges the answer, the answer is typed after five seconds', async () => {
  const { commands, task, answer, woken } = await answered();
  commands.join(task.seq);
  commands.offer(answer);
  commands.leave(task.seq);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(commands.isClaimed(answer)).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(commands.isClaimed(answer)).toBe(false);
  expect(woken).toHaveLength(1);
});

test('while another command waits for the same answer it stays claimed', async () => {
  const { commands, task, answer, woken } = await answered();
  for (let count = 0; count < 2; count += 1) commands.join(task.seq);
  commands.offer(answer);
  commands.leave(task.seq);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(commands.isClaimed(answer)).toBe(true);
  expect(woken).toEqual([]);
});

test('a command that shows a question does not acknowledge the answer that has arrived since', async () => {
  const { commands, context, task, answer: question } = await answered('question');
  commands.join(task.seq);
  commands.offer(question);
  commands.leave(task.seq);
  const answer = await context.store.write((tx) => tx.addMessage(incoming({ kind: 'answer', taskSeq: task.seq })));
  await commands.acknowledge(task.seq, question.seq);
  expect(context.store.message(question.seq)?.receipt.state).toBe('submitted');
  expect(context.store.message(answer.seq)?.receipt.state).toBe('delivered');
  expect(commands.isClaimed(answer)).toBe(false);
});

test('an acknowledgement takes nothing from another command that waits for the next answer', async () => {
  const { commands, context, task, answer: question } = await answered('question');
  for (let count = 0; count < 2; count += 1) commands.join(task.seq);
  commands.offer(question);
  const answer = await context.store.write((tx) => tx.addMessage(incoming({ kind: 'answer', taskSeq: task.seq })));
  commands.offer(answer);
  commands.leave(task.seq);
  await commands.acknowledge(task.seq, question.seq);
  expect(commands.isClaimed(answer)).toBe(true);
});

test('an answer is kept for a waiting command from the moment it is stored', async () => {
  const { commands, task, answer, woken } = await answered();
  commands.join(task.seq);
  expect(commands.isClaimed(answer)).toBe(true);
  commands.leave(task.seq);
  expect(commands.isClaimed(answer)).toBe(false);
  expect(woken).toHaveLength(1);
});
