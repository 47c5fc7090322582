/** What happens to conversations as time passes. */
import { expect } from 'vitest';
import { findConversation } from '../../../src/team/chat/conversation-reads.js';
import { Team } from '../../../src/team/team.js';
import { testWithTools } from '../../rig/team/tools.js';
import { CHEAP_PASSKEYS } from '../../team/rig.js';

const PENDING_MS = 60_000;
const ACTIVE_MS = 90_000;
const test = testWithTools({
  env: {
    CONVERSATION_PENDING_TIMEOUT_SECONDS: String(PENDING_MS / 1000),
    CONVERSATION_ACTIVE_TIMEOUT_SECONDS: String(ACTIVE_MS / 1000),
  },
});

test('pending → expired: nobody joins in time; the initiator is told, the participant is not', async ({ team }) => {
  const { a, b } = await team.pair();
  const conversation_id = await a.start(b);
  await team.pass(PENDING_MS - 1);
  expect(await team.conversation(conversation_id)).toMatchObject({ state: 'pending' });
  await team.pass(1);
  expect(await a.do('get_next_action')).toMatchObject({ action: 'conversation_expired', conversation_id });
  expect(await team.conversation(conversation_id)).toMatchObject({ state: 'expired', end_reason: 'timeout' });
  expect((await b.do('get_next_action')).action).toBe('wait_for_messages');
  expect((await b.call('start_conversation', { target_agent_id: a.id })).status).toBe(200);
});

test('active → terminating: reason timeout after a time without a message; both are told', async ({ team }) => {
  const { a, b } = await team.pair();
  const conversation_id = await a.talk(b);
  await team.pass(ACTIVE_MS);
  for (const member of [a, b]) {
    expect(await member.do('get_next_action')).toMatchObject({
      action: 'conversation_ended',
      conversation_id,
      reason: 'timeout',
      ended_by: null,
    });
  }
  expect(await team.conversation(conversation_id)).toMatchObject({ state: 'ended' });
});

test('reason session_expired: a conversation whose agent has left ends after the same time', async ({ team }) => {
  const { a, b } = await team.pair();
  const conversation_id = await a.talk(b);
  await b.do('logout');
  await team.pass(ACTIVE_MS - 1);
  expect((await a.do('get_next_action')).action).toBe('wait_for_messages');
  await team.pass(1);
  expect(await a.do('get_next_action')).toMatchObject({
    action: 'conversation_ended',
    reason: 'session_expired',
    ended_by: b.id,
  });
  // The one who left delays the end only for a while, and is told when it is back.
  expect(await team.conversation(conversation_id)).toMatchObject({ state: 'terminating' });
  await team.pass(ACTIVE_MS);
  expect(await team.conversation(conversation_id)).toMatchObject({ state: 'ended' });
  const back = await team.session(b.id);
  expect((await team.call('get_next_action', back)).body).toMatchObject({
    action: 'conversation_ended',
    conversation_id,
  });
});

test('a message keeps a conversation going', async ({ team }) => {
  const { a, b } = await team.pair();
  const conversation_id = await a.talk(b);
  for (let turn = 0; turn < 3; turn += 1) {
    await team.pass(ACTIVE_MS - 1);
    expect((await a.say(b, `turn ${turn}`)).status).toBe(200);
    await b.do('get_pending_messages');
  }
  expect(await team.conversation(conversation_id)).toMatchObject({ state: 'active' });
});

test('time passes while nobody looks', async ({ team }) => {
  const { a, b } = await team.pair();
  const conversation_id = await a.start(b);
  await team.pass(PENDING_MS);
  const again = await team.another();
  const { conversations } = (await again.call('/conversations?project=shop')).body;
  expect(conversations.find(({ id }: { id: string }) => id === conversation_id)?.state).toBe('expired');
});

test('the time limits of a project hold, whatever the environment of the daemon that looks says', async ({ team }) => {
  const { a, b } = await team.pair();
  const conversation_id = await a.start(b);
  const at = (await team.team.look((db) => findConversation(db, conversation_id)))?.createdAt ?? 0;
  const hasty = await Team.open({
    place: team.place,
    clock: { now: () => at + 30_000, monotonicMs: () => 0 },
    isAlive: () => true,
    env: { ...CHEAP_PASSKEYS, CONVERSATION_PENDING_TIMEOUT_SECONDS: '1' },
    envOf: (projectId) => (projectId === 'shop' ? { CONVERSATION_PENDING_TIMEOUT_SECONDS: '300' } : {}),
  });
  await hasty.tidy();
  await hasty.close();
  expect(await team.conversation(conversation_id)).toMatchObject({ state: 'pending' });
});
