import { expect, test } from 'vitest';
import { decodeEnvelope } from '../../../../src/a2a/decode.js';
import { type Arrival, storeAnswer, storeMessage } from '../../../../src/daemon/mail/incoming/store-incoming.js';
import { NEVER_AT } from '../../../../src/daemon/mail/lifetimes.js';
import { ALICE, BOB, codeOf, DAY_MS, openStore, outgoing, outgoingTask, START_AT } from '../../../taskstore/rig.js';

const ID = '11111111-2222-4333-8444-555555555555';

function arrival(metadata: Record<string, unknown> = {}, more: Partial<Arrival> = {}): Arrival {
  const envelope = decodeEnvelope({ message: { parts: [{ text: 'hello' }] }, metadata });
  const firstReceipt = { state: 'delivered', reason: null } as const;
  return { envelope, peer: ALICE, now: START_AT, firstReceipt, canExpire: true, ...more };
}

test('a request becomes a task and a message that expire together', async () => {
  const stored = await openStore().write((tx) => storeMessage(tx, arrival({ response_expected: true }), false));
  expect(stored).toMatchObject({
    isFresh: true,
    task: { state: 'working', responseExpected: true, peer: ALICE, expiresAt: START_AT + DAY_MS },
    message: { kind: 'request', receipt: { state: 'delivered' }, expiresAt: START_AT + DAY_MS },
  });
});

test('mail for a person does not expire', async () => {
  const stored = await openStore().write((tx) => storeMessage(tx, arrival({}, { canExpire: false }), false));
  expect(stored.message.expiresAt).toBe(NEVER_AT);
});

test('both sides use the same id for a plain message, if it is a UUID', async () => {
  const store = openStore();
  const named = await store.write((tx) => storeMessage(tx, arrival({ message_id: ID }), false));
  const odd = await store.write((tx) => storeMessage(tx, arrival({ message_id: 'mail-7' }), false));
  expect(named.task.id).toBe(ID);
  expect(odd.task.id).not.toBe('mail-7');
});

test.each([
  ['a full id like ours', ID, ID],
  ['the beginning of one', 'abcd1234-00', /^abcd1234-[0-9a-f]{4}-4/],
  ['only a short id', 'abcd1234', /^abcd1234-[0-9a-f]{4}-4/],
  ['any other text', 'abcd1234 $(x)', /^(?!abcd1234)[0-9a-f]{8}-/],
  ['capitals', 'ABCD1234', /^(?!abcd1234)[0-9a-f]{8}-/],
  ['less than a short id', 'abcd12', /^(?!abcd12)[0-9a-f]{8}-/],
])('both sides show a request by the same id, if the sender’s is %s', async (_, sender_task_id, own) => {
  const { task, message } = await openStore().write((tx) => storeMessage(tx, arrival({ sender_task_id }), false));
  expect(task.id).toMatch(own);
  expect(message.displayId).toBe(task.id);
  expect(task.senderTaskId).toBe(sender_task_id);
});

test('a request whose id is in use gets one of its own', async () => {
  const store = openStore();
  const request = (peer: typeof ALICE | typeof BOB, sender_task_id: string) =>
    store.write((tx) => storeMessage(tx, arrival({ sender_task_id }, { peer }), false));
  await request(ALICE, ID);
  for (const chosen of [ID, ID.slice(0, 8), `${ID.slice(0, 8)}-9`]) {
    expect((await request(BOB, chosen)).task.id.startsWith(ID.slice(0, 8))).toBe(false);
  }
});

test('the same message id from the same sender is the same message, from another one it is not', async () => {
  const store = openStore();
  const first = await store.write((tx) => storeMessage(tx, arrival({ message_id: ID }), false));
  const again = await store.write((tx) => storeMessage(tx, arrival({ message_id: ID }), false));
  const other = await store.write((tx) => storeMessage(tx, arrival({ message_id: ID }, { peer: BOB }), false));
  expect(again).toMatchObject({ isFresh: false, task: { seq: first.task.seq } });
  expect(other.isFresh).toBe(true);
});

test('the intent to type is stored with the message only if no other message is waiting', async () => {
  const store = openStore();
  const first = await store.write((tx) => storeMessage(tx, arrival(), true));
  const second = await store.write((tx) => storeMessage(tx, arrival(), true));
  expect([first.message.receipt.state, second.message.receipt.state]).toEqual(['typing', 'delivered']);
  expect(first.message.receipts.map(({ state }) => state)).toEqual(['delivered', 'typing']);
});

test('the next turn of an open task continues it, that of a closed one is refused', async () => {
  const store = openStore();
  const turn = () => store.write((tx) => storeMessage(tx, arrival({ sender_task_id: 'theirs' }), false));
  const { task } = await turn();
  expect(await turn()).toMatchObject({ task: { seq: task.seq }, message: { kind: 'continuation' } });
  await store.write((tx) => tx.updateTask(task.seq, { state: 'completed' }));
  expect(await codeOf(turn())).toBe('task_already_closed');
});

test.each([
  ['answer', 'completed'],
  ['question', 'input-required'],
  ['failure', 'failed'],
])('an answer of the kind %s makes the task %s and its request answered', async (answer, state) => {
  const store = openStore();
  const { task, request } = await store.write((tx) => {
    const task = tx.addTask(outgoingTask({ state: 'working' }));
    return { task, request: tx.addMessage(outgoing({ taskSeq: task.seq })) };
  });
  const how = { taskSeq: task.seq, isWaitedFor: true };
  const stored = await store.write((tx) => storeAnswer(tx, arrival({ answer }), how));
  expect(stored).toMatchObject({
    late: false,
    isFresh: true,
    task: { state, reply: { text: 'hello', from: ALICE.id } },
    message: { kind: answer, expiresAt: NEVER_AT, receipt: { state: 'held', reason: 'a command waits for it' } },
  });
  expect(store.message(request.seq)?.receipt.state).toBe('answered');
});

test('an answer tells once that an earlier instance may have got the request, too', async () => {
  const store = openStore();
  const { task, request } = await store.write((tx) => {
    const task = tx.addTask(outgoingTask({ state: 'working' }));
    return { task, request: tx.addMessage(outgoing({ taskSeq: task.seq })) };
  });
  const how = { taskSeq: task.seq, isWaitedFor: true };
  for (const answer of ['question', 'answer'])
    await store.write((tx) => storeAnswer(tx, arrival({ answer, doubt: 'the daemon ended' }), how));
  expect(store.message(request.seq)?.receipts.map(({ state, reason }) => [state, reason])).toEqual([
    ['queued', null],
    ['uncertain', 'the daemon ended'],
    ['answered', null],
  ]);
});

test('an answer to a closed task is late, and an ordinary message', async () => {
  const store = openStore();
  const { seq: taskSeq } = await store.write((tx) => tx.addTask(outgoingTask({ state: 'working' })));
  await store.write((tx) => tx.updateTask(taskSeq, { state: 'canceled' }));
  const stored = await store.write((tx) => storeAnswer(tx, arrival(), { taskSeq, isWaitedFor: true }));
  expect(stored).toMatchObject({
    late: true,
    task: { state: 'canceled' },
    message: { kind: 'message', receipt: { state: 'delivered' } },
  });
});
