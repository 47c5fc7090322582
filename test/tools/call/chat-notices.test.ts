/** What a chat session tells the task session of the same agent: with an answer or instead of one, and never lost. */
import { expect } from 'vitest';
import { testWithTools } from '../../rig/team/tools.js';
import { worker } from '../../rig/team/work.js';

const test = testWithTools();

test('a notice comes with the answer to whatever is called next, once, the oldest first', async ({ team }) => {
  const a = await worker(team);
  const b = await team.member();
  const conversation_id = await a.chat.talk(b);
  for (const message of ['one', 'two']) {
    const sent = await a.chat.do('notify_task_session', { conversation_id, message, related_task_id: a.taskId });
    expect(sent).toEqual({
      success: true,
      notification_id: expect.stringMatching(/^ntf_/),
      target_agent_id: a.id,
      conversation_id,
      type: 'chat_session_notification',
      instruction: expect.any(String),
    });
  }
  const notices = [];
  for (const tool of ['get_my_tasks', 'get_next_action', 'get_my_task']) {
    const answer = await a.task.do(tool);
    expect(answer.success).toBe(true);
    notices.push(answer._chat_notification);
  }
  expect(notices).toEqual([
    {
      conversation_id,
      message: 'one',
      instruction: expect.stringContaining(`get_conversation_messages(conversation_id: "${conversation_id}")`),
      from: 'self_chat_session',
      related_task_id: a.taskId,
    },
    expect.objectContaining({ message: 'two' }),
    undefined,
  ]);
});

test('a chat session gets no notices or interrupts, and does not consume them', async ({ team }) => {
  const a = await worker(team);
  const conversation_id = await a.chat.talk(await team.member());
  await a.chat.do('notify_task_session', { conversation_id });
  await a.chat.do('notify_task_session', { conversation_id, priority: 'high' });
  const answer = await a.chat.do('get_my_tasks');
  expect([answer._chat_notification, answer.interrupt]).toEqual([undefined, undefined]);
  expect(await a.chat.do('get_notifications')).toMatchObject({ notifications: [], count: 0 });
  expect(await a.task.do('get_notifications')).toMatchObject({ count: 2 });
});

test('a tool that fails does not consume a notice', async ({ team }) => {
  const a = await worker(team);
  const conversation_id = await a.chat.talk(await team.member());
  await a.chat.do('notify_task_session', { conversation_id, message: 'look' });
  const failed = await a.task.call('get_task', { task_id: 'tsk_none' });
  expect(failed.status).toBe(404);
  expect(failed.body._chat_notification).toBeUndefined();
  expect((await a.task.do('get_my_task'))._chat_notification.message).toBe('look');
});

test('an interrupt comes before the tool runs, until it was read', async ({ team }) => {
  const a = await worker(team);
  const b = await team.member();
  const conversation_id = await a.chat.talk(b, { initial_message: 'stop' });
  const sent = await a.chat.do('notify_task_session', {
    conversation_id,
    message: 'urgent',
    related_task_id: a.taskId,
    priority: 'high',
  });
  expect(sent.type).toBe('interrupt');
  const args = { target_agent_id: b.id, content: 'not sent' };
  for (const _ of [1, 2]) {
    expect(await a.task.call('send_message', args)).toMatchObject({
      status: 200,
      body: {
        success: true,
        tool: 'send_message',
        tool_executed: false,
        interrupt: {
          notification_id: sent.notification_id,
          action: 'check_chat',
          conversation_id,
          task_id: a.taskId,
          message: 'urgent',
          instruction: expect.stringContaining('your own chat session'),
        },
      },
    });
  }
  // What is wrong with the call itself is said first.
  expect((await a.task.call('send_message')).body.error).toBe('missing_arguments');
  const other = await a.chat.talk(await team.member());
  await a.task.do('get_conversation_messages', { conversation_id: other });
  expect((await a.task.do('get_my_tasks')).tool_executed).toBe(false);
  const read = await a.task.do('get_conversation_messages', { conversation_id });
  expect(read).toMatchObject({ messages: [{ content: 'stop', sender_id: a.id }], total_count: 1, truncated: false });
  expect((await a.task.do('get_my_tasks')).tool_executed).toBeUndefined();
  expect((await b.do('get_pending_messages')).pending_messages).toHaveLength(1);
});

test('get_notifications clears an interrupt, unless it only peeks', async ({ team }) => {
  const a = await worker(team);
  const conversation_id = await a.chat.talk(await team.member());
  await a.chat.do('notify_task_session', { conversation_id, priority: 'high' });
  await a.chat.do('notify_task_session', { conversation_id, message: 'and this' });
  for (const mark_as_read of [false, true]) {
    const { notifications, count } = await a.task.do('get_notifications', { mark_as_read });
    expect(count).toBe(2);
    expect(notifications).toMatchObject([
      { type: 'interrupt', action: 'check_chat', conversation_id, task_id: null },
      { type: 'chat_session_notification', message: 'and this' },
    ]);
    expect((await a.task.do('get_my_tasks')).tool_executed).toBe(mark_as_read ? undefined : false);
  }
  expect((await a.task.do('get_my_tasks'))._chat_notification).toBeUndefined();
});

test('report_completed, update_task_status and logout are never replaced by an interrupt', async ({ team }) => {
  const a = await worker(team);
  const conversation_id = await a.chat.talk(await team.member());
  await a.chat.do('notify_task_session', { conversation_id, priority: 'high' });
  expect(await a.task.do('update_task_status', { task_id: a.taskId, status: 'blocked' })).toMatchObject({
    status: 'blocked',
  });
  expect(await a.task.do('report_completed', { result: 'blocked', summary: 'see chat' })).toMatchObject({
    action: 'exit',
    status: 'blocked',
  });
});

test('notify_task_session: its errors in their order', async ({ team }) => {
  const [a, c] = [await worker(team), await team.member()];
  const conversation_id = await a.chat.talk(await team.member());
  const call = async (member: typeof c, args: Record<string, unknown>) => {
    const { status, body } = await member.call('notify_task_session', { priority: 'now', ...args });
    return `${status} ${body.error}`;
  };
  expect(await call(a.chat, {})).toBe('400 missing_arguments');
  expect(await call(a.chat, { conversation_id: 'conv_none' })).toBe('404 conversation_not_found');
  expect(await call(c, { conversation_id })).toBe('403 not_conversation_participant');
  expect(await call(a.chat, { conversation_id })).toBe('400 invalid_argument');
});

test('get_conversation_messages: for those who took part', async ({ team }) => {
  const a = await worker(team);
  const conversation_id = await (await team.member()).talk(await team.member());
  const get = async (id: string) =>
    (await a.task.call('get_conversation_messages', { conversation_id: id })).body.error;
  expect(await get('conv_none')).toBe('conversation_not_found');
  expect(await get(conversation_id)).toBe('not_conversation_participant');
});

test('superiors are told of a block and of a request, and the agent of the decision', async ({ team }) => {
  const lead = await team.member({ manager: true });
  const a = await worker(team, { parent: lead.id });
  await a.task.do('update_task_status', { task_id: a.taskId, status: 'blocked', blocked_reason: 'no access' });
  const { task_id } = await a.task.do('request_task', { title: 'tidy up' });
  expect((await lead.do('get_notifications')).notifications).toMatchObject([
    { type: 'status_change', action: 'task_blocked', task_id: a.taskId, message: 'no access' },
    { type: 'status_change', action: 'task_requested', task_id, message: 'tidy up' },
  ]);
  await lead.do('reject_task_request', { task_id, reason: 'not now' });
  expect((await a.task.do('get_notifications')).notifications).toMatchObject([
    { type: 'status_change', action: 'task_rejected', task_id, message: 'not now' },
  ]);
});

test('with many calls at once, every notice is delivered once, and no answer is missing', async ({ team }) => {
  const a = await worker(team);
  const conversation_id = await a.chat.talk(await team.member());
  const messages = ['one', 'two', 'three', 'four'];
  for (const message of messages) await a.chat.do('notify_task_session', { conversation_id, message });
  const made = Array.from({ length: 12 }, (_, index) =>
    a.task.do('create_tasks_batch', { tasks: [{ local_id: 'a', title: `task ${index}`, assignee_id: a.id }] }),
  );
  const answers = await Promise.all(made);
  expect(answers.map(({ task_count }) => task_count)).toEqual(made.map(() => 1));
  expect((await a.chat.do('get_my_tasks', { status: 'todo' })).total_count).toBe(made.length);
  const told = answers.flatMap(({ _chat_notification: notice }) => notice?.message ?? []);
  expect(told.sort()).toEqual([...messages].sort());
});

test('a message of a person is passed on with its text, by its id or the id that a terminal shows', async ({
  team,
}) => {
  const a = await worker(team);
  await team.ask(`/projects/shop/agents/${a.id}/chat/messages`, { content: 'use blue' });
  const [{ id }] = (await a.chat.do('get_pending_messages')).pending_messages;
  const sent = await a.chat.do('notify_task_session', { message_id: id, message: 'look' });
  expect(sent).toMatchObject({ message_id: id, conversation_id: null, type: 'chat_session_notification' });
  const { _chat_notification: notice } = await a.task.do('get_my_task');
  expect(notice).toMatchObject({ message_id: id, conversation_id: null, message: 'look\n\ntester: use blue' });
  expect(notice.instruction).not.toContain('get_conversation_messages');

  const short = id.slice('msg_'.length, 'msg_'.length + 8);
  await a.chat.do('notify_task_session', { message_id: short, priority: 'high' });
  const { interrupt } = await a.task.do('get_my_task');
  expect(interrupt).toMatchObject({ message_id: id, message: 'tester: use blue' });
  expect(interrupt.instruction).toContain('get_notifications');
  expect((await a.task.do('get_notifications')).count).toBe(1);
  expect((await a.task.do('get_my_task')).task_id).toBe(a.taskId);
});

test('notify_task_session: a conversation or a message, and only one that the agent has received', async ({ team }) => {
  const [a, b] = [await worker(team), await worker(team)];
  await team.ask(`/projects/shop/agents/${b.id}/chat/messages`, { content: 'for b' });
  const [{ id }] = (await b.chat.do('get_pending_messages')).pending_messages;
  const conversation_id = await b.chat.talk(a.chat);
  const code = async (args: Record<string, unknown>) => {
    const { status, body } = await a.chat.call('notify_task_session', args);
    return `${status} ${body.error ?? body.conversation_id}`;
  };
  expect(await code({})).toBe('400 missing_arguments');
  expect(await code({ message_id: id })).toBe('404 message_not_found');
  expect(await code({ message_id: 'x' })).toBe('404 message_not_found');
  expect(await code({ message_id: id, conversation_id: 'conv_none' })).toBe('404 conversation_not_found');
  const said = (await b.chat.say(a.chat, 'hello')).body.message_id;
  expect(await code({ message_id: said })).toBe(`200 ${conversation_id}`);
});
