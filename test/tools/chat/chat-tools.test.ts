/** Chat: what is handed out, the files it is written to, and people in it. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { testWithTools } from '../../rig/team/tools.js';
import { makeWork } from '../../rig/team/work.js';

const test = testWithTools();
const contents = (messages: readonly { content: string }[]) => messages.map(({ content }) => content);

test('a message from a task session reaches the chat session of the other, and both files', async ({ team }) => {
  const { a, b } = await team.pair();
  const conversation_id = await a.talk(b);
  const task = await team.session(a.id, 'task');
  const content = 'タスクXについて質問があります';
  const relatedTaskId = await makeWork(team);
  const args = { target_agent_id: b.id, content, related_task_id: relatedTaskId };
  const { message_id } = (await team.call('send_message', task, args)).body;
  const { pending_messages } = await b.do('get_pending_messages');
  const [{ createdAt }] = pending_messages;
  const message = { id: message_id, senderId: a.id, content, createdAt, relatedTaskId };
  expect(pending_messages).toEqual([{ ...message, conversationId: conversation_id }]);
  expect(createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(team.lines(a.id)).toEqual([{ ...message, receiverId: b.id, conversationId: conversation_id }]);
  expect(team.lines(b.id)).toEqual([{ ...message, conversationId: conversation_id }]);
  expect(readFileSync(join(team.dir, '.ai-pm', '.gitignore'), 'utf8')).toBe('*\n');
});

test('a message about a work task that does not exist in the project is refused', async ({ team }) => {
  const { a, b } = await team.pair();
  const conversation_id = await a.talk(b);
  await team.project('elsewhere');
  const foreign = await makeWork(team, { project: 'elsewhere' });
  for (const related_task_id of ['tsk_none', foreign]) {
    const args = { target_agent_id: b.id, content: 'x', related_task_id };
    const calls = [a.call('send_message', args), a.call('respond_chat', args)];
    calls.push(a.call('notify_task_session', { conversation_id, related_task_id }));
    for (const { status, body } of await Promise.all(calls)) {
      expect({ status, error: body.error }).toEqual({ status: 404, error: 'task_not_found' });
    }
  }
  expect((await b.do('get_pending_messages')).pending_messages).toEqual([]);
});

test('4,000 characters fit, whatever they are', async ({ team }) => {
  const a = await team.member();
  const content = '🍎'.repeat(4_000);
  expect((await a.call('send_message', { target_agent_id: 'tester', content })).status).toBe(200);
  expect(team.lines(a.id).at(-1).content).toBe(content);
});

test('messages beyond the limit stay pending, and earlier ones are returned as context', async ({ team }) => {
  const { a, b } = await team.pair();
  await a.talk(b);
  for (const word of ['one', 'two', 'three']) await a.say(b, word);
  expect((await b.do('get_next_action')).action).toBe('get_pending_messages');
  const first = await b.do('get_pending_messages', { limit: 2 });
  expect([contents(first.pending_messages), first.remaining, first.context_messages]).toEqual([['one', 'two'], 1, []]);
  const second = await b.do('get_pending_messages', { limit: 2 });
  expect([contents(second.pending_messages), second.remaining]).toEqual([['three'], 0]);
  expect(contents(second.context_messages)).toEqual(['one', 'two']);
});

test('respond_chat answers the last sender, and needs a target if nobody wrote', async ({ team }) => {
  const { a, b } = await team.pair();
  expect((await b.call('respond_chat', { content: 'x' })).body).toMatchObject({
    error: 'missing_arguments',
    missing: ['target_agent_id'],
  });
  const conversation_id = await a.talk(b, { initial_message: 'hello' });
  await b.do('get_pending_messages');
  const answer = await b.do('respond_chat', { content: 'hi' });
  expect(answer).toMatchObject({ target_agent_id: a.id, conversation_id, current_turns: 2, max_turns: 20 });
});

test('a file that cannot be written now is complete later', async ({ team }) => {
  const a = await team.member();
  const dir = join(team.dir, '.ai-pm', 'agents', a.id);
  writeFileSync(dir, 'in the way');
  const say = (content: string) => a.do('send_message', { target_agent_id: 'tester', content });
  expect(await say('one')).toMatchObject({ success: true });
  rmSync(dir);
  await say('two');
  expect(contents(team.lines(a.id))).toEqual(['one', 'two']);
});

test('a person without a daemon has a session instead of a key', async ({ team }) => {
  const b = await team.member();
  const ken = await team.agent(undefined, { kind: 'human' });
  const path = `/projects/shop/agents/${b.id}/chat/messages`;
  const write = (key: string | null, at = path) => team.daemon.call(at, { key, body: { content: 'hello' } });
  const token = await team.session(ken);
  expect(await write(token)).toMatchObject({ status: 200, body: { success: true, conversation_id: null } });
  expect((await b.do('get_pending_messages')).pending_messages).toMatchObject([{ senderId: ken, content: 'hello' }]);
  expect(await write(b.token)).toMatchObject({ status: 403, body: { error: 'unauthorized' } });
  expect(await write(null)).toMatchObject({ status: 401, body: { error: 'authentication_required' } });
  expect(await write('sst_none')).toMatchObject({ status: 401, body: { error: 'session_token_invalid' } });
  await team.project('next-door');
  await team.agent(b.id, { project: 'next-door' });
  expect(await write(token, `/projects/next-door/agents/${b.id}/chat/messages`)).toMatchObject({
    status: 403,
    body: { error: 'agent_not_assigned_to_project' },
  });
});

test('people get errors in their language', async ({ team }) => {
  const path = `/projects/shop/agents/${await team.agent()}/chat/messages`;
  const write = (content: unknown) =>
    team.daemon.call(path, { body: { content }, headers: { 'accept-language': 'ja-JP,ja;q=0.9' } });
  expect((await write('x'.repeat(4_001))).body.message).toContain('メッセージが長すぎます');
  expect((await write(7)).body.message).toContain('content は文字列で指定してください');
});

test('a cursor in the chat must be from the same project', async ({ team }) => {
  await team.project('yonder');
  const [id, b] = [await team.agent(undefined, { project: 'yonder' }), await team.member()];
  const { message_id } = await team.ask(`/projects/yonder/agents/${id}/chat/messages`, { content: 'over there' });
  const answer = await team.daemon.call(`/projects/shop/agents/${b.id}/chat/messages?after=${message_id}`);
  expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
});

test('a person asks for a chat session, and ends it', async ({ team }) => {
  const id = await team.agent();
  const path = `/projects/shop/agents/${id}/chat`;
  expect(await team.ask(`${path}/start`, {})).toMatchObject({ status: 'pending' });
  const { body } = await team.authenticate(id, await team.passkey(id));
  expect(body.purpose).toBe('chat');
  expect(await team.ask(`${path}/start`, {})).toMatchObject({ status: 'active' });
  expect(await team.ask(`${path}/end`, {})).toMatchObject({ status: 'ending' });
  expect((await team.call('get_next_action', body.session_token)).body.action).toBe('exit');
});
