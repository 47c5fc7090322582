/** What a session reads, in both forms and both languages: sentences that it can act on. */
import { expect } from 'vitest';
import { Member, testWithTools } from '../../rig/team/tools.js';
import { makeWork, worker } from '../../rig/team/work.js';
import { commandsIn } from '../../rig/texts/commands-in.js';

const test = testWithTools();
const COMMAND = { 'x-synapse-form': 'command' };

test('work says what the task is, how to read on, how to delegate and how to report', async ({ team }) => {
  const agent = await team.agent();
  const parent = await makeWork(team, { title: 'Shop' });
  const about = { title: 'Checkout', description: 'With cards.', assignee: agent, parent };
  const id = await makeWork(team, { ...about, status: 'in_progress' });
  const part = await makeWork(team, { title: 'Cards', parent: id });
  const task = new Member(team, agent, await team.session(agent, 'task'));
  const { body } = await team.call('get_next_action', task.token, {}, COMMAND);
  expect(body).toMatchObject({ action: 'work', task_id: id, description: 'With cards.', parent_task_id: parent });
  expect(body.subtasks).toMatchObject([{ task_id: part, title: 'Cards', status: 'todo' }]);
  const tools = commandsIn(body.instruction).map(([name]) => name);
  expect(tools).toEqual(['get_task', 'delegate_to_chat_session', 'get_task_conversations', 'report_completed']);
  const called = (await team.call('get_next_action', task.token)).body.instruction;
  expect(called).toContain(`get_task(task_id: "${id}")`);
  expect(called).not.toContain('synapse');
});

test('a message that needs a conversation says what this session can do', async ({ team }) => {
  const { task, chat } = await worker(team);
  const b = await team.member();
  const to = { target_agent_id: b.id, content: 'hello' };
  const inChat = await chat.call('send_message', to);
  expect(inChat.body).toMatchObject({ error: 'conversation_required_for_ai_to_ai' });
  expect(inChat.body.message).toContain(`start_conversation(target_agent_id: "${b.id}"`);
  expect(inChat.body.message).not.toContain('auto_start');
  const { body } = await team.call('send_message', task.token, to, COMMAND);
  expect(commandsIn(body.message).map(([name]) => name)).toEqual(['send_message', 'delegate_to_chat_session']);
  expect(body).not.toHaveProperty('hint');
});

const INSTEAD = [
  ['task', 'get_conversation_history', 'get_conversation_messages'],
  ['task', 'get_pending_messages', 'delegate_to_chat_session'],
  ['chat', 'update_task_status', 'update_task_from_chat'],
  ['chat', 'get_task_conversations', 'notify_task_session'],
] as const;

test.for(INSTEAD)('a %s session that calls %s is told of %s', async ([purpose, tool, instead], { team }) => {
  const both = await worker(team);
  const { body } = await both[purpose].call(tool);
  expect(body.hint).toContain(instead);
  expect(body.hint).not.toContain('authenticate');
});
