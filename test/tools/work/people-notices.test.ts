/** What people are told about work, and that only they mark it as read. */
import { expect } from 'vitest';
import { testWithTools } from '../../rig/team/tools.js';
import { makeWork, worker } from '../../rig/team/work.js';

const test = testWithTools();

interface Mail {
  readonly kind: string;
  readonly text: string;
  readonly task_id: string;
}

test('a person is told of decisions about their own work, and marks each as read once', async ({ team }) => {
  const token = await team.session('tester');
  const { task_id } = (await team.call('request_task', token, { title: 'ask' })).body;
  await team.ask(`/work/${task_id}/reject`, { reason: 'later' });
  const { messages } = await team.ask('/chat/unread');
  expect(messages.map(({ text }: Mail) => text)).toEqual([
    expect.stringContaining('asks for approval of a work task'),
    expect.stringMatching(/was rejected[\s\S]*later/),
  ]);
  const ids = messages.map(({ id }: { id: string }) => id);
  expect(await team.ask('/chat/read', { ids })).toEqual({ read: 2 });
  expect(await team.ask('/chat/read', { ids })).toEqual({ read: 0 });
});

test("nobody can mark another person's notices", async ({ team }) => {
  const lead = await team.member({ manager: true });
  const a = await worker(team, { parent: lead.id });
  // The person has created this one, and is told as well.
  await a.task.do('update_task_status', { task_id: a.taskId, status: 'blocked' });
  const [{ id }] = (await lead.do('get_notifications', { mark_as_read: false })).notifications;
  expect(await team.ask('/chat/read', { ids: [id] })).toEqual({ read: 0 });
  expect((await lead.do('get_notifications')).count).toBe(1);
  const { messages } = await team.ask('/chat/unread');
  expect(messages).toMatchObject([{ task_id: a.taskId }]);
  await team.ask('/chat/read', { ids: messages.map((each: { id: string }) => each.id) });
});

test('if nobody is above the agent, the people of the project are told of a block', async ({ team }) => {
  const a = await worker(team);
  const task_id = await makeWork(team, { title: 'alone', assignee: a.id, status: 'in_progress' });
  await a.task.do('update_task_status', { task_id, status: 'blocked', reason: 'no idea' });
  const { messages } = await team.ask('/chat/unread');
  expect(messages).toMatchObject([{ kind: 'notice', task_id, text: expect.stringContaining('no idea') }]);
  await team.ask('/chat/read', { ids: messages.map(({ id }: { id: string }) => id) });
  // Whoever blocks a task is not told of it.
  await team.ask(`/work/${a.taskId}/status`, { status: 'blocked', reason: 'mine' });
  expect((await team.ask('/chat/unread')).messages).toEqual([]);
});
