/** What ran for which work task: recorded by the daemon of a task terminal, read by its agent and by people. */
import { expect } from 'vitest';
import { type TestTeam, testInTeam } from '../rig/team.js';
import { makeWork, shown } from '../rig/work.js';

const test = testInTeam();

async function start(team: TestTeam) {
  const lead = await team.member({ manager: true });
  const id = await team.agent(undefined, { parent: lead.id });
  const taskId = await makeWork(team, { title: 'say it', assignee: id, status: 'in_progress' });
  const terminal = await team.home.agent(id, { options: ['--project', 'shop'] });
  const tool = async (...args: string[]) => JSON.parse((await terminal.synapse('tool', ...args)).stdout);
  return { lead, id, taskId, terminal, tool };
}

test('a task terminal is an execution with its output as the log, until it reports', async ({ team, home }) => {
  const { id, taskId, tool } = await start(team);
  const { executions } = await tool('get_my_execution_history');
  expect(executions).toMatchObject([
    { task_id: taskId, task_title: 'say it', status: 'running', completed_at: null, exit_code: null, has_log: true },
  ]);
  const execution_id = executions[0].execution_id;
  await home.run(['send', id, 'written into the log']);
  await expect
    .poll(async () => (await tool('get_execution_log', '--execution_id', execution_id)).log_content.join('\n'))
    .toContain('written into the log');
  const both = await tool('get_execution_log', '--execution_id', execution_id, '--tail', '1', '--offset', '0');
  expect(both.error).toBe('invalid_argument');
  expect(await tool('report_completed', '--result', 'success')).toMatchObject({ action: 'exit', status: 'done' });
  const listed = await home.run(['execution', 'list', '--task', taskId]);
  expect(listed.stdout).toMatch(new RegExp(`${execution_id} +${id} +completed +0 `));
  expect((await home.run(['execution', 'log', execution_id])).stdout).toContain('written into the log');
  expect((await home.run(['execution', 'log', 'exec_none'])).code).toBe(3);
});

test('a log is for whoever it is of', async ({ team }) => {
  const { tool, lead } = await start(team);
  const [{ execution_id }] = (await tool('get_my_execution_history')).executions;
  expect(await lead.call('get_execution_log', { execution_id })).toMatchObject({
    status: 403,
    body: { error: 'unauthorized' },
  });
  expect(await lead.call('get_execution_log', { execution_id: 'exec_none' })).toMatchObject({
    status: 404,
    body: { error: 'execution_log_not_found', execution_id: 'exec_none' },
  });
  expect(await lead.do('get_my_execution_history')).toMatchObject({
    agent_id: lead.id,
    executions: [],
    total_count: 0,
  });
});

test('a program that ends without reporting leaves its task in progress, and the one above is told', async ({
  team,
  home,
}) => {
  const { id, taskId, lead } = await start(team);
  await home.run(['stop', id]);
  expect((await lead.do('get_notifications')).notifications).toMatchObject([
    { type: 'status_change', action: 'task_left', task_id: taskId },
  ]);
  expect((await shown(team, taskId)).task.status).toBe('in_progress');
  const { executions } = await team.ask(`/executions?task=${taskId}`);
  expect(executions).toMatchObject([{ status: 'failed', exit_code: null, agent_id: id }]);
});

test('a terminal that was started before its work is an execution from when it takes it up', async ({ team, home }) => {
  const id = await team.agent();
  const terminal = await home.agent(id, { options: ['--project', 'shop'] });
  const tool = async (...args: string[]) => JSON.parse((await terminal.synapse('tool', ...args)).stdout);
  expect((await tool('get_next_action')).action).toBe('exit');
  const taskId = await makeWork(team, { assignee: id, status: 'in_progress' });
  expect(await tool('get_next_action')).toMatchObject({ action: 'work', task_id: taskId });
  await expect
    .poll(async () => (await tool('get_my_execution_history')).executions)
    .toMatchObject([{ task_id: taskId }]);
});
