/** What ran for which work task: recorded by the daemon of a task terminal, read by its agent and by people. */
import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Agent } from '../../rig/home/home.js';
import { Member, type TestTeam, testInTeamInProcess } from '../../rig/team/team.js';
import { makeWork, shown } from '../../rig/team/work.js';

const test = testInTeamInProcess();

async function start(team: TestTeam) {
  const lead = await team.member({ manager: true });
  const id = await team.agent(undefined, { parent: lead.id });
  const taskId = await makeWork(team, { title: 'say it', assignee: id, status: 'in_progress' });
  const terminal = await team.home.agent(id, { options: ['--project', 'shop'] });
  return { lead, id, taskId, terminal, program: await programOf(team, terminal) };
}

/** The program in a terminal, with the session that the terminal gave it. */
async function programOf(team: TestTeam, terminal: Agent): Promise<Member> {
  const { stdout } = await terminal.inside(['sh', '-c', 'printf %s "$SYNAPSE_SESSION_TOKEN"']);
  return new Member(team, terminal.id, stdout);
}

test('a task terminal is an execution with its output as the log, until it reports', async ({ team, home }) => {
  const { id, taskId, terminal, program } = await start(team);
  const { stdout } = await terminal.synapse('tool', 'get_my_execution_history');
  const { executions } = JSON.parse(stdout);
  expect(executions).toMatchObject([
    { task_id: taskId, task_title: 'say it', status: 'running', completed_at: null, exit_code: null, has_log: true },
  ]);
  const execution_id = executions[0].execution_id;
  await home.run(['send', id, 'written into the log']);
  await expect
    .poll(async () => (await program.do('get_execution_log', { execution_id })).log_content.join('\n'))
    .toContain('written into the log');
  const both = await program.do('get_execution_log', { execution_id, tail: 1, offset: 0 });
  expect(both.error).toBe('invalid_argument');
  expect(await program.do('report_completed', { result: 'success' })).toMatchObject({ action: 'exit', status: 'done' });
  const run = (...words: string[]) => home.run(['execution', ...words]);
  const [listed, log, ...unknown] = await Promise.all([
    run('list', '--task', taskId),
    run('log', execution_id),
    run('log', 'exec_none'),
    run('list', '--task', 'tsk_none'),
    run('list', '--project', 'nowhere'),
  ]);
  expect(listed.stdout).toMatch(new RegExp(`${execution_id} +${id} +completed +0 `));
  expect(log.stdout).toContain('written into the log');
  expect(unknown.map(({ code }) => code)).toEqual([3, 3, 3]);
});

test('an agent can read only its own logs', async ({ team }) => {
  const { program, lead } = await start(team);
  const [{ execution_id }] = (await program.do('get_my_execution_history')).executions;
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

test('if a program ends without a report, its task stays in progress, and its superior is told', async ({
  team,
  home,
}) => {
  const { id, taskId, lead } = await start(team);
  await home.stop(id);
  expect((await lead.do('get_notifications')).notifications).toMatchObject([
    { type: 'status_change', action: 'task_left', task_id: taskId },
  ]);
  expect((await shown(team, taskId)).task.status).toBe('in_progress');
  const { executions } = await team.ask(`/executions?task=${taskId}`);
  expect(executions).toMatchObject([{ status: 'failed', agent_id: id }]);
});

test('a program that a person stops has not failed', async ({ team }) => {
  const { taskId, terminal, lead } = await start(team);
  expect((await terminal.call('/control/stop', { body: {} })).status).toBe(200);
  const executions = async () => (await team.ask(`/executions?task=${taskId}`)).executions;
  await expect.poll(executions).toMatchObject([{ status: 'stopped', completed_at: expect.any(String) }]);
  expect((await shown(team, taskId)).task.status).toBe('in_progress');
  expect((await lead.do('get_notifications')).count).toBe(1);
});

/** What a program in a task terminal leaves when it ends without a report. */
async function endOf(team: TestTeam, script: string) {
  const id = await team.agent(undefined, { parent: 'tester' });
  const task = await makeWork(team, { title: `run ${script}`, assignee: id, status: 'in_progress' });
  await team.home.agent(id, { options: ['--project', 'shop'], program: ['sh', '-c', script] });
  const executions = async () => (await team.ask(`/executions?task=${task}`)).executions;
  await expect.poll(async () => (await executions())[0]?.status).toBe('failed');
  return { id, task, execution: (await executions())[0] };
}

test.for([
  ['echo almost; sleep 1; exit 7', 7],
  ['echo done; sleep 0.2; exit 0', 0],
  ['echo ouch; sleep 0.2; kill -TERM $$', 143],
] as const)('%s: the execution has exit code %i, and the task stays in progress', async ([script, code], { team }) => {
  const { id, task, execution } = await endOf(team, script);
  expect(execution).toMatchObject({ exit_code: code, agent_id: id, completed_at: expect.any(String) });
  if (script.includes('sleep 1')) expect(execution.duration_seconds).toBeGreaterThanOrEqual(1);
  expect((await shown(team, task)).task).toMatchObject({ status: 'in_progress', result: null });
  const { messages } = await team.ask('/chat/unread?limit=500');
  expect(messages.filter((each: { task_id: string }) => each.task_id === task)).toMatchObject([
    { kind: 'notice', action: 'task_left', from: id },
  ]);
});

test('nobody is told if the task was reassigned before its program ended', async ({ team, home }) => {
  const { id, taskId, lead } = await start(team);
  const other = await team.agent(undefined, { parent: lead.id });
  await team.ask(`/work/${taskId}/assign`, { assignee: other });
  await home.stop(id);
  const { executions } = await team.ask(`/executions?task=${taskId}`);
  expect(executions).toMatchObject([{ status: 'failed', agent_id: id }]);
  expect(await lead.do('get_notifications')).toMatchObject({ count: 0 });
});

test('prune deletes ended executions with their logs, and none that is running', async ({ team, home }) => {
  const { execution } = await endOf(team, 'echo old; sleep 0.2');
  const running = await start(team);
  const [{ execution_id }] = (await running.program.do('get_my_execution_history')).executions;
  const file = (id: string) => join(home.home, 'executions', `${id}.log`);
  writeFileSync(file('exec_stray'), 'of nobody');
  utimesSync(file('exec_stray'), 0, 0);
  expect((await home.run(['prune', '--older-than', '1h'])).code).toBe(0);
  expect(existsSync(file('exec_stray'))).toBe(false);
  expect(existsSync(file(execution.execution_id))).toBe(true);
  const pruned = JSON.parse((await home.run(['prune', '--older-than', '0s', '--json'])).stdout);
  expect(pruned.deleted.executions).toBeGreaterThan(0);
  expect(readdirSync(join(home.home, 'executions')).filter((name) => name.startsWith(execution.execution_id))).toEqual(
    [],
  );
  expect((await home.run(['execution', 'log', execution.execution_id])).code).toBe(3);
  expect((await running.program.do('get_execution_log', { execution_id })).status).toBe('running');
  // A program in the team cannot delete any of its data.
  await running.terminal.synapse('prune', '--older-than', '0s');
  expect((await running.program.do('get_my_execution_history')).total_count).toBe(1);
});

test('all logs together have a limit, and the oldest finished ones are deleted first', async ({ team, home }) => {
  const env = { SYNAPSE_EXECUTION_LOG_MB: '0.5', SYNAPSE_EXECUTION_LOGS_MB: '0.9' };
  const flood = async () => {
    const id = await team.agent();
    const task = await makeWork(team, { assignee: id, status: 'in_progress' });
    const program = ['sh', '-c', 'head -c 600000 /dev/zero | tr "\\0" "x" | fold -w 100; echo the last; sleep 0.3'];
    await home.agent(id, { options: ['--project', 'shop'], program, env });
    const executions = async () => (await team.ask(`/executions?task=${task}`)).executions;
    await expect.poll(async () => (await executions())[0]?.status).toBe('failed');
    return (await executions())[0].execution_id as string;
  };
  const ids = [await flood(), await flood(), await flood()];
  const { executions } = await team.ask('/executions?limit=500');
  const hasLog = (id: string) => executions.find((each: { execution_id: string }) => each.execution_id === id).has_log;
  expect(ids.map(hasLog)).toEqual([false, true, true]);
  const log = await home.run(['execution', 'log', ids[2] as string, '--tail', '1']);
  expect(log.stdout).toBe('[the log ends at 524288 bytes]\n');
});

test('the execution of a terminal that was started before its work begins when it takes up the work', async ({
  team,
  home,
}) => {
  const id = await team.agent();
  const terminal = await home.agent(id, { options: ['--project', 'shop'] });
  const program = await programOf(team, terminal);
  expect((await program.do('get_next_action')).action).toBe('exit');
  const taskId = await makeWork(team, { assignee: id, status: 'in_progress' });
  expect(await program.do('get_next_action')).toMatchObject({ action: 'work', task_id: taskId });
  await expect
    .poll(async () => (await program.do('get_my_execution_history')).executions)
    .toMatchObject([{ task_id: taskId }]);
});
