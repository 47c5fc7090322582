/** Who is told what when a work task changes, how a session learns of it, and how a blocked task goes on. */
import { expect } from 'vitest';
import { wantedSessions } from '../../../src/team/sessions/wanted-sessions.js';
import type { Member } from '../../rig/team/tools.js';
import { testWithTools } from '../../rig/team/tools.js';
import { inTask, makeWork, worker } from '../../rig/team/work.js';

const test = testWithTools();

const read = async (member: Member): Promise<string[]> =>
  (await member.do('get_notifications')).notifications.map(
    ({ action, task_id, message }: Record<string, string>) => `${action} ${task_id} ${message ?? '-'}`,
  );

test('creator and parent hear of done, failed and blocked; the assignee of what others change', async ({ team }) => {
  const lead = await team.member({ manager: true, parent: 'tester' });
  const creator = await team.member({ manager: true, parent: 'tester' });
  const creatorTask = await inTask(creator);
  const a = await team.member({ parent: lead.id });
  const aTask = await inTask(a);
  const made = await makeWork(team, { title: 'dig' });
  const leadTask = await inTask(lead);
  await leadTask.do('assign_task', { task_id: made, assignee_id: a.id });
  expect(await aTask.do('get_next_action')).toMatchObject({ action: 'check_notifications', count: 1 });
  expect(await read(aTask)).toEqual([`task_assigned ${made} assignee_id: - → ${a.id}`]);
  await leadTask.do('update_task_status', { task_id: made, status: 'in_progress' });
  expect(await aTask.do('get_next_action')).toMatchObject({ action: 'work', task_id: made });
  expect(await read(aTask)).toEqual([]);
  await aTask.do('report_completed', { result: 'failed', summary: 'rock' });
  expect(await read(lead)).toEqual([`task_failed ${made} rock`]);
  const { messages } = await team.ask('/chat/unread');
  expect(messages).toMatchObject([{ task_id: made, text: expect.stringMatching(/"dig" has failed[\s\S]*rock/) }]);
  await team.ask('/chat/read', { ids: messages.map(({ id }: { id: string }) => id) });
  expect(await read(creatorTask)).toEqual([]);
});

test('get_next_action asks a session to read its notifications: after delegations and before messages, or before work', async ({
  team,
}) => {
  const lead = await team.member({ manager: true });
  const a = await worker(team, { parent: lead.id });
  const waiting = lead.do('get_next_action', { timeout_seconds: 20 });
  await a.task.do('update_task_status', { task_id: a.taskId, status: 'blocked', reason: 'rock' });
  const answer = await waiting;
  expect(answer).toMatchObject({ action: 'check_notifications', count: 1 });
  expect(answer.instruction).toContain('get_notifications');
  expect(await lead.do('get_next_action')).toMatchObject({ action: 'check_notifications', count: 1 });
  expect((await lead.do('get_notifications')).count).toBe(1);
  expect((await lead.do('get_next_action')).action).toBe('wait_for_messages');

  await team.ask(`/work/${a.taskId}/status`, { status: 'in_progress' });
  await team.ask(`/work/${await makeWork(team, { assignee: a.id })}/status`, { status: 'cancelled' });
  expect(await a.task.do('get_next_action')).toMatchObject({ action: 'check_notifications', count: 2 });
  expect((await a.task.do('get_notifications')).count).toBe(2);
  expect(await a.task.do('get_next_action')).toMatchObject({ action: 'work', task_id: a.taskId });
});

test('work that was assigned and started is told by the work itself', async ({ team }) => {
  const a = await team.member();
  const task_id = await makeWork(team);
  await team.ask(`/work/${task_id}/assign`, { assignee: a.id });
  await team.ask(`/work/${task_id}/status`, { status: 'in_progress' });
  const task = await inTask(a);
  expect(await task.do('get_notifications', { mark_as_read: false })).toMatchObject({ count: 2 });
  expect(await task.do('get_next_action')).toMatchObject({ action: 'work', task_id });
  expect(await task.do('get_notifications')).toMatchObject({ count: 0 });
  await team.ask(`/work/${task_id}/assign`, { assignee: (await team.member()).id });
  expect(await task.do('get_next_action')).toMatchObject({ action: 'check_notifications' });
});

test('a new session is told by the work what was changed before it began, and of later changes by a notice', async ({
  team,
}) => {
  const a = await worker(team);
  await a.task.do('logout');
  await team.ask(`/work/${a.taskId}/status`, { status: 'blocked', reason: 'no key' });
  await team.ask(`/work/${a.taskId}/status`, { status: 'in_progress' });
  await team.pass(1_000);
  const task = await inTask(a.chat);
  expect(await task.do('get_next_action')).toMatchObject({ action: 'work', task_id: a.taskId });
  await team.pass(1_000);
  await team.ask(`/work/${a.taskId}/status`, { status: 'blocked', reason: 'no key' });
  expect(await task.do('get_next_action')).toMatchObject({ action: 'check_notifications', count: 1 });
});

test('a reason that a person gives for a status is told with it, whatever the status', async ({ team }) => {
  const lead = await team.member({ manager: true });
  const a = await worker(team, { parent: lead.id });
  await team.ask(`/work/${a.taskId}/status`, { status: 'done', reason: 'good enough' });
  const [forAssignee] = (await a.task.do('get_notifications')).notifications;
  expect(forAssignee.message).toContain('status: in_progress → done; reason: good enough');
  const [forLead] = (await lead.do('get_notifications')).notifications;
  expect(forLead.message).toContain('good enough');
});

test('notifications alone do not choose a chat session, and do not hide what does', async ({ team }) => {
  const lead = await team.agent(undefined, { manager: true });
  const a = await worker(team, { parent: lead });
  await a.task.do('update_task_status', { task_id: a.taskId, status: 'blocked' });
  const passkey = await team.passkey(lead);
  expect((await team.authenticate(lead, passkey)).body.error).toBe('no_valid_purpose');
  await a.chat.do('start_conversation', { target_agent_id: lead });
  expect((await team.authenticate(lead, passkey)).body.purpose).toBe('chat');
});

test('the work has everything to begin with: description, parent and subtasks, and how to go on', async ({ team }) => {
  const id = await team.agent();
  const parent = await makeWork(team, { title: 'garden' });
  const task_id = await makeWork(team, {
    ...{ title: 'dig', description: 'two meters', assignee: id, status: 'in_progress', parent },
  });
  const part = await makeWork(team, { title: 'measure', parent: task_id });
  const { body } = await team.call('get_next_action', await team.session(id, 'task'));
  expect(body).toMatchObject({
    ...{ action: 'work', task_id, title: 'dig', description: 'two meters', status: 'in_progress' },
    parent_task_id: parent,
    subtasks: [{ task_id: part, title: 'measure', status: 'todo' }],
    open_conversations: [],
    open_delegations: [],
  });
  for (const tool of ['get_task', 'delegate_to_chat_session', 'report_completed'])
    expect(body.instruction).toContain(tool);
});

test('a report names what is still open for the task', async ({ team }) => {
  const [a, b] = [await worker(team), await team.member()];
  const { delegation_id } = await a.task.do('delegate_to_chat_session', { target_agent_id: b.id, purpose: 'talk' });
  const conversation_id = await a.chat.talk(b);
  const report = await a.task.do('report_completed', { result: 'success' });
  expect(report).toMatchObject({
    open_conversations: [{ conversation_id }],
    open_delegations: [{ delegation_id }],
    instruction: expect.stringContaining(conversation_id),
  });
});

test.for(['conversation', 'report', 'failed report', 'message of a person', 'late message of a person'])(
  'a blocked task hears of what it waited for: %s',
  async (what, { team }) => {
    const lead = await team.member({ manager: true });
    const [a, b] = [await worker(team, { parent: lead.id }), await team.member()];
    const isPerson = what.includes('person');
    const target = isPerson ? 'tester' : b.id;
    const { delegation_id } = await a.task.do('delegate_to_chat_session', { target_agent_id: target, purpose: 'ask' });
    const conversation_id = isPerson ? null : await a.chat.talk(b);
    if (what === 'late message of a person') await a.chat.do('report_delegation_completed', { delegation_id });
    await a.task.do('update_task_status', { task_id: a.taskId, status: 'blocked', reason: 'no answer yet' });
    await a.task.do('get_notifications');
    await a.task.do('logout');
    if (what === 'conversation') await b.do('end_conversation', { conversation_id });
    else if (isPerson) await team.ask(`/projects/shop/agents/${a.id}/chat/messages`, { content: 'blue' });
    else {
      const status = what === 'report' ? 'completed' : 'failed';
      await a.chat.do('report_delegation_completed', { delegation_id, result: 'blue', status });
    }
    const inChat = (await a.chat.do('get_notifications', { mark_as_read: false })).notifications;
    expect(inChat).toMatchObject([
      {
        type: 'status_change',
        action: 'wait_over',
        task_id: a.taskId,
        instruction: expect.stringContaining('in_progress'),
      },
    ]);
    expect(inChat[0].instruction).not.toContain('update_task_status');
    // It must not claim an answer that nobody has seen.
    expect(inChat[0].instruction).toContain(isPerson ? 'has written to you' : 'has finished talking');
    if (what !== 'conversation') expect(inChat[0].message).toBe('blue');
    const again = await inTask(a.chat);
    expect(await again.do('get_next_action')).toMatchObject({ action: 'check_notifications', count: 1 });
    const [notice] = (await again.do('get_notifications')).notifications;
    expect(notice.instruction).toContain(`update_task_status(task_id: "${a.taskId}", status: "in_progress")`);
    expect(notice.instruction).toContain('"todo"');
    expect(await again.do('update_task_status', { task_id: a.taskId, status: 'in_progress' })).toMatchObject({
      previous_status: 'blocked',
    });
    expect(await again.do('get_next_action')).toMatchObject({ action: 'work', task_id: a.taskId });
  },
);

test('a blocked task hears of the last of its subtasks, and goes on', async ({ team }) => {
  const lead = await worker(team, { manager: true, profile: 'shell', command: 'cat' });
  const a = await team.member({ parent: lead.id });
  const wanted = async () => (await team.team.look(wantedSessions)).filter(({ agentId }) => agentId === lead.id);
  const tasks = ['one', 'two', 'three'].map((local_id) => ({ local_id, title: local_id, assignee_id: a.id }));
  const made = await lead.task.do('create_tasks_batch', { parent_task_id: lead.taskId, tasks });
  const [one, two, three] = Object.values(made.local_id_to_real_id);
  await lead.task.do('report_completed', { result: 'blocked', summary: 'waits for its parts' });
  await team.pass(1_000);
  const task = await inTask(a);
  const move = async (task_id: unknown, ...statuses: string[]) => {
    for (const status of statuses) await task.do('update_task_status', { task_id, status });
  };
  await move(one, 'in_progress', 'done');
  await move(two, 'cancelled');
  expect(await wanted()).toEqual([]);
  await move(three, 'in_progress', 'blocked');
  expect(await wanted()).toMatchObject([{ purpose: 'task', taskId: lead.taskId }]);
  const { notifications } = await (await inTask(lead.chat)).do('get_notifications');
  const [notice] = notifications.filter(({ action }: { action: string }) => action === 'wait_over');
  expect(notice.instruction).toMatch(
    /^The subtasks of tsk_\w+ are done, cancelled or blocked\..*status: "in_progress"/,
  );
});

test('a blocked task hears of the answer in a conversation that its own session started', async ({ team }) => {
  const [a, b] = [await worker(team), await team.member()];
  const send = { target_agent_id: b.id, content: 'which color?', auto_start_conversation: true };
  await a.task.do('send_message', send);
  await a.task.do('update_task_status', { task_id: a.taskId, status: 'blocked', reason: 'no answer yet' });
  await b.do('send_message', { target_agent_id: a.id, content: 'blue' });
  const { notifications } = await a.task.do('get_notifications');
  expect(notifications).toMatchObject([{ action: 'wait_over', message: 'blue', task_id: a.taskId }]);
});

test('a blocked task whose wait is over asks for one task session, as long as none has heard of it', async ({
  team,
}) => {
  const a = await worker(team, { profile: 'shell', command: 'cat' });
  const wanted = async () =>
    (await team.team.look(wantedSessions)).filter(({ agentId, purpose }) => agentId === a.id && purpose === 'task');
  const { delegation_id } = await a.task.do('delegate_to_chat_session', { target_agent_id: 'tester', purpose: 'ask' });
  await a.task.do('report_completed', { result: 'blocked', summary: 'no answer yet' });
  await team.pass(1_000);
  expect(await wanted()).toEqual([]);
  await a.chat.do('report_delegation_completed', { delegation_id, result: 'blue' });
  expect(await wanted()).toMatchObject([{ taskId: a.taskId }]);
  await team.pass(1_000);
  const task = await inTask(a.chat);
  expect(await wanted()).toEqual([]);
  // It decides to do nothing about it, and is not asked again.
  await task.do('logout');
  expect(await wanted()).toEqual([]);
  await team.pass(1_000);
  await team.ask(`/projects/shop/agents/${a.id}/chat/messages`, { content: 'or green' });
  expect(await wanted()).toMatchObject([{ taskId: a.taskId }]);
  await team.ask(`/work/${a.taskId}/status`, { status: 'cancelled' });
  expect(await wanted()).toEqual([]);
});

test('a task that is not blocked, or did not ask, hears nothing', async ({ team }) => {
  const a = await worker(team);
  const { delegation_id } = await a.task.do('delegate_to_chat_session', { target_agent_id: 'tester', purpose: 'ask' });
  await a.chat.do('report_delegation_completed', { delegation_id, result: 'blue' });
  const b = await worker(team);
  await b.task.do('update_task_status', { task_id: b.taskId, status: 'blocked' });
  for (const { id } of [a, b]) await team.ask(`/projects/shop/agents/${id}/chat/messages`, { content: 'hello' });
  for (const { chat } of [a, b]) expect((await chat.do('get_notifications')).count).toBe(0);
});
