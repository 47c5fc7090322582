/** Which delegation a conversation is for, and what its task session learns of it. */
import { expect } from 'vitest';
import { Member, testWithTools } from '../../rig/team/tools.js';
import { type Both, inTask, makeWork, worker } from '../../rig/team/work.js';

const test = testWithTools({ env: { CONVERSATION_PENDING_TIMEOUT_SECONDS: '300' } });

async function delegate({ task }: Both, target: string, purpose = 'talk'): Promise<string> {
  return (await task.do('delegate_to_chat_session', { target_agent_id: target, purpose })).delegation_id;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look at the fields they care about.
async function delegationsOf({ team, id }: Member): Promise<any[]> {
  const { delegations } = await team.ask('/delegations?limit=500');
  return delegations.filter((each: { agent_id: string }) => each.agent_id === id).reverse();
}

test('the answer of start_conversation names the delegation, the task and the turns', async ({ team }) => {
  const [a, b] = [await worker(team), await team.member()];
  const delegation_id = await delegate(a, b.id);
  const started = await a.chat.do('start_conversation', { target_agent_id: b.id, max_turns: 6 });
  expect(started).toMatchObject({ delegation_id, task_id: a.taskId, max_turns: 6, status: 'pending' });
  const plain = await b.do('start_conversation', { target_agent_id: (await team.member()).id });
  expect(plain).toMatchObject({ delegation_id: null, task_id: null, max_turns: 20 });
});

test('of several delegations for an agent, the oldest that was handed out comes first, then the oldest that waits', async ({
  team,
}) => {
  const [a, b] = [await worker(team), await team.member()];
  const one = await delegate(a, b.id, 'one');
  const two = await delegate(a, b.id, 'two');
  expect(await a.chat.do('get_next_action')).toMatchObject({ delegation_id: one });
  const three = await delegate(a, b.id, 'three');
  for (const [index, expected] of [one, two, three].entries()) {
    const started = await a.chat.do('start_conversation', { target_agent_id: b.id });
    expect(started.delegation_id, `start ${index + 1}`).toBe(expected);
    await a.chat.do('end_conversation', { conversation_id: started.conversation_id });
    await a.chat.do('report_delegation_completed', { delegation_id: expected, result: 'done' });
  }
});

test('a conversation for a delegation that still waited takes it up, so that it is not handed out again', async ({
  team,
}) => {
  const [a, b] = [await worker(team), await team.member()];
  await delegate(a, b.id);
  await a.chat.do('start_conversation', { target_agent_id: b.id });
  expect(await delegationsOf(a.chat)).toMatchObject([{ status: 'processing' }]);
  expect((await a.chat.do('get_next_action')).action).toBe('wait_for_messages');
});

test('delegation_id chooses the delegation, and is checked after everything else', async ({ team }) => {
  const [a, b, c] = [await worker(team), await team.member(), await worker(team)];
  await delegate(a, b.id, 'one');
  const two = await delegate(a, b.id, 'two');
  const forTester = await delegate(a, 'tester');
  const start = async (member: Member, args: Record<string, unknown>) => {
    const { status, body } = await member.call('start_conversation', { target_agent_id: b.id, ...args });
    return `${status} ${body.error ?? body.delegation_id}`;
  };
  expect(await start(a.chat, { delegation_id: 'dlg_none' })).toBe('404 delegation_not_found');
  expect(await start(c.chat, { delegation_id: two })).toBe('403 not_delegation_owner');
  expect(await start(a.chat, { delegation_id: forTester })).toBe('400 invalid_argument');
  expect(await start(a.chat, { delegation_id: two })).toBe(`200 ${two}`);
  expect(await start(a.chat, { delegation_id: 'dlg_none' })).toBe('409 conversation_already_active');
  await a.chat.do('report_delegation_completed', { delegation_id: two });
  const other = await team.member();
  expect((await a.chat.call('start_conversation', { target_agent_id: other.id, delegation_id: two })).body.error).toBe(
    'delegation_already_processed',
  );
});

test('two delegations with the same partner end apart: each with its own conversation', async ({ team }) => {
  const [a, b] = [await worker(team), await team.member()];
  const one = await delegate(a, b.id, 'one');
  const two = await delegate(a, b.id, 'two');
  const conversation_id = await a.chat.talk(b, { delegation_id: one });
  await a.chat.do('end_conversation', { conversation_id });
  await b.do('get_next_action');
  const { delegations } = await a.chat.do('get_pending_delegations');
  const talks = Object.fromEntries(
    delegations.map((each: { delegation_id: string; conversations: unknown[] }) => [
      each.delegation_id,
      each.conversations.length,
    ]),
  );
  expect(talks).toEqual({ [one]: 1, [two]: 0 });
});

test('a delegation without a work task has its conversation too', async ({ team }) => {
  const [id, b] = [await team.agent(), await team.member()];
  const chat = new Member(team, id, await team.session(id));
  const task = await inTask(chat);
  const { delegation_id, task_id } = await task.do('delegate_to_chat_session', { target_agent_id: b.id, purpose: 'x' });
  expect(task_id).toBeNull();
  const conversation_id = await chat.talk(b);
  const { delegations } = await chat.do('get_pending_delegations');
  expect(delegations).toMatchObject([{ delegation_id, conversations: [{ conversation_id }] }]);
});

test('a conversation that nobody joined is told as such, whether time ran out, it was taken back or the turns were used up', async ({
  team,
}) => {
  const cases = [
    { how: async () => team.pass(301_000), reason: 'timeout' },
    {
      how: async (chat: Member, id: string) => chat.do('end_conversation', { conversation_id: id }),
      reason: 'initiator_ended',
    },
    {
      how: async (chat: Member, _id: string, target: string) =>
        chat.do('send_message', { target_agent_id: target, content: 'two' }),
      reason: 'max_turns',
    },
  ];
  for (const { how, reason } of cases) {
    const a = await worker(team);
    const target = await team.agent();
    await delegate(a, target);
    const args = { target_agent_id: target, max_turns: 2, initial_message: 'one' };
    const { conversation_id } = await a.chat.do('start_conversation', args);
    await how(a.chat, conversation_id, target);
    const { conversations, _chat_notification } = await a.task.do('get_task_conversations');
    expect(conversations).toMatchObject([{ end_reason: reason, note: expect.stringContaining('did not join') }]);
    expect(_chat_notification.instruction).toContain('did not join');
    // Who took the request back knows it already.
    const { instruction } = await a.chat.do('get_next_action');
    if (reason !== 'initiator_ended') expect(instruction, reason).toContain('did not join');
    await a.chat.do('logout');
    const [delegation] = await delegationsOf(a.chat);
    // Nobody answered: the delegation is tried again, never a success.
    expect(delegation.status, reason).not.toBe('completed');
  }
});

test('a conversation that was held has its reason and no such note', async ({ team }) => {
  const [a, b] = [await worker(team), await team.member()];
  await delegate(a, b.id);
  const conversation_id = await a.chat.talk(b);
  const [open] = (await a.task.do('get_task_conversations')).conversations;
  expect(open).toMatchObject({ end_reason: null });
  await b.do('end_conversation', { conversation_id });
  const [over] = (await a.task.do('get_task_conversations')).conversations;
  expect(over).toMatchObject({ end_reason: 'participant_ended', status: 'active', state: 'terminating' });
  expect(over.note).toBeUndefined();
});

test('the conversations of a task are for its assignee, its creator and those above the assignee', async ({ team }) => {
  const lead = await team.member({ manager: true, parent: 'tester' });
  const leadTask = await inTask(lead);
  const a = await team.member({ parent: lead.id });
  const peer = await inTask(await team.member({ parent: lead.id }));
  const above = await inTask(await team.member({ manager: true }));
  const taskId = await makeWork(team, { assignee: a.id, status: 'in_progress' });
  const codeFor = async (member: Member) => {
    const { status, body } = await member.call('get_task_conversations', { task_id: taskId });
    return `${status} ${body.error ?? body.task_id}`;
  };
  expect(await codeFor(await inTask(a))).toBe(`200 ${taskId}`);
  expect(await codeFor(leadTask)).toBe(`200 ${taskId}`);
  expect(await codeFor(peer)).toBe('403 unauthorized');
  expect(await codeFor(above)).toBe('403 unauthorized');
  const made = await leadTask.do('create_tasks_batch', { tasks: [{ local_id: 'x', title: 'free' }] });
  expect((await leadTask.call('get_task_conversations', { task_id: made.local_id_to_real_id.x })).status).toBe(200);
  expect((await peer.call('get_task_conversations', { task_id: made.local_id_to_real_id.x })).status).toBe(403);
});

test('a conversation that a task session starts with a message belongs to its work task', async ({ team }) => {
  const [a, b] = [await worker(team), await team.member()];
  const { conversation_id } = await a.task.do('send_message', {
    ...{ target_agent_id: b.id, content: 'hello' },
    auto_start_conversation: true,
  });
  expect((await a.task.do('get_task_conversations')).conversations).toMatchObject([{ conversation_id }]);
});
