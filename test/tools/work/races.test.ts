/** Several callers change the same work at once, over two connections: one wins, the others are told, nothing happens twice. */
import { expect } from 'vitest';
import type { Door } from '../../rig/team/members.js';
import { type Member, type ToolTeam, testWithTools } from '../../rig/team/tools.js';
import { inTask, makeWork, shown, worker } from '../../rig/team/work.js';

const test = testWithTools();
const ROUNDS = 6;

/** Two connections to the store, as two daemons have them. */
const doors = async (team: ToolTeam): Promise<readonly [Door, Door]> => [await team.another(), await team.another()];

const through = async (door: Door, { token }: Member, tool: string, args: Record<string, unknown>) => {
  const { status, body } = await door.call(`/tools/${tool}`, { key: token, body: args });
  return `${status} ${body.error ?? 'ok'}`;
};

test('two managers assign the same free task: one gets it', async ({ team }) => {
  const [one, other] = await doors(team);
  const leads = [await team.member({ manager: true }), await team.member({ manager: true })];
  const workers = await Promise.all(leads.map(({ id }) => team.agent(undefined, { parent: id })));
  for (let round = 0; round < ROUNDS; round += 1) {
    const task_id = await makeWork(team);
    const assign = (door: Door, place: 0 | 1) =>
      through(door, leads[place] as Member, 'assign_task', { task_id, assignee_id: workers[place] });
    const answers = await Promise.all([assign(one, 0), assign(other, 1)]);
    expect([...answers].sort()).toEqual(['200 ok', '403 unauthorized']);
    const { task, trail } = await shown(team, task_id);
    expect(task.assignee_id).toBe(workers[answers.indexOf('200 ok')]);
    expect(trail).toHaveLength(2);
  }
});

test('approve and reject at once: one of them counts, and the agent is told once', async ({ team }) => {
  const [one, other] = await doors(team);
  const top = await team.member({ manager: true });
  const lead = await team.member({ manager: true, parent: top.id });
  const a = await team.member({ parent: lead.id });
  for (let round = 0; round < ROUNDS; round += 1) {
    const { task_id } = await a.do('request_task', { title: 'tidy up' });
    const answers = await Promise.all([
      through(one, lead, 'approve_task_request', { task_id }),
      through(other, top, 'reject_task_request', { task_id }),
    ]);
    expect([...answers].sort()).toEqual(['200 ok', '409 invalid_status_transition']);
    const { task } = await shown(team, task_id);
    const isApproved = answers[0] === '200 ok';
    expect([task.approval, task.status]).toEqual(isApproved ? ['approved', 'todo'] : ['rejected', 'cancelled']);
    expect((await a.do('get_notifications')).notifications).toMatchObject([
      { action: isApproved ? 'task_approved' : 'task_rejected', task_id },
    ]);
  }
});

test('a task starts only after its dependencies are done, however close in time', async ({ team }) => {
  const [one, other] = await doors(team);
  const a = await inTask(await team.member());
  const tasks = [
    { local_id: 'first', title: 'first', assignee_id: a.id },
    { local_id: 'second', title: 'second', assignee_id: a.id, dependencies: ['first'] },
  ];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { local_id_to_real_id: ids } = await a.do('create_tasks_batch', { tasks });
    await a.do('update_task_status', { task_id: ids.first, status: 'in_progress' });
    const [done, begun] = await Promise.all([
      through(one, a, 'update_task_status', { task_id: ids.first, status: 'done' }),
      through(other, a, 'update_task_status', { task_id: ids.second, status: 'in_progress' }),
    ]);
    expect(done).toBe('200 ok');
    const [first, second] = [await shown(team, ids.first), await shown(team, ids.second)];
    if (begun === '200 ok') expect(second.trail.at(-1).at >= first.trail.at(-1).at).toBe(true);
    else expect([begun, second.task.status]).toEqual(['409 dependency_not_complete', 'todo']);
  }
});

test('the last open subtask and its parent are done at once: never the parent alone', async ({ team }) => {
  const [one, other] = await doors(team);
  for (let round = 0; round < ROUNDS; round += 1) {
    const a = await worker(team);
    const part = await makeWork(team, { assignee: a.id, parent: a.taskId, status: 'in_progress' });
    const [parent, made] = await Promise.all([
      through(one, a.task, 'update_task_status', { task_id: a.taskId, status: 'done' }),
      through(other, a.task, 'update_task_status', { task_id: part, status: 'done' }),
    ]);
    expect(made).toBe('200 ok');
    expect(['200 ok', '409 incomplete_subtasks']).toContain(parent);
    expect((await shown(team, a.taskId)).task.status).toBe(parent === '200 ok' ? 'done' : 'in_progress');
  }
});

test('with an interrupt among calls, every answer says whether the tool ran', async ({ team }) => {
  const [one, other] = await doors(team);
  const a = await worker(team);
  const conversation_id = await a.chat.talk(await team.member());
  const calls = Array.from({ length: 24 }, async (_, index) => {
    if (index === 8) await a.chat.do('notify_task_session', { conversation_id, priority: 'high', message: 'stop' });
    const tasks = [{ local_id: 'a', title: `task ${index}`, assignee_id: a.id }];
    const door = index % 2 === 0 ? one : other;
    return (await door.call('/tools/create_tasks_batch', { key: a.task.token, body: { tasks } })).body;
  });
  const answers = await Promise.all(calls);
  const titles = answers.flatMap(({ tasks }) => tasks?.map(({ title }: { title: string }) => title) ?? []);
  const replaced = answers.filter(({ tool_executed }) => tool_executed === false);
  expect(titles.length + replaced.length).toBe(answers.length);
  expect((await a.task.do('get_my_tasks')).interrupt).toMatchObject({ message: 'stop' });
  await a.task.do('get_notifications');
  const listed = await a.chat.do('get_my_tasks', { status: 'todo', limit: 100 });
  expect(listed.tasks.map(({ title }: { title: string }) => title).sort()).toEqual([...titles].sort());
  expect(listed.total_count).toBe(titles.length);
});

test('if two sessions ask for delegations at once, each delegation goes to one of them', async ({ team }) => {
  const [one, other] = await doors(team);
  const a = await worker(team);
  for (let round = 0; round < ROUNDS; round += 1) {
    const { delegation_id } = await a.task.do('delegate_to_chat_session', {
      target_agent_id: 'tester',
      purpose: 'ask',
    });
    const next = async (door: Door) =>
      (await door.call('/tools/get_next_action', { key: a.chat.token, body: {} })).body.action;
    const actions = await Promise.all([next(one), next(other)]);
    expect(actions.sort()).toEqual(['process_delegation', 'wait_for_messages']);
    const report = (door: Door) => through(door, a.chat, 'report_delegation_completed', { delegation_id });
    expect((await Promise.all([report(one), report(other)])).sort()).toEqual([
      '200 ok',
      '409 delegation_already_processed',
    ]);
  }
});

test('of two simultaneous reports of one session, one counts, and the other finds no session', async ({ team }) => {
  const [one, other] = await doors(team);
  for (let round = 0; round < ROUNDS / 2; round += 1) {
    const a = await worker(team);
    const report = (door: Door, summary: string) =>
      through(door, a.task, 'report_completed', { result: 'success', summary });
    const answers = await Promise.all([report(one, 'first'), report(other, 'second')]);
    expect([...answers].sort()).toEqual(['200 ok', '401 session_token_invalid']);
    const { task, trail } = await shown(team, a.taskId);
    expect(task.summary).toBe(answers[0] === '200 ok' ? 'first' : 'second');
    expect(trail).toHaveLength(2);
  }
});

test('the counts match the tasks after everything that can happen to a task', async ({ team }) => {
  const lead = await inTask(await team.member({ manager: true }));
  const a = await inTask(await team.member({ parent: lead.id }));
  const tasks = Array.from({ length: 9 }, (_, index) => ({
    local_id: `${index}`,
    title: `${index}`,
    assignee_id: a.id,
  }));
  const { local_id_to_real_id: ids } = await lead.do('create_tasks_batch', { tasks });
  await lead.do('assign_task', { task_id: ids[0] });
  await lead.do('assign_task', { task_id: ids[1], assignee_id: a.id });
  for (const status of ['in_progress', 'done']) await a.do('update_task_status', { task_id: ids[2], status });
  await a.do('update_task_status', { task_id: ids[3], status: 'backlog' });
  await a.do('update_task_status', { task_id: ids[4], status: 'done' });
  const { task_id } = await a.do('request_task', { title: 'more' });
  await lead.do('reject_task_request', { task_id });
  const counts = async (args: Record<string, unknown> = {}) => {
    const { total_count, tasks } = await a.do('get_my_tasks', { limit: 100, ...args });
    expect(tasks).toHaveLength(total_count);
    return total_count;
  };
  expect(await counts()).toBe(9);
  const byStatus = ['backlog', 'todo', 'in_progress', 'blocked', 'done', 'cancelled'].map((status) =>
    counts({ status }),
  );
  expect(await Promise.all(byStatus)).toEqual([1, 6, 0, 0, 1, 1]);
});
