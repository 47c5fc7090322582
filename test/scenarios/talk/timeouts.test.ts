/** What happens to conversations because time goes by: although nobody calls, and across restarts. */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect } from 'vitest';
import { type Member, testInTeam } from '../../rig/team.js';

const SHORT = { CONVERSATION_PENDING_TIMEOUT_SECONDS: '1', CONVERSATION_ACTIVE_TIMEOUT_SECONDS: '1.5' };
const test = testInTeam({ env: SHORT });

const state = async (member: Member, id: string): Promise<string> => (await member.team.conversation(id)).state;

test('pending → expired: nobody joins in time; the initiator is told, the participant is not', async ({ team }) => {
  const { a, b } = await team.pair();
  const conversation_id = await a.start(b);
  const answer = await a.do('get_next_action', { timeout_seconds: 10 });
  expect(answer).toMatchObject({ action: 'conversation_expired', conversation_id });
  expect(await state(a, conversation_id)).toBe('expired');
  expect((await b.do('get_next_action')).action).toBe('wait_for_messages');
  expect((await b.call('start_conversation', { target_agent_id: a.id })).status).toBe(200);
});

test('active → terminating: reason timeout after a time without a message; both are told', async ({ team }) => {
  const { a, b } = await team.pair();
  const conversation_id = await a.talk(b);
  for (const member of [a, b]) {
    expect(await member.do('get_next_action', { timeout_seconds: 10 })).toMatchObject({
      action: 'conversation_ended',
      conversation_id,
      reason: 'timeout',
      ended_by: null,
    });
  }
  expect(await state(a, conversation_id)).toBe('ended');
});

test('reason session_expired: whose agent has left ends after the same time', async ({ team }) => {
  const { a, b } = await team.pair();
  const conversation_id = await a.talk(b);
  await b.do('logout');
  expect(await a.do('get_next_action', { timeout_seconds: 10 })).toMatchObject({
    action: 'conversation_ended',
    reason: 'session_expired',
    ended_by: b.id,
  });
  // The one who left delays the end only for a while, and is told when it is back.
  await expect.poll(() => state(a, conversation_id)).toBe('ended');
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
    await b.do('get_next_action', { timeout_seconds: 1 });
    expect((await a.say(b, `turn ${turn}`)).status).toBe(200);
    await b.do('get_pending_messages');
  }
  expect(await state(a, conversation_id)).toBe('active');
});

test('time goes on while no daemon runs', async ({ team, home }) => {
  const { a, b } = await team.pair();
  const conversation_id = await a.start(b);
  await home.run(['stop', 'tester', '--force']);
  // As if the computer had been off for a minute.
  const database = new Sqlite(join(home.home, 'team.db'));
  database.prepare('UPDATE conversations SET created_at = created_at - 60000 WHERE id = ?').run(conversation_id);
  database.close();
  const { conversations } = (await home.json(['conversation', 'list'], { env: SHORT })) as {
    conversations: { id: string; state: string }[];
  };
  expect(conversations.find(({ id }) => id === conversation_id)?.state).toBe('expired');
});
