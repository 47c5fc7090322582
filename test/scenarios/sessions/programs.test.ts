/** Agents as programs in terminals that delegate, talk, are interrupted and get blocked, using only the command line. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { BINARY } from '../../rig/home/binary.js';
import { finished } from '../../rig/home/home.js';
import { type TestTeam, testInTeam } from '../../rig/team/team.js';
import { makeWork, shown } from '../../rig/team/work.js';

const test = testInTeam();
const PLAYER = fileURLToPath(new URL('../../rig/programs/team-player.mjs', import.meta.url));
const A_SAYS = ['しりとり', 'らっぱ', 'だちょう', 'くじら', 'すいか', 'ごま'];
const B_SAYS = ['りんごら', 'ぱんだ', 'うぐいすく', 'らくだす', 'かごご', 'まくら'];
/** About thirty processes one after the other, which takes a while on a busy machine. */
const LIMIT_MS = 240_000;

test('six rounds are delegated, played, seen and reported; the work task is done', { timeout: LIMIT_MS }, async ({
  team,
  home,
}) => {
  await team.agent('worker-a', { parent: 'tester' });
  await team.agent('worker-b', { parent: 'tester' });
  const taskId = await makeWork(team, { title: 'しりとり6往復', assignee: 'worker-a', status: 'in_progress' });
  const program = (...args: string[]) => [process.execPath, PLAYER, ...args];
  await home.agent('worker-b', {
    options: ['--project', 'shop', '--purpose', 'chat'],
    program: program('partner', 'worker-a', ...B_SAYS),
  });
  const SYNAPSE_SESSION_TOKEN = await team.session('worker-a');
  await home.agent('worker-a', { options: ['--project', 'shop'], program: program('task', 'worker-b') });
  const [node = '', ...args] = program('chat', 'worker-b', ...A_SAYS);
  const SYNAPSE_PORT = String(team.daemon.entry.port);
  const env = home.environment({ SYNAPSE_SESSION_TOKEN, SYNAPSE_BIN: BINARY, SYNAPSE_PORT });
  const chat = await finished(spawn(node, args, { cwd: home.dir, env }));
  expect([chat.code, chat.stderr]).toEqual([0, '']);

  const said = A_SAYS.flatMap((word, index) => [word, B_SAYS[index] as string]);
  await expect.poll(async () => (await shown(team, taskId)).task.status, { timeout: LIMIT_MS / 4 }).toBe('done');
  expect((await shown(team, taskId)).task).toMatchObject({ result: 'success', summary: said.join(' ') });
  for (const id of ['worker-a', 'worker-b']) expect(team.lines(id).map(({ content }) => content)).toEqual(said);
  const { delegations } = await team.ask('/delegations');
  expect(delegations).toMatchObject([{ agent_id: 'worker-a', task_id: taskId, status: 'completed', result: 'played' }]);
  const { executions } = await team.ask(`/executions?task=${taskId}`);
  expect(executions).toMatchObject([{ agent_id: 'worker-a', status: 'completed', exit_code: 0, has_log: true }]);
  const log = await home.run(['execution', 'log', executions[0].execution_id]);
  expect(log.stdout).toContain('report_completed: exit');
});

/** A manager and a worker in task terminals; the worker has work. */
async function staff(team: TestTeam) {
  const leadId = await team.agent(undefined, { manager: true, parent: 'tester' });
  const id = await team.agent(undefined, { parent: leadId });
  const taskId = await makeWork(team, { title: 'orders', assignee: id, status: 'in_progress' });
  const seat = (agentId: string) => team.home.agent(agentId, { options: ['--project', 'shop'] });
  const [lead, worker] = [await seat(leadId), await seat(id)];
  const tool = async (agent: typeof worker, ...args: string[]) =>
    JSON.parse((await agent.synapse('tool', ...args)).stdout);
  return { lead, worker, id, taskId, tool };
}

test('a blocked worker is reported in the terminal of its manager, once', async ({ team }) => {
  const { lead, worker, taskId, tool } = await staff(team);
  const blocked = ['--task_id', taskId, '--status', 'blocked', '--reason', 'no access to the database'];
  expect(await tool(worker, 'update_task_status', ...blocked)).toMatchObject({ status: 'blocked' });
  expect(await lead.line(/no access to the database/)).toContain(taskId);
  expect((await tool(lead, 'get_notifications')).notifications).toMatchObject([
    { type: 'status_change', action: 'task_blocked', task_id: taskId, message: 'no access to the database' },
  ]);
  // The manager helps, and the worker continues.
  for (const status of ['todo', 'in_progress']) {
    expect(await tool(lead, 'update_task_status', '--task_id', taskId, '--status', status)).toMatchObject({ status });
  }
  expect((await tool(worker, 'get_next_action')).action).toBe('check_notifications');
  await tool(worker, 'get_notifications');
  expect((await tool(worker, 'get_next_action')).task_id).toBe(taskId);
  expect(lead.lines().filter((line) => line.includes('no access'))).toHaveLength(1);
});

test('an urgent notice from the chat session comes before the next tool, and in the terminal', async ({ team }) => {
  const { lead, worker, id, taskId, tool } = await staff(team);
  const [chat, boss] = [await team.session(id), await team.session(lead.id)];
  const start = { target_agent_id: id, initial_message: 'change the color now' };
  const { conversation_id } = (await team.call('start_conversation', boss, start)).body;
  expect((await team.call('get_next_action', chat)).body.action).toBe('conversation_request');
  const urgent = { conversation_id, message: 'the manager has an urgent change', priority: 'high' };
  await team.call('notify_task_session', chat, { ...urgent, related_task_id: taskId });
  await worker.line(/the manager has an urgent change/);
  expect(await tool(worker, 'request_task', '--title', 'more')).toMatchObject({
    tool: 'request_task',
    tool_executed: false,
    interrupt: { conversation_id, task_id: taskId, message: urgent.message },
  });
  const read = await tool(worker, 'get_conversation_messages', '--conversation_id', conversation_id);
  expect(read.messages).toMatchObject([{ sender_id: lead.id, content: 'change the color now' }]);
  expect(await tool(worker, 'request_task', '--title', 'more')).toMatchObject({ approval_status: 'pending_approval' });
  expect((await tool(worker, 'get_my_tasks')).total_count).toBe(2);
});

test('the manager changes a task it made because the owner asked in chat', async ({ team, home }) => {
  const { lead, worker, id, tool } = await staff(team);
  const tasks = JSON.stringify([{ local_id: 'a', title: 'Dashboard', description: 'old', assignee_id: id }]);
  const { local_id_to_real_id: ids } = await tool(lead, 'create_tasks_batch', '--tasks', tasks);
  const chat = await team.session(lead.id);
  await team.ask(`/projects/shop/agents/${lead.id}/chat/messages`, { content: 'it must run on a phone' });
  await team.call('get_pending_messages', chat);
  const change = { task_id: ids.a, description: 'on a phone' };
  expect((await team.call('update_task_from_chat', chat, { ...change, requester_id: lead.id })).status).toBe(403);
  const { body } = await team.call('update_task_from_chat', chat, { ...change, requester_id: 'tester' });
  expect(body).toEqual({
    success: true,
    task_id: ids.a,
    updated_fields: ['description'],
    requester_id: 'tester',
    instruction: expect.any(String),
  });
  expect((await tool(worker, 'get_task', '--task_id', ids.a)).task.description).toBe('on a phone');
  expect((await home.run(['work', 'show', ids.a])).stdout).toMatch(
    new RegExp(`${lead.id} \\(chat session\\) {2}description old → on a phone {2}asked by tester$`, 'm'),
  );
});
