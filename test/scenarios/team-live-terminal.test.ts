/** A task terminal that a person has started: work for its agent goes there, one task after the other. */
import { expect } from 'vitest';
import { testInTeam } from '../rig/team.js';
import { commandOf, running, untilStatus } from '../rig/teammates.js';
import { makeWork } from '../rig/work.js';

const test = testInTeam();

test('work is bound to the live terminal and typed in, with an execution each; no other terminal is started', {
  timeout: 60_000,
}, async ({ team, home }) => {
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

test('two tasks at once: the second is typed in when the first is reported', { timeout: 60_000 }, async ({
  team,
  home,
}) => {
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

test('a chat terminal that has logged out is back when somebody writes', { timeout: 60_000 }, async ({
  team,
  home,
}) => {
  const id = await team.agent('talker', { command: commandOf(home.dir, 'nobody', []) });
  const terminal = await home.agent(id, { options: ['--project', 'shop', '--purpose', 'chat'] });
  await terminal.synapse('tool', 'logout');
  await team.ask(`/projects/shop/agents/${id}/chat/messages`, { content: 'one more thing' });
  await terminal.line(/one more thing/);
  const answered = await terminal.synapse('reply', 'what is it?');
  expect(answered.code).toBe(0);
  expect(JSON.parse((await terminal.synapse('tool', 'get_next_action')).stdout).action).toBe('wait_for_messages');
  expect(running(team)).toContain(id);
  expect(running(team)).not.toContain(`${id}.chat`);
});
