/** Work tasks: their life cycle, who may change them, and how people manage them. */
import { expect } from 'vitest';
import { Member, testWithTools } from '../../rig/team/tools.js';
import { inTask, makeWork, shown, worker } from '../../rig/team/work.js';

const test = testWithTools();

const codeOf = async (call: Promise<{ status: number; body: { error?: string } }>) => {
  const { status, body } = await call;
  return `${status} ${body.error ?? 'ok'}`;
};

test('manager → worker: a batch is made, talked about, started from chat, worked on and reported', async ({ team }) => {
  const lead = await team.member({ manager: true, parent: 'tester' });
  const leadTask = await inTask(lead);
  const a = await team.member({ parent: lead.id });
  const made = await leadTask.do('create_tasks_batch', {
    tasks: [
      { local_id: 'ui', title: 'Dashboard', description: 'the page', priority: 'high', assignee_id: a.id },
      { local_id: 'test', title: 'Try it', description: '', dependencies: ['ui'] },
    ],
  });
  expect(made).toMatchObject({
    task_count: 2,
    tasks: [
      { local_id: 'ui', status: 'todo', assignee_id: a.id },
      { local_id: 'test', assignee_id: null },
    ],
  });
  const { ui, test: second } = made.local_id_to_real_id;
  expect(await leadTask.do('assign_task', { task_id: second, assignee_id: a.id })).toMatchObject({
    assignee_id: a.id,
    previous_assignee_id: null,
  });
  expect(await a.do('get_my_tasks')).toMatchObject({
    agent_id: a.id,
    total_count: 2,
    tasks: [{ task_id: ui, title: 'Dashboard', status: 'todo', priority: 'high' }, { task_id: second }],
  });

  const { delegation_id } = await leadTask.do('delegate_to_chat_session', {
    target_agent_id: a.id,
    purpose: 'explain',
  });
  const conversation_id = await lead.talk(a, { initial_message: 'please start the dashboard' });
  await a.do('get_pending_messages');
  await a.do('respond_chat', { content: 'now' });
  const blocked = await a.call('start_task_from_chat', { task_id: second, requester_id: lead.id });
  expect(blocked).toMatchObject({ status: 409, body: { error: 'dependency_not_complete', blocked_by: [ui] } });
  expect(await a.do('start_task_from_chat', { task_id: ui, requester_id: lead.id })).toMatchObject({
    previous_status: 'todo',
    new_status: 'in_progress',
  });
  await lead.do('report_delegation_completed', { delegation_id });
  await a.do('logout');

  const entered = await team.authenticate(a.id, await team.passkey(a.id));
  expect(entered.body).toMatchObject({ purpose: 'task', task_id: ui });
  const task = new Member(team, a.id, entered.body.session_token);
  expect(await task.do('get_next_action')).toMatchObject({ action: 'check_notifications', count: 1 });
  expect((await task.do('get_notifications')).notifications).toMatchObject([
    { action: 'task_assigned', task_id: second },
  ]);
  expect(await task.do('get_next_action')).toMatchObject({ action: 'work', task_id: ui, title: 'Dashboard' });
  expect(await task.do('report_completed', { result: 'success', summary: 'built', next_steps: 'try' })).toMatchObject({
    action: 'exit',
    status: 'done',
  });
  const { task: done, trail } = await shown(team, ui);
  expect(done).toMatchObject({ status: 'done', summary: 'built', next_steps: 'try', status_changed_by: a.id });
  expect(trail).toMatchObject([
    { executor_id: lead.id, via: 'task', changes: [] },
    {
      executor_id: a.id,
      requester_id: lead.id,
      conversation_id,
      via: 'chat',
      changes: [{ field: 'status', from: 'todo', to: 'in_progress' }],
    },
    { executor_id: a.id, requester_id: null, via: 'task' },
  ]);

  // The creator changes the other one on the owner's request, and it can begin now.
  const change = { task_id: second, description: 'on a phone', priority: 'urgent' };
  expect(await lead.do('update_task_from_chat', { ...change, requester_id: 'tester' })).toMatchObject({
    updated_fields: ['description', 'priority'],
    requester_id: 'tester',
    requester_unverified: true,
  });
  expect(await codeOf(lead.call('update_task_from_chat', { ...change, requester_id: lead.id }))).toBe(
    '403 unauthorized',
  );
  expect(await codeOf(leadTask.call('update_task_status', { task_id: second, status: 'in_progress' }))).toBe('200 ok');
});

test('create_tasks_batch is all or nothing, for oneself and those below', async ({ team }) => {
  const lead = await inTask(await team.member({ manager: true }));
  const below = await team.agent(undefined, { parent: lead.id });
  const other = await team.agent();
  await team.project('elsewhere').catch(() => {});
  await team.agent('outsider', { project: 'elsewhere' });
  const make = (assignee_id: string | undefined, more = {}) =>
    lead.call('create_tasks_batch', {
      tasks: [
        { local_id: 'a', title: 'one', assignee_id: lead.id },
        { local_id: 'b', title: 'two', assignee_id },
      ],
      ...more,
    });
  expect(await codeOf(make(below))).toBe('200 ok');
  const before = (await lead.do('list_tasks')).total_count;
  expect(await codeOf(make(other))).toBe('403 unauthorized');
  expect(await codeOf(make('nobody'))).toBe('404 agent_not_found');
  expect(await codeOf(make('outsider'))).toBe('403 agent_not_assigned_to_project');
  expect(await codeOf(make(below, { parent_task_id: 'tsk_none' }))).toBe('404 task_not_found');
  expect(await codeOf(make(below, { tasks: [{ local_id: 'a', title: 'x', dependencies: ['a'] }] }))).toBe(
    '400 invalid_argument',
  );
  expect((await lead.do('list_tasks')).total_count).toBe(before);
});

test('a subtask is created by those who may change its parent', async ({ team }) => {
  const lead = await team.member({ manager: true });
  const owner = await worker(team, { parent: lead.id });
  const helper = await team.member({ parent: owner.id });
  const stranger = await worker(team);
  const tasks = [{ local_id: 'a', title: 'part' }];
  const inParts = { parent_task_id: owner.taskId, tasks };
  for (const member of [owner.task, await inTask(lead)]) {
    expect(await codeOf(member.call('create_tasks_batch', inParts))).toBe('200 ok');
  }
  const asked = { title: 'mine', parent_task_id: owner.taskId };
  for (const member of [stranger.task, await inTask(helper)]) {
    expect(await codeOf(member.call('create_tasks_batch', inParts))).toBe('403 unauthorized');
    expect(await codeOf(member.call('request_task', asked))).toBe('403 unauthorized');
  }
  expect(await codeOf(owner.task.call('request_task', asked))).toBe('200 ok');
  // On the request of somebody who may.
  await owner.chat.talk(helper);
  await owner.chat.say(helper, 'please');
  expect(await codeOf(helper.call('request_task', asked))).toBe('403 unauthorized');
  await helper.do('get_pending_messages');
  expect((await helper.do('request_task', asked)).approval_status).toBe('approved');
});

test('update_task_status: its errors in their order', async ({ team }) => {
  const a = await worker(team);
  const other = await inTask(await team.member());
  const update = (member: Member, task_id: string, status: string) =>
    codeOf(member.call('update_task_status', { task_id, status }));
  expect(await update(a.task, 'tsk_none', 'finished')).toBe('400 invalid_status');
  expect(await update(a.task, 'tsk_none', 'done')).toBe('404 task_not_found');
  expect(await update(other, a.taskId, 'in_progress')).toBe('403 unauthorized');
  expect(await a.task.call('update_task_status', { task_id: a.taskId, status: 'in_progress' })).toMatchObject({
    status: 409,
    body: { error: 'invalid_status_transition', from: 'in_progress', to: 'in_progress' },
  });
  const part = await makeWork(team, { parent: a.taskId });
  expect(await a.task.call('update_task_status', { task_id: a.taskId, status: 'done' })).toMatchObject({
    status: 409,
    body: { error: 'incomplete_subtasks', subtasks: [part] },
  });
  await team.ask(`/work/${part}/status`, { status: 'cancelled' });
  expect(await update(a.task, a.taskId, 'done')).toBe('200 ok');
});

test('assign_task: for managers, downwards, and not out of another branch', async ({ team }) => {
  const lead = await team.member({ manager: true });
  const below = await team.agent(undefined, { parent: lead.id });
  const other = await worker(team);
  const free = await makeWork(team);
  const give = (task_id: string, assignee_id?: string, member = lead) =>
    codeOf(member.call('assign_task', { task_id, assignee_id }));
  expect(await give(free, below, other.chat)).toBe('403 manager_required');
  expect(await give('tsk_none', below)).toBe('404 task_not_found');
  expect(await give(free, 'nobody')).toBe('404 agent_not_found');
  expect(await give(free, other.id)).toBe('403 unauthorized');
  expect(await give(free, lead.id)).toBe('403 unauthorized');
  expect(await give(other.taskId, below)).toBe('403 unauthorized');
  expect(await give(free, below)).toBe('200 ok');
  expect(await give(free)).toBe('200 ok');
  expect((await lead.do('get_task', { task_id: free })).task.assignee_id).toBeNull();
});

test('request_task: approved at once on the request of somebody above, else somebody has to', async ({ team }) => {
  const lead = await team.member({ manager: true, parent: 'tester' });
  const a = await team.member({ parent: lead.id });
  const task = await inTask(a);
  const asked = await a.do('request_task', { title: 'tidy up' });
  expect(asked).toMatchObject({ approval_status: 'pending_approval', approvers: [lead.id, 'tester'] });
  const start = () => codeOf(task.call('update_task_status', { task_id: asked.task_id, status: 'in_progress' }));
  expect(await start()).toBe('409 approval_required');
  const peer = await team.member({ manager: true });
  expect(await codeOf(peer.call('approve_task_request', { task_id: asked.task_id }))).toBe('403 unauthorized');
  expect(await lead.do('approve_task_request', { task_id: asked.task_id })).toMatchObject({
    approval_status: 'approved',
  });
  expect(await codeOf(lead.call('reject_task_request', { task_id: asked.task_id }))).toBe(
    '409 invalid_status_transition',
  );
  expect(await start()).toBe('200 ok');
  await lead.talk(a, { initial_message: 'please tidy up' });
  await a.do('get_pending_messages');
  expect(await a.do('request_task', { title: 'tidy up' })).toMatchObject({ approval_status: 'approved' });
});

test('request_task: only superiors who may decide are asked', async ({ team }) => {
  const above = await team.member();
  const a = await team.member({ parent: above.id });
  const asked = await a.do('request_task', { title: 'tidy up' });
  expect(asked).toMatchObject({ approval_status: 'pending_approval', approvers: ['tester'] });
  expect(await codeOf(above.call('approve_task_request', { task_id: asked.task_id }))).toBe('403 manager_required');
  expect(await above.do('get_notifications')).toMatchObject({ count: 0 });
});

test('a reason is kept with a task that is blocked or cancelled, and refused with any other status', async ({
  team,
}) => {
  const a = await worker(team);
  const move = (status: string, reason = 'no time') =>
    codeOf(a.task.call('update_task_status', { task_id: a.taskId, status, reason }));
  expect(await move('done')).toBe('400 invalid_argument');
  for (const status of ['blocked', 'cancelled']) {
    await move(status, status);
    expect((await shown(team, a.taskId)).task).toMatchObject({ status, blocked_reason: status });
  }
});

test('report_completed: failed and blocked make the task blocked with the reason', async ({ team }) => {
  for (const result of ['failed', 'blocked']) {
    const a = await worker(team);
    expect(await codeOf(a.task.call('report_completed', { result: 'great' }))).toBe('400 invalid_argument');
    await a.task.do('report_completed', { result, summary: 'no network' });
    expect((await shown(team, a.taskId)).task).toMatchObject({
      status: 'blocked',
      result,
      blocked_reason: 'no network',
    });
  }
});

test('a session takes up what its agent has in progress: the highest priority, then the oldest', async ({ team }) => {
  const id = await team.agent();
  const task = new Member(team, id, await team.session(id, 'task'));
  expect((await task.do('get_next_action')).action).toBe('exit');
  const low = await makeWork(team, { assignee: id, status: 'in_progress', priority: 'low' });
  expect((await task.do('get_next_action')).task_id).toBe(low);
  const urgent = await makeWork(team, { assignee: id, status: 'in_progress', priority: 'urgent' });
  // It keeps the work it began; a new session begins with the most urgent work.
  expect((await task.do('get_next_action')).task_id).toBe(low);
  const { body } = await team.authenticate(id, await team.passkey(id), { purpose: 'task' });
  expect(body.task_id).toBe(urgent);
});

test('lists filter by status and assignee, and refuse an unknown status', async ({ team }) => {
  const a = await worker(team);
  await makeWork(team, { assignee: a.id, status: 'backlog' });
  expect(await a.task.do('list_tasks', { assignee_id: a.id, status: 'backlog' })).toMatchObject({ total_count: 1 });
  expect(await a.task.do('get_my_tasks', { limit: 1 })).toMatchObject({
    total_count: 2,
    tasks: [{ task_id: a.taskId }],
  });
  for (const tool of ['get_my_tasks', 'list_tasks', 'get_my_execution_history']) {
    expect(await codeOf(a.task.call(tool, { status: 'finished' }))).toBe('400 invalid_status');
  }
  expect(await codeOf(a.task.call('get_task', { task_id: 'tsk_none' }))).toBe('404 task_not_found');
});

test('when an agent leaves a project, its work becomes unassigned', async ({ team }) => {
  const a = await worker(team);
  const { delegation_id } = await a.task.do('delegate_to_chat_session', { target_agent_id: 'tester', purpose: 'ask' });
  await team.ask(`/agents/${a.id}/remove`, {});
  const { task, trail } = await shown(team, a.taskId);
  expect(task).toMatchObject({ status: 'in_progress', assignee_id: null });
  expect(trail.at(-1)).toMatchObject({ executor_id: 'tester', via: 'person', changes: [{ field: 'assignee_id' }] });
  const { delegations } = await team.ask('/delegations');
  expect(delegations).toContainEqual(expect.objectContaining({ delegation_id, status: 'failed' }));
});

test('what changes nothing leaves no trail', async ({ team }) => {
  const a = await team.member({ parent: 'tester' });
  const id = await makeWork(team, { assignee: a.id, description: 'same' });
  await team.ask(`/work/${id}/assign`, { assignee: a.id });
  await a.do('update_task_from_chat', { task_id: id, requester_id: 'tester', description: 'same' });
  expect((await shown(team, id)).trail).toHaveLength(1);
});

test('a finished task cannot get subtasks', async ({ team }) => {
  const a = await worker(team);
  const { taskId: parent_task_id } = a;
  await team.ask(`/work/${parent_task_id}/status`, { status: 'done' });
  const tasks = [{ local_id: 'a', title: 'late' }];
  expect(await codeOf(a.task.call('create_tasks_batch', { parent_task_id, tasks }))).toBe('400 invalid_argument');
  expect(await codeOf(a.task.call('request_task', { parent_task_id, title: 'late' }))).toBe('400 invalid_argument');
  const made = team.daemon.call('/work', { body: { project: 'shop', title: 'late', parent: parent_task_id } });
  expect(await codeOf(made)).toBe('400 invalid_argument');
});

test('an agent cannot report on a task that was reassigned', async ({ team }) => {
  const [a, b] = [await worker(team), await team.member()];
  await team.ask(`/work/${a.taskId}/assign`, { assignee: b.id });
  expect(await codeOf(a.task.call('report_completed', { result: 'success' }))).toBe('403 unauthorized');
  expect((await shown(team, a.taskId)).task).toMatchObject({ status: 'in_progress', assignee_id: b.id });
  expect((await a.task.do('get_notifications')).notifications).toMatchObject([{ action: 'task_changed' }]);
  expect((await a.task.do('get_next_action')).action).toBe('exit');
});
