/** A request is a task in the sender's own store, and the answer completes it there. */
import { expect } from 'vitest';
import { type Agent, finished, type Home } from '../../rig/home/home.js';
import { testInProcess as test } from '../../rig/home/home-in-process.js';

async function two(home: Home): Promise<{ asker: Agent; helper: Agent }> {
  const [asker, helper] = await Promise.all([home.agent('asker'), home.agent('helper')]);
  return { asker, helper };
}

/** Asks without waiting, and returns the short id. */
async function ask(asker: Agent, target: string, text: string): Promise<string> {
  const sent = await asker.synapse('send', target, text, '--response', '--no-wait');
  expect(sent).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[0-9a-f]{8}\n$/) });
  return sent.stdout.trim();
}

async function shown(agent: Agent, id: string) {
  const { body } = await agent.call(`/tasks/${id}`);
  return body;
}

test('a request is a task in the sender’s own store, and its id travels to the receiver', async ({ home }) => {
  const { asker, helper } = await two(home);
  const id = await ask(asker, 'helper', 'please look');
  await helper.line('please look');
  const { task: own } = await shown(asker, id);
  expect(own).toMatchObject({
    short_id: id,
    direction: 'outgoing',
    response_expected: true,
    sender: { sender_id: 'asker', sender_type: 'shell', sender_endpoint: asker.entry.endpoint },
    target: { agent_id: 'helper', endpoint: helper.entry.endpoint },
    message: { text: 'please look' },
  });
  const { body } = await helper.call('/tasks');
  expect(body.tasks).toMatchObject([{ direction: 'incoming', response_expected: true, sender_task_id: own.id }]);
  expect(body.tasks[0].id).toBe(own.id);
});

test('the terminal shows exactly the sender’s short id, the sender and the text', async ({ home }) => {
  const { asker, helper } = await two(home);
  const id = await ask(asker, 'helper', 'please look');
  await helper.transcript.count(1);
  expect(helper.lines()).toEqual([`[A2A:${id}:asker] please look`]);
});

test('the sender’s task exists before the target can be reached', async ({ home }) => {
  const { asker } = await two(home);
  await home.stop('helper');
  const id = await ask(asker, 'helper', 'for later');
  expect((await shown(asker, id)).task).toMatchObject({ state: 'submitted', receipt: { state: 'queued' } });
  const again = await home.agent('helper');
  expect(await again.line('for later')).toBe(`[A2A:${id}:asker] for later`);
});

test('reply completes the sender’s own task and ends its wait with the text', async ({ home }) => {
  const { asker, helper } = await two(home);
  const waiting = asker.synapse('send', 'helper', 'how many?', '--response');
  await helper.line('how many?');
  expect(await helper.synapse('reply', 'four')).toMatchObject({ code: 0 });
  expect(await waiting).toEqual({ code: 0, stdout: 'four\n', stderr: '' });
  const { body } = await asker.call('/tasks');
  expect(body.tasks).toMatchObject([
    { state: 'completed', receipt: { state: 'answered' }, reply: { text: 'four', from: 'helper' } },
  ]);
});

test('send --reply-to with the id in the terminal completes the sender’s own task', async ({ home }) => {
  const { asker, helper } = await two(home);
  const id = await ask(asker, 'helper', 'how many?');
  const line = await helper.line('how many?');
  const seen = /^\[A2A:(.{8}):asker\]/.exec(line)?.[1] as string;
  expect(seen).toBe(id);
  expect(await helper.synapse('send', 'asker', 'five', '--reply-to', seen)).toMatchObject({ code: 0 });
  expect((await shown(asker, id)).task).toMatchObject({ state: 'completed', reply: { text: 'five', from: 'helper' } });
});

test('two agents of the same type talk with the command lines of the design', async ({ home }) => {
  home.lineProfile('claude');
  const [first, second] = await Promise.all([
    home.agent(undefined, { profile: 'claude' }),
    home.agent(undefined, { profile: 'claude' }),
  ]);
  expect(first.id).toBe(`synapse-claude-${first.entry.port}`);
  const waiting = first.synapse('send', `claude-${second.entry.port}`, '分析して', '--response', '--from', 'claude');
  const line = await second.line('分析して');
  const id = /^\[A2A:([0-9a-f]{8}):/.exec(line)?.[1] as string;
  expect(line).toBe(`[A2A:${id}:${first.id}] 分析して`);
  expect(await second.synapse('send', 'claude', '結果です', '--reply-to', id, '--from', 'claude')).toMatchObject({
    code: 0,
  });
  expect(await waiting).toEqual({ code: 0, stdout: '結果です\n', stderr: '' });
  expect((await shown(first, id)).task).toMatchObject({ state: 'completed', reply: { from: second.id } });
});

test('an answer that no command waits for is typed into the asker’s terminal with the asker’s own task', async ({
  home,
}) => {
  const { asker, helper } = await two(home);
  const id = await ask(asker, 'helper', 'whenever');
  await helper.line('whenever');
  await helper.synapse('reply', 'now');
  expect(await asker.line('now')).toBe(`[A2A:${id}:helper] now`);
});

test('an answer that was typed is not an open request', async ({ home }) => {
  const { asker, helper } = await two(home);
  await ask(asker, 'helper', 'whenever');
  await helper.line('whenever');
  await helper.synapse('reply', 'now');
  await asker.line('now');
  expect(JSON.parse((await asker.synapse('reply', '--list-targets', '--json')).stdout)).toEqual({ targets: [] });
  expect(await asker.synapse('reply', 'thanks')).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('no open request'),
  });
});

test('an answer that no command waits for is in a person’s inbox', async ({ home }) => {
  const helper = await home.agent('helper');
  const sent = await home.run(['send', 'helper', 'whenever', '--response', '--no-wait']);
  await helper.line('whenever');
  await helper.synapse('reply', 'for you');
  const inbox = await home.run(['inbox', '--json']);
  expect(JSON.parse(inbox.stdout)).toMatchObject({
    messages: [{ from: 'helper', text: 'for you', short_id: sent.stdout.trim() }],
  });
  expect(JSON.parse((await home.run(['inbox', '--json'])).stdout)).toMatchObject({ messages: [] });
});

test('an answer that a waiting command took is not typed as well', async ({ home }) => {
  const { asker, helper } = await two(home);
  const waiting = asker.synapse('send', 'helper', 'how many?', '--response');
  await helper.line('how many?');
  await helper.synapse('reply', 'four');
  expect((await waiting).stdout).toBe('four\n');
  const { body } = await asker.call('/history');
  expect(body.messages.at(-1)).toMatchObject({
    text: 'four',
    receipt: { state: 'submitted', reason: 'read by a waiting command' },
  });
  await helper.synapse('send', 'asker', 'a marker', '--until', 'submitted');
  await asker.line('a marker');
  expect(asker.lines()).toHaveLength(1);
});

test('an answer is typed when the command that waited was killed', async ({ home }) => {
  const { asker, helper } = await two(home);
  const command = home.start(['send', 'helper', 'how many?', '--response', '--from', 'asker']);
  const ended = finished(command);
  const line = await helper.line('how many?');
  command.kill('SIGKILL');
  await ended;
  await helper.synapse('reply', 'four');
  expect(await asker.line('four')).toBe(line.replace('asker] how many?', 'helper] four'));
});

test('an answer is typed once when its reader died before acknowledging it', async ({ home }) => {
  const { asker, helper } = await two(home);
  const stream = await asker.open('/send', {
    socket: true,
    body: { target: 'helper', text: 'how many?', response: true },
  });
  await helper.line('how many?');
  await helper.synapse('reply', 'four');
  let given = '';
  for await (const chunk of stream.setEncoding('utf8')) given += chunk;
  expect(JSON.parse(given.trim().split('\n').at(-1) as string)).toMatchObject({ outcome: 'answered' });
  await asker.line('four');
  await helper.synapse('send', 'asker', 'a marker', '--until', 'submitted');
  await asker.line('a marker');
  expect(asker.lines()).toHaveLength(2);
});

test('a plain send prints the id that the receiver sees', async ({ home }) => {
  const { asker, helper } = await two(home);
  const sent = await asker.synapse('send', 'helper', 'just so you know');
  expect(sent).toMatchObject({ code: 0 });
  expect(await helper.line('just so')).toBe(`[A2A:${sent.stdout.trim()}:asker] just so you know`);
  const { body } = await asker.call('/tasks');
  expect(body.tasks).toEqual([]);
});

test('a plain send to a target that is down prints an id that show understands', async ({ home }) => {
  const { asker } = await two(home);
  await home.stop('helper');
  const sent = await asker.synapse('send', 'helper', 'for later');
  expect(sent).toMatchObject({ code: 5, stderr: expect.stringContaining('not running') });
  const show = await asker.synapse('show', sent.stdout.trim(), '--json');
  expect(JSON.parse(show.stdout)).toMatchObject({
    task: { message: { text: 'for later' }, receipt: { state: 'queued' } },
  });
  await home.agent('helper');
});
