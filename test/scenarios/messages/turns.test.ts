/** What can follow a request besides one answer: a question back, a failure, a second answer, an answer to a task that is gone. */
import { expect } from 'vitest';
import type { Agent, Home } from '../../rig/home/home.js';
import { testInProcess as test } from '../../rig/home/home-in-process.js';

async function two(home: Home): Promise<{ asker: Agent; helper: Agent }> {
  const [asker, helper] = await Promise.all([home.agent('asker'), home.agent('helper')]);
  return { asker, helper };
}

async function shown(agent: Agent, id: string) {
  const { body } = await agent.call(`/tasks/${id}`);
  return body;
}

test('only the agent that was asked may answer', async ({ home }) => {
  const { asker, helper } = await two(home);
  const stranger = await home.agent('stranger');
  const { stdout } = await asker.synapse('send', 'helper', 'only you', '--response', '--no-wait');
  const id = stdout.trim();
  await helper.line('only you');
  const answer = await asker.receive(stranger, 'I know!', {}, `?reply_to=${id}`);
  expect(answer).toMatchObject({ status: 403, body: { success: false, error: 'not_task_target', task: id } });
  expect((await shown(asker, id)).task).toMatchObject({ state: 'working', reply: null });
  expect(await stranger.synapse('reply', '--to', id, 'I know!')).toMatchObject({ code: 3 });
  expect(await stranger.synapse('send', 'asker', 'I know!', '--reply-to', id)).toMatchObject({ code: 3 });
});

test('a second answer is delivered as an ordinary message, kept with the task, and says so', async ({ home }) => {
  const { asker, helper } = await two(home);
  const { stdout } = await asker.synapse('send', 'helper', 'how many?', '--response', '--no-wait');
  const id = stdout.trim();
  await helper.line('how many?');
  await helper.synapse('reply', 'four');
  const second = await helper.synapse('reply', '--to', id, 'no, five');
  expect(second).toMatchObject({ code: 0, stderr: expect.stringContaining('ordinary message') });
  expect(await asker.line('no, five')).toBe(`[A2A:${id}:helper] no, five`);
  const { task, messages } = await shown(asker, id);
  expect(task).toMatchObject({ state: 'completed', reply: { text: 'four' } });
  expect(messages.map((message: { text: string }) => message.text)).toEqual(['how many?', 'four', 'no, five']);
});

test('a request to an agent that waits for our reply names that request and does not wait', async ({ home }) => {
  const { asker, helper } = await two(home);
  const waiting = asker.synapse('send', 'helper', 'how many?', '--response');
  const id = /^\[A2A:(.{8}):/.exec(await helper.line('how many?'))?.[1] as string;
  const back = await helper.synapse('send', 'asker', 'of what?', '--response');
  expect(back).toMatchObject({ code: 4, stderr: expect.stringContaining(`synapse reply --to ${id}`) });
  await asker.line('of what?');
  await helper.synapse('reply', '--to', id, 'four');
  expect(await waiting).toMatchObject({ code: 0, stdout: 'four\n' });
});

test('send --reply-to with an unknown id fails and says what to do', async ({ home }) => {
  const { asker, helper } = await two(home);
  const sent = await helper.synapse('send', 'asker', 'the result', '--reply-to', 'abc12345');
  expect(sent).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining('without --reply-to') });
  await helper.synapse('send', 'asker', 'the result', '--until', 'submitted');
  await asker.line('the result');
  expect(asker.lines()).toHaveLength(1);
});

test('a reply whose task is gone at the sender arrives as an ordinary message and says so', async ({ home }) => {
  const { asker, helper } = await two(home);
  const forgotten = '0c0ffee0-0000-4000-8000-000000000000';
  await helper.receive(asker, 'do you remember?', { sender_task_id: forgotten, response_expected: true });
  expect(await helper.line('do you remember?')).toBe('[A2A:0c0ffee0:asker] do you remember?');
  const reply = await helper.synapse('reply', 'I do');
  expect(reply).toMatchObject({ code: 0, stderr: expect.stringContaining('ordinary message') });
  expect(await asker.line('I do')).toMatch(/^\[A2A:[0-9a-f]{8}:helper\] I do$/);
});

test('reply --ask ends the wait with 6 and the question, and send --task continues the same task', async ({ home }) => {
  const { asker, helper } = await two(home);
  const asked = asker.synapse('send', 'helper', 'ship it', '--response');
  const id = /^\[A2A:(.{8}):/.exec(await helper.line('ship it'))?.[1] as string;
  expect(await helper.synapse('reply', '--ask', 'where to?')).toMatchObject({ code: 0 });
  expect(await asked).toMatchObject({
    code: 6,
    stdout: 'where to?\n',
    stderr: expect.stringContaining(`--task ${id}`),
  });
  expect((await shown(asker, id)).task).toMatchObject({ state: 'input-required' });
  expect(await asker.synapse('send', 'helper', 'up there', '--task', id)).toMatchObject({ code: 0, stdout: `${id}\n` });
  await helper.line('up there');
  expect(await helper.synapse('reply', '--ask', 'how far up?')).toMatchObject({ code: 0 });
  const goingOn = asker.synapse('send', 'helper', 'to the moon', '--task', id, '--response');
  expect(await helper.line('to the moon')).toBe(`[A2A:${id}:asker] to the moon`);
  await helper.synapse('reply', 'shipped');
  expect(await goingOn).toEqual({ code: 0, stdout: 'shipped\n', stderr: '' });
  expect((await asker.call('/tasks')).body.tasks).toMatchObject([{ short_id: id, state: 'completed' }]);
});

test('reply --fail closes the task as failed and ends the wait with 1', async ({ home }) => {
  const { asker, helper } = await two(home);
  const waiting = asker.synapse('send', 'helper', 'ship it', '--response');
  const id = /^\[A2A:(.{8}):/.exec(await helper.line('ship it'))?.[1] as string;
  expect(await helper.synapse('reply', '--fail', 'no ship')).toMatchObject({ code: 0 });
  expect(await waiting).toMatchObject({ code: 1, stderr: expect.stringContaining('no ship') });
  expect((await shown(asker, id)).task).toMatchObject({ state: 'failed', error: { message: 'no ship' } });
});
