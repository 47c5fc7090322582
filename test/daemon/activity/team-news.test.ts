/** What happens in the team, as viewers see it. The person's daemon serves all of it here, and another one a part. */
import { expect } from 'vitest';
import { ActivityStream } from '../../rig/team/activity.js';
import { testInTeamInProcess } from '../../rig/team/team.js';

const test = testInTeamInProcess();

test('a conversation is seen from its request to its end, with what is said in it', async ({ team }) => {
  const { a, b } = await team.pair();
  const stream = await ActivityStream.open(team.daemon);
  await stream.snapshot();
  const id = await a.talk(b, { purpose: 'the weather' });
  await stream.until({ event: 'conversation', id, state: 'active', from: a.id, to: b.id, purpose: 'the weather' });
  await a.say(b, 'it rains');
  await stream.until({ event: 'chat', text: 'it rains', from: a.id, to: b.id, conversation: id, project: 'shop' });
  await a.do('end_conversation');
  await stream.until({ event: 'conversation', id, reason: 'initiator_ended', ended_by: a.id });
  expect(stream.of('chat').filter((change) => 'text' in change && change.text === 'it rains')).toHaveLength(1);
  stream.close();
});

test('what another daemon commits is seen, too', async ({ team, home }) => {
  const { a, b } = await team.pair();
  const other = await home.agent(undefined, { options: ['--project', 'shop'] });
  const stream = await ActivityStream.open(team.daemon);
  await stream.snapshot();
  const body = { target_agent_id: b.id };
  const started = await other.call('/tools/start_conversation', { key: a.token, body });
  await stream.until({ event: 'conversation', id: started.body.conversation_id, state: 'pending' });
  stream.close();
});

test('work is seen when it is created and moves on', async ({ team }) => {
  const agent = await team.agent(undefined, { auto: false });
  const stream = await ActivityStream.open(team.daemon);
  await stream.snapshot();
  const { task } = await team.ask('/work', { project: 'shop', title: 'Paint it', assignee: agent });
  const id = task.task_id;
  await stream.until({ event: 'work', what: 'created', id, title: 'Paint it', assignee: agent });
  await team.ask(`/work/${id}/status`, { status: 'in_progress' });
  await stream.until({ event: 'work', what: 'changed', id, status: 'in_progress' });
  expect(stream.of('work').filter((change) => 'id' in change && change.id === id)).toHaveLength(2);
  stream.close();
  const later = await ActivityStream.open(team.daemon, '?past=3600');
  const { past } = await later.snapshot();
  const steps = past.filter((each) => each.event === 'work' && each.id === id);
  expect(steps).toMatchObject([
    { what: 'created', status: task.status },
    { what: 'changed', status: 'in_progress' },
  ]);
  later.close();
});

test('unread chat to the person is one need until it is read', async ({ team }) => {
  const { a, b } = await team.pair();
  const stream = await ActivityStream.open(team.daemon);
  await stream.snapshot();
  const say = (from: typeof a, content: string) => from.do('send_message', { target_agent_id: 'tester', content });
  await say(a, 'is that all?');
  const { need } = await stream.until({ event: 'need', what: 'added', need: { what: 'chat' } });
  expect(need).toMatchObject({ agent: a.id, project: 'shop', text: 'is that all?' });
  await say(b, 'and this?');
  await stream.until({ event: 'need', what: 'changed', need: { id: need.id, agent: b.id } });
  const { messages } = await team.ask('/chat/unread');
  await team.ask('/chat/read', { ids: messages.map(({ id }: { id: string }) => id) });
  await stream.until({ event: 'need', what: 'gone', id: need.id });
  stream.close();
});
