/** What a session is told about its work, typed into its live terminal. */
import { expect } from 'vitest';
import { Member, testInTeamInProcess } from '../../rig/team/team.js';
import { makeWork } from '../../rig/team/work.js';

const test = testInTeamInProcess();

test('a notice is typed into a live task terminal', async ({ team, home }) => {
  const id = await team.agent();
  await makeWork(team, { assignee: id, status: 'in_progress' });
  const terminal = await home.agent(id, { options: ['--project', 'shop'] });
  const chat = await team.session(id);
  const b = await team.member();
  const { conversation_id } = (await team.call('start_conversation', chat, { target_agent_id: b.id })).body;
  await team.call('notify_task_session', chat, { conversation_id, message: 'look at the chat' });
  await terminal.line(/look at the chat/);
});

test('what somebody else changes is typed into a live task terminal, and so is what ends its wait', async ({
  team,
  home,
}) => {
  const id = await team.agent();
  const taskId = await makeWork(team, { assignee: id });
  const terminal = await home.agent(id, { options: ['--project', 'shop'] });
  await team.ask(`/work/${taskId}/status`, { status: 'in_progress' });
  await terminal.line(/Your work task is/);
  const chat = new Member(team, id, await team.session(id));
  await chat.do('send_message', { target_agent_id: 'tester', content: 'which color?', related_task_id: taskId });
  await team.ask(`/work/${taskId}/status`, { status: 'blocked', reason: 'no color' });
  await terminal.line(/blocked_reason: no color — tester changed work task/);
  await team.ask(`/projects/shop/agents/${id}/chat/messages`, { content: 'blue' });
  await terminal.line(/blue — tester has written to you.*--status in_progress/);
  // The work itself says that it was started.
  expect(terminal.lines().filter((line) => line.includes('has set work task'))).toEqual([]);
});

test('a terminal that has reported a block can go on when its wait is over', async ({ team, home }) => {
  const id = await team.agent();
  const taskId = await makeWork(team, { assignee: id, status: 'in_progress' });
  const terminal = await home.agent(id, { options: ['--project', 'shop'] });
  await terminal.line(/Your work task is/);
  await terminal.synapse('tool', 'delegate_to_chat_session', '--target_agent_id', 'tester', '--purpose', 'ask');
  await terminal.synapse('tool', 'report_completed', '--result', 'blocked', '--summary', 'no answer yet');
  await team.ask(`/projects/shop/agents/${id}/chat/messages`, { content: 'blue' });
  await terminal.line(/blue — tester has written to you/);
  const status = ['--task_id', taskId, '--status', 'in_progress'];
  const { stdout } = await terminal.synapse('tool', 'update_task_status', ...status);
  expect(JSON.parse(stdout)).toMatchObject({ success: true, previous_status: 'blocked' });
  await terminal.line(/This task was started before/);
});

test('a description longer than a message is cut off, and does not block what follows', async ({ team, home }) => {
  const LONG = 'り'.repeat(400_000);
  const id = await team.agent();
  await makeWork(team, { assignee: id, status: 'in_progress', description: LONG });
  const terminal = await home.agent(id, { options: ['--project', 'shop'] });
  await terminal.line(/り{100}/);
  const chat = new Member(team, id, await team.session(id));
  const conversation_id = await chat.talk(await team.member());
  await chat.do('notify_task_session', { conversation_id, message: LONG });
  await chat.do('notify_task_session', { conversation_id, message: 'and this' });
  await terminal.line(/and this/);
});

test('a delegation longer than a message is cut off, and does not block the next one', async ({ team, home }) => {
  const id = await team.agent();
  const task = new Member(team, id, await team.session(id, 'task'));
  const terminal = await home.agent(id, { options: ['--project', 'shop', '--purpose', 'chat'] });
  for (const purpose of ['x'.repeat(1_000_000), 'and this']) {
    await task.do('delegate_to_chat_session', { target_agent_id: 'tester', purpose });
  }
  await terminal.line(/x{100}/);
  await terminal.line(/and this/);
});

test('a delegation is typed into a live chat terminal, once', async ({ team, home }) => {
  const id = await team.agent();
  const taskId = await makeWork(team, { assignee: id, status: 'in_progress' });
  const terminal = await home.agent(id, { options: ['--project', 'shop', '--purpose', 'chat'] });
  const task = new Member(team, id, await team.session(id, 'task'));
  const b = await team.member();
  const args = { target_agent_id: b.id, purpose: 'しりとり', context: 'りんごから' };
  const { delegation_id } = await task.do('delegate_to_chat_session', args);
  await terminal.line(/りんごから/);
  const started = await terminal.synapse('tool', 'start_conversation', '--target_agent_id', b.id);
  expect(await team.conversation(JSON.parse(started.stdout).conversation_id)).toMatchObject({ task_id: taskId });
  await terminal.synapse('tool', 'report_delegation_completed', '--delegation_id', delegation_id);
  expect(terminal.lines().filter((line) => line.includes('りんごから'))).toHaveLength(1);
});
