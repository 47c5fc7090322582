import { expect, test } from 'vitest';
import { decodeEnvelope } from '../../src/a2a/decode.js';
import { encodeEnvelope, encodeLoneMessage, encodeTask } from '../../src/a2a/encode.js';
import type { ReceiptState } from '../../src/taskstore/message.js';
import { addRequest, openStore, outgoing } from '../taskstore/rig.js';

const SELF = { id: 'ada', type: 'shell', endpoint: 'http://localhost:8150' };

test('what one daemon encodes, another one decodes to the same values', async () => {
  const message = await openStore().write((tx) =>
    tx.addMessage({ ...outgoing(), kind: 'question', priority: 4, metadata: { note: 'kept', _store: 'own' } }),
  );
  const body = encodeEnvelope({
    message,
    sender: SELF,
    senderStore: 'store-1',
    senderTaskId: 'task-1',
    responseExpected: true,
    contextId: 'context-1',
    inReplyTo: 'task-0',
    doubt: 'the daemon ended',
  });
  expect(decodeEnvelope(JSON.parse(JSON.stringify(body)))).toEqual({
    text: message.text,
    parts: message.parts,
    senderId: SELF.id,
    senderType: SELF.type,
    senderEndpoint: SELF.endpoint,
    senderStore: 'store-1',
    senderTaskId: 'task-1',
    responseExpected: true,
    messageId: message.id,
    priority: 4,
    when: null,
    inReplyTo: 'task-0',
    contextId: 'context-1',
    answerKind: 'question',
    doubt: 'the daemon ended',
    expiresAt: message.expiresAt,
    metadata: { note: 'kept' },
  });
});

test('a task names its sender and its target whichever side shows it', async () => {
  const { task, message } = await openStore().write((tx) => addRequest(tx));
  const shown = encodeTask(task, { first: message, last: message }, SELF);
  expect(shown).toMatchObject({
    id: task.id,
    direction: 'incoming',
    sender: { sender_id: task.peer.id },
    target: { agent_id: SELF.id },
    receiver_task_id: task.id,
    message: { message_id: message.id, text: message.text },
    receipt: { state: message.receipt.state },
  });
});

test.each<[ReceiptState, string]>([
  ['queued', 'submitted'],
  ['delivered', 'working'],
  ['held', 'working'],
  ['typed', 'working'],
  ['submitted', 'completed'],
  ['failed', 'failed'],
  ['expired', 'failed'],
])('a plain message with the receipt %s is shown as %s', async (receipt, state) => {
  const message = await openStore().write((tx) => {
    const added = tx.addMessage(outgoing());
    return receipt === 'queued' ? added : tx.setReceipt(added.seq, receipt, receipt === 'failed' ? 'agent_gone' : null);
  });
  const shown = encodeLoneMessage(message, SELF);
  expect(shown.state).toBe(state);
  expect(shown.error).toEqual(
    state === 'failed' ? expect.objectContaining({ code: receipt === 'failed' ? 'agent_gone' : 'expired' }) : null,
  );
});
