/** Conversations between AI agents: every state, every reason, and races over two connections to the store. */
import { expect } from 'vitest';
import type { Door } from '../../rig/team/members.js';
import { type Member, testWithTools } from '../../rig/team/tools.js';

const test = testWithTools();
const told = async (member: Member) => member.do('get_next_action');

test('none → pending: start_conversation', async ({ team }) => {
  const { a, b } = await team.pair();
  const answer = await a.do('start_conversation', { target_agent_id: b.id, purpose: 'しりとり' });
  expect(answer).toMatchObject({ success: true, status: 'pending', target_agent_id: b.id });
  expect(answer.conversation_id).toMatch(/^conv_/);
  expect(await team.conversation(answer.conversation_id)).toMatchObject({ state: 'pending', max_turns: 20 });
});

test('pending → active: the participant authenticates for chat', async ({ team }) => {
  const a = await team.member();
  const b = await team.agent();
  const { conversation_id } = await a.do('start_conversation', { target_agent_id: b });
  const opened = await team.authenticate(b, await team.passkey(b));
  expect(opened.body).toMatchObject({ purpose: 'chat' });
  expect(await team.conversation(conversation_id)).toMatchObject({ state: 'active' });
  expect((await team.call('get_next_action', opened.body.session_token)).body).toMatchObject({
    action: 'conversation_request',
    conversation_id,
    state: 'conversation_active',
  });
});

test('pending → active: the participant is told of the request, exactly once', async ({ team }) => {
  const { a, b } = await team.pair();
  const conversation_id = await a.start(b, { purpose: 'しりとり' });
  const answers = await Promise.all(Array.from({ length: 8 }, () => told(b)));
  const requests = answers.filter(({ action }) => action === 'conversation_request');
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({ conversation_id, from_agent_id: a.id, purpose: 'しりとり' });
  expect(await team.conversation(conversation_id)).toMatchObject({ state: 'active' });
});

test("pending → active: the participant's first message", async ({ team }) => {
  const { a, b } = await team.pair();
  const conversation_id = await a.start(b);
  expect((await b.say(a, 'hello')).body).toMatchObject({ conversation_id });
  expect(await team.conversation(conversation_id)).toMatchObject({ state: 'active' });
  expect((await told(b)).action).toBe('wait_for_messages');
});

test('while it is pending the initiator may write already', async ({ team }) => {
  const { a, b } = await team.pair();
  const conversation_id = await a.start(b, { initial_message: 'one' });
  expect((await a.say(b, 'two')).body).toMatchObject({ conversation_id, current_turns: 2, max_turns: 20 });
  expect(await team.conversation(conversation_id)).toMatchObject({ state: 'pending', turns: 2 });
});

test('active → terminating → ended: end_conversation, then the other one is told', async ({ team }) => {
  const { a, b } = await team.pair();
  const conversation_id = await a.talk(b);
  expect(await a.do('end_conversation')).toMatchObject({ conversation_id, status: 'terminating' });
  expect(await team.conversation(conversation_id)).toMatchObject({ state: 'terminating' });
  expect(await told(b)).toMatchObject({ action: 'conversation_ended', conversation_id, ended_by: a.id });
  expect(await team.conversation(conversation_id)).toMatchObject({ state: 'ended' });
  for (const member of [a, b]) expect((await told(member)).action).toBe('wait_for_messages');
});

test('ended is final: no message is accepted, it cannot end again, and nobody is told again', async ({ team }) => {
  const { a, b } = await team.pair();
  const conversation_id = await a.talk(b);
  await a.do('end_conversation');
  await told(b);
  for (const refused of [
    await a.say(b, 'more', { conversation_id }),
    await b.call('end_conversation', { conversation_id }),
  ]) {
    expect(refused).toMatchObject({ status: 409, body: { error: 'conversation_not_active', state: 'ended' } });
  }
  for (const member of [a, b]) expect((await told(member)).action).toBe('wait_for_messages');
  expect(await team.conversation(conversation_id)).toMatchObject({ state: 'ended', turns: 0 });
});

test('after the end, the same two agents may start again', async ({ team }) => {
  const { a, b } = await team.pair();
  const first = await a.talk(b);
  await a.do('end_conversation');
  const second = await b.start(a);
  expect(second).not.toBe(first);
});

test('reason initiator_ended', async ({ team }) => {
  const { a, b } = await team.pair();
  await a.talk(b);
  await a.do('end_conversation');
  expect(await told(b)).toMatchObject({ reason: 'initiator_ended', ended_by: a.id });
});

test('reason participant_ended', async ({ team }) => {
  const { a, b } = await team.pair();
  await a.talk(b);
  await b.do('end_conversation', { final_message: 'bye' });
  expect(await told(a)).toMatchObject({ reason: 'participant_ended', ended_by: b.id });
  expect((await a.do('get_pending_messages')).pending_messages).toMatchObject([{ content: 'bye' }]);
});

test('reason max_turns: the message that reaches it is kept, and says so', async ({ team }) => {
  const { a, b } = await team.pair();
  const conversation_id = await a.talk(b, { max_turns: 2, initial_message: 'one' });
  expect((await b.say(a, 'two')).body).toMatchObject({
    success: true,
    current_turns: 2,
    max_turns: 2,
    conversation_ended: true,
  });
  expect((await b.say(a, 'three')).body.error).toBe('conversation_required_for_ai_to_ai');
  for (const member of [a, b]) expect(await told(member)).toMatchObject({ conversation_id, reason: 'max_turns' });
  expect((await a.do('get_pending_messages')).pending_messages).toMatchObject([{ content: 'two' }]);
  expect(await team.conversation(conversation_id)).toMatchObject({ state: 'ended', turns: 2 });
});

test('pending → expired: the initiator takes its request back, and the participant never hears of it', async ({
  team,
}) => {
  const { a, b } = await team.pair();
  const conversation_id = await a.start(b);
  expect(await b.call('end_conversation', { conversation_id })).toMatchObject({
    status: 409,
    body: { error: 'conversation_not_active', state: 'pending' },
  });
  expect(await a.do('end_conversation', { conversation_id })).toMatchObject({ conversation_id, status: 'expired' });
  expect(await team.conversation(conversation_id)).toMatchObject({
    state: 'expired',
    end_reason: 'initiator_ended',
    ended_by: a.id,
  });
  expect((await told(a)).action).toBe('wait_for_messages');
  expect((await told(b)).action).toBe('wait_for_messages');
  expect((await a.call('start_conversation', { target_agent_id: b.id })).status).toBe(200);
});

test('the advice on a request that nobody has joined leads out of it, on both sides', async ({ team }) => {
  const { a, b } = await team.pair();
  const conversation_id = await a.start(b);
  const end = `end_conversation(conversation_id: "${conversation_id}")`;
  expect((await a.do('start_conversation', { target_agent_id: b.id })).hint).toContain(end);
  expect((await a.do('end_conversation')).hint).toContain(end);
  const refused = await b.do('end_conversation', { conversation_id });
  expect(refused.hint).toContain('get_next_action');
  expect(refused.hint).not.toContain('start_conversation');
  expect(await b.do('get_next_action')).toMatchObject({ action: 'conversation_request', conversation_id });
  expect(await b.do('end_conversation', { conversation_id })).toMatchObject({ status: 'terminating' });
});

test('after the end, an answer is refused with the advice that none is needed', async ({ team }) => {
  const { a, b } = await team.pair();
  const conversation_id = await a.talk(b);
  await a.do('end_conversation', { conversation_id, final_message: 'bye' });
  await b.do('get_pending_messages');
  const refused = await b.do('respond_chat', { content: 'bye, too' });
  expect(refused).toMatchObject({
    error: 'conversation_required_for_ai_to_ai',
    ended_conversation_id: conversation_id,
  });
  expect(refused.message).toMatch(/Nothing more needs to be said\..*start_conversation\(target_agent_id/);
  expect(refused.message).not.toContain('auto_start');
});

test('with several active conversations, the one to end has to be named', async ({ team }) => {
  const { a, b } = await team.pair();
  const c = await team.member();
  const ids = [await a.talk(b, { purpose: 'one' }), await a.talk(c)];
  const { status, body } = await a.call('end_conversation');
  expect(`${status} ${body.error}`).toBe('400 conversation_id_required');
  expect(body.conversations).toHaveLength(2);
  expect(body.conversations).toEqual(
    expect.arrayContaining([
      { conversation_id: ids[0], target_agent_id: b.id, purpose: 'one' },
      { conversation_id: ids[1], target_agent_id: c.id, purpose: null },
    ]),
  );
  for (const id of ids) expect(body.message).toContain(id);
  expect(await a.do('end_conversation', { conversation_id: ids[0] })).toMatchObject({ status: 'terminating' });
  expect(await a.do('end_conversation')).toMatchObject({ conversation_id: ids[1], status: 'terminating' });
});

test('if both sides start at once, over two connections, there is exactly one conversation', async ({ team }) => {
  const { a, b } = await team.pair();
  const doors = [await team.another(), await team.another()] as const;
  const start = (index: number) => {
    const [from, to] = index % 2 ? [a, b] : [b, a];
    return (doors[index % 2] as Door).call('/tools/start_conversation', {
      key: from.token,
      body: { target_agent_id: to.id },
    });
  };
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => start(index)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const { conversation_id } = answers.find(({ status }) => status === 200)?.body ?? {};
    const { initiator_id } = await team.conversation(conversation_id);
    const [asker, asked] = initiator_id === a.id ? [a, b] : [b, a];
    expect(await told(asked)).toMatchObject({ action: 'conversation_request', conversation_id });
    expect((await told(asker)).action).toBe('wait_for_messages');
    await asked.do('end_conversation', { conversation_id });
    expect(await told(asker)).toMatchObject({ action: 'conversation_ended', conversation_id });
  }
});

test('person → AI needs no conversation', async ({ team }) => {
  const b = await team.member();
  const path = `/projects/shop/agents/${b.id}/chat/messages`;
  expect(await team.ask(path, { content: 'hello' })).toMatchObject({ conversation_id: null });
  expect((await b.do('get_pending_messages')).pending_messages).toMatchObject([
    { senderId: 'tester', conversationId: null },
  ]);
});

test('AI → person needs no conversation', async ({ team }) => {
  const a = await team.member();
  const answer = await a.do('send_message', { target_agent_id: 'tester', content: 'hello' });
  expect(answer).toMatchObject({ success: true, conversation_id: null });
});

test('AI → AI with a conversation: every message carries it, whichever session sends', async ({ team }) => {
  const { a, b } = await team.pair();
  const conversation_id = await a.talk(b);
  const task = await team.session(a.id, 'task');
  const sent = await team.call('send_message', task, { target_agent_id: b.id, content: 'from the task' });
  expect(sent.body).toMatchObject({ success: true, conversation_id });
  await a.say(b, 'from the chat');
  const { pending_messages } = await b.do('get_pending_messages');
  expect(pending_messages).toMatchObject([
    { content: 'from the task', conversationId: conversation_id },
    { content: 'from the chat', conversationId: conversation_id },
  ]);
});

test('auto_start_conversation starts one, also from a task session', async ({ team }) => {
  const b = await team.member();
  const id = await team.agent();
  const task = await team.session(id, 'task');
  const args = { target_agent_id: b.id, content: 'hello', auto_start_conversation: true };
  const { conversation_id } = (await team.call('send_message', task, args)).body;
  expect(await told(b)).toMatchObject({ action: 'conversation_request', conversation_id, from_agent_id: id });
  expect((await team.call('send_message', task, args)).body).toMatchObject({ conversation_id, current_turns: 2 });
});

test('a blank first or last message counts as missing', async ({ team }) => {
  const { a, b } = await team.pair();
  const conversation_id = await a.talk(b, { initial_message: ' \n ' });
  await a.do('end_conversation', { final_message: '\u3000' });
  expect(await team.conversation(conversation_id)).toMatchObject({ turns: 0 });
  expect((await b.do('get_pending_messages')).pending_messages).toEqual([]);
});

test('a history is for those who took part, whatever its state', async ({ team }) => {
  const { a, b } = await team.pair();
  const conversation_id = await a.talk(b, { initial_message: 'one' });
  await b.say(a, 'two');
  await a.do('end_conversation');
  expect(await b.do('get_conversation_history', { conversation_id, limit: 1 })).toMatchObject({
    messages: [{ sender_id: b.id, sender_name: b.id, content: 'two' }],
    total_count: 2,
    truncated: true,
  });
});

test('a waiting get_next_action ends at its limit', async ({ team }) => {
  const a = await team.member();
  const waiting = a.do('get_next_action', { timeout_seconds: 30 });
  // The later one is answered, so now the first one waits.
  await a.do('get_next_action');
  await team.pass(30_000);
  expect((await waiting).action).toBe('wait_for_messages');
});

test('a session that ends while its agent waits is noticed', async ({ team }) => {
  const a = await team.member();
  const waiting = a.call('get_next_action', { timeout_seconds: 20 });
  await a.do('logout');
  expect((await waiting).body.error).toBe('session_token_invalid');
});
