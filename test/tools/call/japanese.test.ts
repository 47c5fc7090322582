/** With Japanese as the language, every sentence of every answer is Japanese, and names what the session may call. */
import { expect } from 'vitest';
import { TOOLS } from '../../../src/tools/table.js';
import type { Tool } from '../../../src/tools/tool.js';
import type { Answer } from '../../rig/home/agent.js';
import { type Member, testWithTools } from '../../rig/team/tools.js';
import { inTask, makeWork } from '../../rig/team/work.js';
import { commandsIn } from '../../rig/texts/commands-in.js';
import { englishIn } from '../../rig/texts/english-in.js';

const test = testWithTools({ language: 'ja' });

const FORMS = [{}, { 'x-synapse-form': 'command' }] as const;
type Kind = 'task' | 'chat' | 'manager' | 'nobody';

const MAY: Readonly<Record<Kind, readonly Tool['permission'][]>> = {
  task: ['unauthenticated', 'authenticated', 'taskOnly'],
  chat: ['unauthenticated', 'authenticated', 'chatOnly'],
  manager: ['unauthenticated', 'authenticated', 'chatOnly', 'managerOnly'],
  nobody: ['unauthenticated'],
};

/** A value for every required argument, of the right type and about nothing that exists. */
function wrongValues({ required, properties }: Tool): Record<string, unknown> {
  return Object.fromEntries(required.map((name) => [name, valueFor(properties[name])]));
}

function valueFor(schema: Tool['properties'][string] | undefined): unknown {
  if (schema?.enum) return schema.enum[0];
  if (schema?.type === 'array') return [{ local_id: 'a', title: '作業', dependencies: ['b'] }];
  return schema?.type === 'string' ? 'nothing-1' : 1;
}

/** What is wrong with the sentences of an answer: English, or a tool that this session may not call. */
function faults({ body }: Answer, kind: Kind, form: 'call' | 'command'): string[] {
  return sentencesIn(body).flatMap((text) => {
    const commands = commandsIn(text).map(([name]) => name);
    const calls = TOOLS.filter(({ name }) => new RegExp(`(?<![\\w])${name}(?![\\w])`).test(text)).map(
      ({ name }) => name,
    );
    const named = TOOLS.filter(({ name }) => (form === 'command' ? commands : calls).includes(name));
    // The answer names the tool that was called.
    const isForeign = ({ name, permission }: Tool) => !MAY[kind].includes(permission) && name !== body.tool;
    return [
      ...englishIn(text).map((words) => `English: ${words}`),
      ...named.filter(isForeign).map(({ name }) => `${name} is not for a ${kind} session: ${text}`),
      ...(form === 'call' && /`synapse tool/.test(text) ? [`a command: ${text}`] : []),
    ];
  });
}

const SAID = new Set(['message', 'instruction', 'hint', 'note', 'warning', 'invalid']);

function sentencesIn(value: unknown, isSaid = false): string[] {
  if (typeof value === 'string') return isSaid ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    sentencesIn(each, SAID.has(key) || (isSaid && /^\d+$/.test(key))),
  );
}

test.for(TOOLS.map(({ name }) => name))('%s answers in Japanese, whatever is wrong', async (name, { team }) => {
  const tool = TOOLS.find((each) => each.name === name) as Tool;
  const lead = await team.member({ parent: 'tester', manager: true });
  const found: string[] = [];
  for (const args of [{}, { nothing: 1 }, wrongValues(tool)]) {
    for (const headers of FORMS) {
      // Anew for each call, because some tools end the session.
      const chat = await team.member({ parent: lead.id });
      const readers: [Kind, string | null][] = [
        ['chat', chat.token],
        ['task', (await inTask(chat)).token],
        ['manager', (await team.member({ manager: true })).token],
        ['nobody', null],
      ];
      for (const [kind, token] of readers) {
        const answer = await team.call(name, token, args, headers);
        found.push(...faults(answer, kind, 'x-synapse-form' in headers ? 'command' : 'call'));
      }
    }
  }
  expect([...new Set(found)]).toEqual([]);
});

test('a day of work is told in Japanese, with what each session can do', async ({ team }) => {
  const lead = await team.member({ parent: 'tester', manager: true });
  const a = await team.member({ parent: lead.id });
  const b = await team.member({ parent: lead.id });
  const taskId = await makeWork(team, { title: '作業', assignee: a.id, status: 'in_progress' });
  const later = await makeWork(team, { title: '次の作業', assignee: a.id, parent: taskId });
  const task = await inTask(a);
  for (const headers of FORMS) {
    const form = 'x-synapse-form' in headers ? 'command' : 'call';
    const found: string[] = [];
    const say = async (kind: Kind, { token }: Member, tool: string, args: Record<string, unknown> = {}) => {
      const answer = await team.call(tool, token, args, headers);
      found.push(...faults(answer, kind, form).map((fault) => `${tool}: ${fault}`));
      return answer.body;
    };
    await say('task', task, 'get_next_action');
    await say('task', task, 'send_message', { target_agent_id: b.id, content: 'こんにちは' });
    await say('chat', a, 'send_message', { target_agent_id: b.id, content: 'こんにちは' });
    await say('chat', a, 'start_conversation', { target_agent_id: 'tester' });
    await say('chat', a, 'start_conversation', { target_agent_id: a.id });
    const { delegation_id } = await say('task', task, 'delegate_to_chat_session', {
      target_agent_id: b.id,
      purpose: '会話',
    });
    await say('task', task, 'delegate_to_chat_session', { target_agent_id: 'tester', purpose: '質問' });
    await say('chat', a, 'get_next_action');
    await say('chat', a, 'get_pending_delegations');
    const { conversation_id } = await say('chat', a, 'start_conversation', {
      target_agent_id: b.id,
      initial_message: 'りんご',
    });
    await say('chat', a, 'start_conversation', { target_agent_id: b.id });
    await say('chat', b, 'get_next_action');
    await say('chat', b, 'get_next_action');
    await say('chat', b, 'get_pending_messages');
    await say('chat', b, 'get_next_action');
    await say('chat', b, 'respond_chat', { content: 'ごりら' });
    await say('chat', a, 'notify_task_session', { conversation_id, message: '確認' });
    await say('task', task, 'get_my_tasks');
    await say('chat', a, 'notify_task_session', { conversation_id, priority: 'high' });
    await say('task', task, 'get_my_task');
    await say('task', task, 'get_notifications');
    await say('chat', a, 'notify_task_session', { conversation_id, priority: 'low' });
    await say('task', task, 'get_conversation_messages', { conversation_id });
    await say('task', task, 'get_task_conversations');
    await say('chat', a, 'end_conversation', { conversation_id });
    await say('chat', a, 'end_conversation', { conversation_id });
    await say('chat', a, 'end_conversation');
    await say('chat', b, 'get_next_action');
    await say('chat', a, 'report_delegation_completed', { delegation_id });
    await say('chat', a, 'report_delegation_completed', { delegation_id });
    await say('chat', b, 'report_delegation_completed', { delegation_id });
    await say('task', task, 'update_task_status', { task_id: taskId, status: 'done' });
    await say('task', task, 'update_task_status', { task_id: taskId, status: 'nowhere' });
    await say('task', task, 'update_task_status', { task_id: later, status: 'todo' });
    await say('chat', a, 'update_task_from_chat', { task_id: taskId, requester_id: lead.id, status: 'done' });
    await say('chat', a, 'update_task_from_chat', { task_id: taskId, requester_id: lead.id });
    await say('chat', a, 'update_task_from_chat', { task_id: taskId, requester_id: b.id, title: '新しい' });
    await say('chat', b, 'update_task_from_chat', { task_id: taskId, requester_id: lead.id, title: '新しい' });
    await say('chat', a, 'update_task_from_chat', { task_id: later, requester_id: lead.id, title: '新しい' });
    await say('chat', b, 'start_task_from_chat', { task_id: later, requester_id: lead.id });
    const asked = await say('chat', b, 'request_task', { title: '依頼' });
    await say('chat', b, 'start_task_from_chat', { task_id: asked.task_id, requester_id: lead.id });
    await say('manager', lead, 'get_notifications');
    await say('manager', lead, 'approve_task_request', { task_id: asked.task_id });
    await say('chat', b, 'start_task_from_chat', { task_id: asked.task_id, requester_id: lead.id });
    await say('chat', a, 'get_my_execution_history');
    expect(found).toEqual([]);
  }
});
