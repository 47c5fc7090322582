/** A task session delegates a conversation to the chat session of the same agent, and follows it to its end. */
import { expect } from 'vitest';
import { Member, testWithTools } from '../../rig/team/tools.js';
import { type Both, makeWork, shown, worker } from '../../rig/team/work.js';

const test = testWithTools();

const delegate = async ({ task }: Both, target: { readonly id: string }, purpose = 'talk'): Promise<string> => {
  const body = await task.do('delegate_to_chat_session', { target_agent_id: target.id, purpose });
  if (!body.success) throw new Error(JSON.stringify(body));
  return body.delegation_id;
};

const WORDS = ['しりとり', 'りんご', 'ごりら', 'らっぱ', 'ぱんだ', 'だちょう', 'うさぎ'];

test('shiritori: handed over, played, seen by the task session, reported; the work task is done', async ({ team }) => {
  const b = await team.member();
  const id = await team.agent();
  const taskId = await makeWork(team, { title: 'しりとり6往復', assignee: id, status: 'in_progress' });
  // Without a purpose the work in progress decides, and then the delegation.
  const passkey = await team.passkey(id);
  const first = await team.authenticate(id, passkey);
  expect(first.body).toMatchObject({ purpose: 'task', task_id: taskId });
  const task = new Member(team, id, first.body.session_token);
  expect(await task.do('get_next_action')).toMatchObject({
    action: 'work',
    task_id: taskId,
    status: 'in_progress',
    open_conversations: [],
  });
  const handed = await task.do('delegate_to_chat_session', {
    target_agent_id: b.id,
    purpose: '6往復しりとり',
    context: 'りんごから',
  });
  expect(handed).toMatchObject({ success: true, target_agent_id: b.id, task_id: taskId });
  expect(handed.instruction).toContain('get_task_conversations');
  expect(handed.instruction).toContain('faster');
  expect(await task.do('get_task_conversations')).toMatchObject({ task_id: taskId, total_conversations: 0 });

  const second = await team.authenticate(id, passkey);
  expect(second.body).toMatchObject({ purpose: 'chat', task_id: null });
  const chat = new Member(team, id, second.body.session_token);
  const facts = {
    delegation_id: handed.delegation_id,
    target_agent_id: b.id,
    purpose: '6往復しりとり',
    context: 'りんごから',
    task_id: taskId,
  };
  expect(await chat.do('get_next_action')).toMatchObject({ action: 'process_delegation', ...facts });
  expect((await chat.do('get_next_action')).action).toBe('wait_for_messages');
  expect((await chat.do('get_pending_delegations')).delegations).toMatchObject([{ ...facts, status: 'processing' }]);

  const conversation_id = await chat.talk(b, { initial_message: WORDS[0] });
  expect(await team.conversation(conversation_id)).toMatchObject({ task_id: taskId });
  for (const [turn, word] of WORDS.slice(1).entries()) {
    const [from, to] = turn % 2 === 0 ? [b, chat] : [chat, b];
    expect((await from.say(to, word)).status).toBe(200);
  }
  const [seen] = (await task.do('get_task_conversations')).conversations;
  expect(seen).toMatchObject({
    conversation_id,
    status: 'active',
    state: 'active',
    target_agent_id: b.id,
    message_count: WORDS.length,
    ended_at: null,
  });
  expect(seen.messages.map(({ content }: { content: string }) => content)).toEqual(WORDS);
  expect((await task.do('get_next_action')).open_conversations).toMatchObject([{ conversation_id }]);

  await chat.do('end_conversation', { conversation_id });
  const ended = await task.do('get_task_conversations', { task_id: taskId });
  expect(ended.conversations).toMatchObject([{ status: 'active', state: 'terminating', ended_at: null }]);
  expect(ended._chat_notification).toMatchObject({
    conversation_id,
    from: 'self_chat_session',
    related_task_id: taskId,
    instruction: expect.stringContaining('get_task_conversations'),
  });
  await b.do('get_next_action');
  const { conversations, _chat_notification } = await task.do('get_task_conversations');
  expect(_chat_notification).toBeUndefined();
  expect(conversations).toMatchObject([{ status: 'ended', state: 'ended', ended_at: expect.any(String) }]);
  const args = { delegation_id: handed.delegation_id, result: 'six rounds' };
  expect(await chat.do('report_delegation_completed', args)).toMatchObject({ status: 'completed' });
  const report = await task.do('report_completed', { result: 'success', summary: 'played' });
  expect(report).toMatchObject({ action: 'exit', task_id: taskId, status: 'done' });
  expect((await task.call('get_next_action')).status).toBe(401);
  expect((await shown(team, taskId)).task).toMatchObject({ status: 'done', result: 'success', summary: 'played' });
});

test('the instruction for a person says that it may take time, in Japanese as well', async ({ team }) => {
  const { task } = await worker(team);
  const args = { target_agent_id: 'tester', purpose: 'ask' };
  expect((await task.do('delegate_to_chat_session', args)).instruction).toContain('may take time');
  const { body } = await team.call('delegate_to_chat_session', task.token, args, { 'accept-language': 'ja' });
  expect(body.instruction).toContain('応答に時間がかかる可能性');
});

test('delegate_to_chat_session: its errors in their order', async ({ team }) => {
  const { task, id } = await worker(team);
  await team.project('elsewhere').catch(() => {});
  await team.agent('outsider', { project: 'elsewhere' });
  const codes = [];
  for (const target_agent_id of [undefined, id, 'nobody', 'outsider']) {
    const { status, body } = await task.call('delegate_to_chat_session', { target_agent_id, purpose: 'talk' });
    codes.push(`${status} ${body.error}`);
  }
  expect(codes).toEqual([
    '400 missing_arguments',
    '400 cannot_message_self',
    '404 agent_not_found',
    '403 target_agent_not_in_project',
  ]);
  expect((await task.do('delegate_to_chat_session')).missing).toEqual(['target_agent_id', 'purpose']);
});

test('report_delegation_completed: its errors in their order', async ({ team }) => {
  const [a, b] = [await worker(team), await team.member()];
  const delegation_id = await delegate(a, b);
  const report = async (member: Member, args: Record<string, unknown>) => {
    const { status, body } = await member.call('report_delegation_completed', args);
    return `${status} ${body.error ?? body.status}`;
  };
  expect(await report(a.chat, { delegation_id: 'dlg_none' })).toBe('404 delegation_not_found');
  expect(await report(b, { delegation_id })).toBe('403 not_delegation_owner');
  expect(await report(a.chat, { delegation_id, status: 'maybe' })).toBe('400 invalid_argument');
  expect(await report(a.chat, { delegation_id, status: 'failed' })).toBe('200 failed');
  expect(await report(a.chat, { delegation_id })).toBe('409 delegation_already_processed');
});

test('a chat session that ends leaves nothing stuck: what it had taken is pending again', async ({ team }) => {
  const [a, b] = [await worker(team), await team.member()];
  const delegation_id = await delegate(a, b);
  expect((await a.chat.do('get_next_action')).action).toBe('process_delegation');
  await a.chat.do('logout');
  const { delegations } = await team.ask('/delegations?project=shop');
  expect(delegations.find((each: { delegation_id: string }) => each.delegation_id === delegation_id).status).toBe(
    'pending',
  );
  // Without a purpose the agent is wanted for chat again, and a replaced session hands over as well.
  const passkey = await team.passkey(a.id);
  expect((await team.authenticate(a.id, passkey)).body.purpose).toBe('chat');
  for (const _ of [1, 2]) {
    const again = new Member(team, a.id, await team.session(a.id));
    expect(await again.do('get_next_action')).toMatchObject({ action: 'process_delegation', delegation_id });
    expect((await again.do('get_pending_delegations')).delegations).toMatchObject([{ status: 'processing' }]);
  }
});

test('several come in order, and ends of conversations before them', async ({ team }) => {
  const [a, b] = [await worker(team), await team.member()];
  const conversation_id = await a.chat.talk(b);
  await b.do('end_conversation', { conversation_id });
  const ids = [await delegate(a, b, 'one'), await delegate(a, b, 'two')];
  expect((await a.chat.do('get_next_action')).action).toBe('conversation_ended');
  expect((await a.chat.do('get_next_action')).delegation_id).toBe(ids[0]);
  const { delegations } = await a.chat.do('get_pending_delegations');
  expect(delegations.map((each: { delegation_id: string }) => each.delegation_id)).toEqual(ids);
});

test('a waiting chat session gets a delegation at once', async ({ team }) => {
  const [a, b] = [await worker(team), await team.member()];
  const waiting = a.chat.do('get_next_action', { timeout_seconds: 20 });
  const delegation_id = await delegate(a, b);
  expect(await waiting).toMatchObject({ action: 'process_delegation', delegation_id });
});

test('talking to a person needs no conversation: the report itself reaches the task session', async ({ team }) => {
  const a = await worker(team);
  const delegation_id = await delegate(a, { id: 'tester' });
  await a.chat.do('send_message', { target_agent_id: 'tester', content: 'which color?' });
  await a.chat.do('report_delegation_completed', { delegation_id, result: 'blue' });
  expect((await a.task.do('get_my_task'))._chat_notification).toMatchObject({
    message: 'blue',
    conversation_id: null,
    related_task_id: a.taskId,
  });
});

test('a request that nobody joins is ended for the task session, and it is told', async ({ team }) => {
  const a = await worker(team);
  const target = await team.agent();
  await delegate(a, { id: target });
  const { conversation_id } = await a.chat.do('start_conversation', { target_agent_id: target });
  expect((await a.task.do('get_task_conversations')).conversations).toMatchObject([
    { status: 'pending', state: 'pending', conversation_id },
  ]);
  await team.ask(`/agents/${target}/remove`, {});
  const { conversations, _chat_notification } = await a.task.do('get_task_conversations');
  expect(conversations).toMatchObject([{ status: 'ended', state: 'expired' }]);
  expect(_chat_notification).toMatchObject({ conversation_id });
});

test('get_task_conversations includes those of the tasks it is a part of, and no others', async ({ team }) => {
  const [a, b] = [await worker(team), await team.member()];
  const other = await a.chat.talk(await team.member());
  await delegate(a, b);
  const conversation_id = await a.chat.talk(b);
  const part = await makeWork(team, { assignee: a.id, parent: a.taskId });
  const { conversations } = await a.task.do('get_task_conversations', { task_id: part });
  expect(conversations.map((each: { conversation_id: string }) => each.conversation_id)).toEqual([conversation_id]);
  expect(conversation_id).not.toBe(other);
  expect(await a.task.call('get_task_conversations', { task_id: 'tsk_none' })).toMatchObject({
    status: 404,
    body: { error: 'task_not_found' },
  });
});

test('a task created under that of somebody else does not show the conversations of that one', async ({ team }) => {
  const [a, b, sibling] = [await worker(team), await team.member(), await worker(team)];
  await delegate(a, b);
  await a.chat.talk(b);
  // It was created by somebody who may do so, and then the parent went to somebody else.
  const other = await makeWork(team, { assignee: sibling.id });
  const batch = [{ local_id: 'one', title: 'mine', assignee_id: sibling.id }];
  const made = await sibling.task.do('create_tasks_batch', { parent_task_id: other, tasks: batch });
  await team.ask(`/work/${other}/assign`, { assignee: a.id });
  const mine = { task_id: made.local_id_to_real_id.one };
  expect((await sibling.task.do('get_task_conversations', mine)).conversations).toEqual([]);
  // A part that the owner of the task hands on comes with its conversations.
  const helper = await worker(team, { parent: a.id });
  const parts = [{ local_id: 'part', title: 'part', assignee_id: helper.id }];
  const given = await a.task.do('create_tasks_batch', { parent_task_id: a.taskId, tasks: parts });
  const { conversations } = await helper.task.do('get_task_conversations', {
    task_id: given.local_id_to_real_id.part,
  });
  expect(conversations).toHaveLength(1);
});

test('a task session without a work task has to name one', async ({ team }) => {
  const id = await team.agent();
  const task = new Member(team, id, await team.session(id, 'task'));
  expect(await task.call('get_task_conversations')).toMatchObject({
    status: 400,
    body: { error: 'missing_arguments', missing: ['task_id'] },
  });
  expect((await task.call('report_completed', { result: 'success' })).body.error).toBe('task_not_found');
  expect(await task.do('get_my_task')).toMatchObject({ task_id: null, task: null });
});

test('a delegated conversation takes place even if its work task is done before it begins', async ({ team }) => {
  const a = await worker(team);
  await a.chat.do('logout');
  const delegation_id = await delegate(a, { id: 'tester' });
  await a.task.do('report_completed', { result: 'success' });
  const { body } = await team.authenticate(a.id, await team.passkey(a.id));
  expect(body.purpose).toBe('chat');
  const chat = new Member(team, a.id, body.session_token);
  expect(await chat.do('get_next_action')).toMatchObject({ action: 'process_delegation', delegation_id });
  const reported = await chat.do('report_delegation_completed', { delegation_id });
  expect(reported).toMatchObject({ success: true, status: 'completed' });
});

test('a second delegation to the same agent that fails is reported, even though there was a conversation before', async ({
  team,
}) => {
  const [a, b] = [await worker(team), await team.member()];
  const first = await delegate(a, b);
  const conversation_id = await a.chat.talk(b);
  await a.chat.do('end_conversation', { conversation_id });
  await a.chat.do('report_delegation_completed', { delegation_id: first });
  expect((await a.task.do('get_notifications')).notifications).toMatchObject([{ action: 'conversation_ended' }]);
  const second = await delegate(a, b);
  await a.chat.do('report_delegation_completed', { delegation_id: second, status: 'failed' });
  expect((await a.task.do('get_notifications')).notifications).toMatchObject([
    { action: 'delegation_finished', message: 'failed', task_id: a.taskId },
  ]);
});

test('a session that was there before the work delegates for what its agent has in progress', async ({ team }) => {
  const id = await team.agent();
  const task = new Member(team, id, await team.session(id, 'task'));
  const taskId = await makeWork(team, { assignee: id, status: 'in_progress' });
  const args = { target_agent_id: 'tester', purpose: 'ask' };
  expect(await task.do('delegate_to_chat_session', args)).toMatchObject({ task_id: taskId });
  expect(await task.do('get_task_conversations')).toMatchObject({ task_id: taskId, total_conversations: 0 });
});
