/** A task terminal that a person has started: work for its agent goes there, one task after the other. */
import { expect } from 'vitest';
import { testInTeam } from '../../rig/team/team.js';
import { commandOf, notes, running, untilStatus } from '../../rig/team/teammates.js';
import { makeWork } from '../../rig/team/work.js';

const test = testInTeam();

test('work is bound to the live terminal and typed in, with an execution each; no other terminal is started', async ({
  team,
  home,
}) => {
  const id = await team.agent('lively', { command: commandOf(home.dir, 'nobody', []) });
  const terminal = await home.agent(id, { options: ['--project', 'shop'] });
  const tool = async (...args: string[]) => JSON.parse((await terminal.synapse('tool', ...args)).stdout);
  for (const title of ['first', 'second']) {
    const taskId = await makeWork(team, { title, assignee: id, status: 'in_progress', description: `do the ${title}` });
    const line = await terminal.line(new RegExp(`${taskId}: ${title}`));
    expect(line).toContain(`do the ${title}`);
    expect(line).toContain('synapse tool report_completed');
    expect(await tool('get_my_task')).toMatchObject({ task_id: taskId });
    expect(await tool('report_completed', '--result', 'success', '--summary', 'yes')).toMatchObject({ status: 'done' });
    expect((await tool('get_my_task')).error).toBe('session_token_invalid');
    await untilStatus(team, taskId, 'done');
    const { executions } = await team.ask(`/executions?project=shop&task=${taskId}`);
    expect(executions).toMatchObject([{ status: 'completed', exit_code: 0, has_log: true }]);
  }
  expect(running(team)).toEqual([id]);
  expect(terminal.lines().filter((line) => line.includes('Your work task is'))).toHaveLength(2);
});

test('of two tasks at once, the second is typed when the first is reported', async ({ team, home }) => {
  const id = await team.agent('patient', { command: commandOf(home.dir, 'nobody', []) });
  const terminal = await home.agent(id, { options: ['--project', 'shop'] });
  const urgent = { title: 'urgent', priority: 'urgent', assignee: id, status: 'in_progress' };
  const first = await makeWork(team, urgent);
  await terminal.line(new RegExp(first));
  const second = await makeWork(team, { ...urgent, title: 'later', priority: 'low' });
  await terminal.synapse('tool', 'report_completed', '--result', 'success');
  await terminal.line(new RegExp(second));
  await terminal.synapse('tool', 'report_completed', '--result', 'blocked', '--summary', 'no time');
  await untilStatus(team, second, 'blocked');
});

test('nothing is typed into a chat terminal after a logout; a new session is started for new chat', async ({
  team,
  home,
}) => {
  const id = await team.agent('talker', { command: commandOf(home.dir, 'tester', []) });
  const terminal = await home.agent(id, { options: ['--project', 'shop', '--purpose', 'chat'] });
  await terminal.synapse('tool', 'logout');
  await team.ask(`/projects/shop/agents/${id}/chat/messages`, { content: 'one more thing' });
  const heard = () => notes({ folder: home.dir }, id, 'chat').some(({ line }) => line?.endsWith('one more thing'));
  await expect.poll(heard).toBe(true);
  expect(home.entry(id).terminals?.map(({ session }) => session)).toEqual(['chat', 'chat-2']);
  expect(terminal.lines()).toEqual([]);
  // With its own terminal gone, the agent is what its session is.
  await home.run(['stop', id, '--session', 'chat']);
  expect(home.entry(id).terminals?.map(({ session }) => session)).toEqual(['chat-2']);
  const { agents } = await team.ask('/agents?project=shop');
  expect(agents.find((agent: { id: string }) => agent.id === id).status).toBe('ready');
});

test('after a logout without a report, the same task is typed again only if somebody restarts it', async ({
  team,
  home,
}) => {
  const id = await team.agent('leaver', { command: commandOf(home.dir, 'nobody', []) });
  const terminal = await home.agent(id, { options: ['--project', 'shop'] });
  const taskId = await makeWork(team, { title: 'first', assignee: id, status: 'in_progress' });
  const told = () => terminal.lines().filter((line) => line.includes(taskId)).length;
  await terminal.line(new RegExp(taskId));
  await terminal.synapse('tool', 'logout');
  const other = await makeWork(team, { title: 'other', assignee: id, status: 'todo' });
  expect(told()).toBe(1);
  for (const status of ['blocked', 'in_progress']) await team.ask(`/work/${taskId}/status`, { status });
  const mine = async () => (await terminal.synapse('tool', 'get_my_task')).stdout;
  await expect.poll(mine).toContain(`"task_id":"${taskId}"`);
  // The terminal may also be told that somebody changed the task.
  await expect.poll(told).toBeGreaterThanOrEqual(2);
  expect(terminal.lines().join()).not.toContain(other);
  expect(running(team)).toContain(id);
  expect(home.entry(id).terminals).toHaveLength(1);
});

test('a terminal whose task a person stops and restarts is told of both', async ({ team, home }) => {
  const id = await team.agent('stopped', { command: commandOf(home.dir, 'nobody', []) });
  const terminal = await home.agent(id, { options: ['--project', 'shop'] });
  const taskId = await makeWork(team, { title: 'first', assignee: id, status: 'in_progress' });
  await terminal.line(new RegExp(`${taskId}: first`));
  await team.ask(`/work/${taskId}/status`, { status: 'blocked', reason: 'no key' });
  await terminal.line(/status: in_progress → blocked; blocked_reason: no key/);
  await team.ask(`/work/${taskId}/status`, { status: 'in_progress', reason: 'key found' });
  expect(await terminal.line(/reason: key found/)).toContain(`synapse tool get_task --task_id ${taskId}`);
  expect(terminal.lines().filter((line) => line.includes('Your work task is'))).toHaveLength(1);
});
