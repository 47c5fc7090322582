import { expect, test } from 'vitest';
import {
  type Addressee,
  addresseeMetadata,
  addresseeOf,
  isFor,
  type QueueReader,
} from '../../src/taskstore/addressee.js';
import { openStore } from './rig.js';

const TASK: QueueReader = { session: 'task', kind: 'task shop', isFirst: true, others: ['chat'] };
const CHAT: QueueReader = { session: 'chat', kind: 'chat shop', isFirst: false, others: ['task'] };
const ONLY_TASK: QueueReader = { ...TASK, others: [] };
const ONLY_CHAT: QueueReader = { ...CHAT, isFirst: true, others: [] };
/** Its program has logged out, and a newer terminal has its session. */
const OLD_CHAT: QueueReader = { ...CHAT, kind: null, others: ['task', 'chat-2'] };

const CASES: readonly (readonly [string, Addressee, readonly QueueReader[]])[] = [
  ['ordinary mail goes to the first terminal', {}, [TASK, ONLY_TASK, ONLY_CHAT]],
  ['a chat message waits for a chat session', { only: 'chat shop' }, [CHAT, ONLY_CHAT]],
  ['chat of another project waits for a session there', { only: 'chat farm' }, []],
  [
    'an answer goes to the session that asked, or to the other one',
    { rather: 'chat' },
    [CHAT, ONLY_CHAT, ONLY_TASK, OLD_CHAT],
  ],
  ['an answer to a task session that is gone goes to chat', { rather: 'task' }, [TASK, ONLY_TASK, ONLY_CHAT]],
];

test.each(CASES)('%s', async (_title, addressee, readers) => {
  const store = openStore();
  await store.write((tx) =>
    tx.addMessage({
      direction: 'incoming',
      kind: 'message',
      peer: { id: 'ada', type: 'shell', endpoint: null },
      text: 'hello',
      expiresAt: Number.MAX_SAFE_INTEGER,
      metadata: addresseeMetadata(addressee),
    }),
  );
  const [message] = store.queue(1);
  expect(message && addresseeOf(message)).toEqual(addressee);
  for (const reader of [TASK, CHAT, ONLY_TASK, ONLY_CHAT, OLD_CHAT]) {
    const isWanted = readers.includes(reader);
    expect([reader, isFor(addressee, reader)]).toEqual([reader, isWanted]);
    expect([reader, store.queue(9, reader).length]).toEqual([reader, isWanted ? 1 : 0]);
  }
});
