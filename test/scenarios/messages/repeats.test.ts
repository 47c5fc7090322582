/** Commands that got no answer and are repeated: the message is sent once, and the repetition has the same task. */
import { expect } from 'vitest';
import { newId } from '../../../src/random-ids.js';
import { type Agent, finished } from '../../rig/home/home.js';
import { testInProcess as test } from '../../rig/home/home-in-process.js';

const texts = (lines: readonly string[]) => lines.map((line) => line.replace(/^\[A2A:[^\]]*\] /, ''));

/** The last line of the answer to `/send`, as the command sees it. */
async function post(agent: Agent, path: string, body: Record<string, unknown>) {
  const answer = (await agent.call(path, { body })).body;
  const last = typeof answer === 'string' ? JSON.parse(answer.trim().split('\n').at(-1) as string) : answer;
  return last as { outcome: string; task: { id: string }; repeated?: boolean; error?: string };
}

/** Sends a message at the end and waits for it: what has not been typed by then never will be. */
async function textsWithMarker(writer: Agent, reader: Agent): Promise<string[]> {
  await writer.synapse('send', reader.id, 'the marker');
  await reader.line('the marker');
  return texts(reader.lines());
}

test('the same message id is the same message: plain, with a response, and at the same moment', async ({ home }) => {
  const [writer, reader] = [await home.agent('writer'), await home.agent('reader')];
  for (const more of [{}, { response: true, wait_ms: 0 }]) {
    const body = { target: 'reader', text: `hello ${JSON.stringify(more)}`, message_id: newId(), ...more };
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => post(writer, '/send', body)));
    const later = await post(writer, '/send', { ...body, message_id: body.message_id.toUpperCase() });
    for (const each of [...others, later]) expect(each.task.id).toBe(first?.task.id);
    expect(later.repeated).toBe(true);
  }
  expect(await post(writer, '/send', { target: 'reader', text: 'x', message_id: '../x' })).toMatchObject({
    error: 'invalid_request',
  });
  expect(await textsWithMarker(writer, reader)).toEqual([
    'hello {}',
    'hello {"response":true,"wait_ms":0}',
    'the marker',
  ]);
});

test('a repeated reply, `send --reply-to` or `send --task` is sent once, and is no error although the request is closed', async ({
  home,
}) => {
  const [writer, reader] = [await home.agent('writer'), await home.agent('reader')];
  const ask = (text: string) => writer.synapse('send', 'reader', text, '--response', '--no-wait');
  await ask('first');
  await reader.line('first');
  const question = { text: 'which?', ask: true, message_id: newId() };
  for (let count = 0; count < 2; count += 1) {
    expect(await post(reader, '/reply', question)).toMatchObject({ outcome: 'delivered' });
  }
  const [{ id }] = (await writer.call('/tasks')).body.tasks;
  const more = { target: 'reader', text: 'this one', task: id, wait_ms: 0, message_id: newId() };
  for (let count = 0; count < 2; count += 1) expect((await post(writer, '/send', more)).task.id).toBe(id);
  await reader.line('this one');
  const answer = { text: 'done', message_id: newId() };
  for (let count = 0; count < 2; count += 1) {
    expect(await post(reader, '/reply', answer)).toMatchObject({ outcome: 'delivered', late: false });
  }
  await ask('second');
  await reader.line('second');
  const open = (await reader.call('/targets')).body.targets[0].id;
  const answering = { target: 'writer', text: 'done too', reply_to: open, message_id: newId() };
  for (let count = 0; count < 2; count += 1) {
    expect(await post(reader, '/send', answering)).toMatchObject({ outcome: 'delivered', late: false });
  }
  expect(await textsWithMarker(reader, writer)).toEqual(['which?', 'done', 'done too', 'the marker']);
  expect(texts(reader.lines())).toEqual(['first', 'this one', 'second']);
});

test('a command that is killed while it waits can be run again, and gets the reply to the first request', async ({
  home,
}) => {
  const [, reader] = [await home.agent('writer'), await home.agent('reader')];
  const command = ['send', 'reader', 'well?', '--response', '--from', 'writer'];
  const killed = home.start(command);
  await reader.line('well?');
  const ended = finished(killed);
  killed.kill('SIGKILL');
  await ended;
  const again = home.run([...command, '--wait', '60']);
  await expect.poll(async () => (await reader.synapse('reply', 'very well')).code).toBe(0);
  expect(await again).toMatchObject({ code: 0, stdout: 'very well\n' });
  expect((await again).stderr).toContain('not sent again');
  expect(texts(reader.lines())).toEqual(['well?']);
  // It has its answer, so the same words ask again.
  const next = home.run(command);
  await expect.poll(() => texts(reader.lines())).toEqual(['well?', 'well?']);
  await reader.synapse('reply', 'still well');
  expect(await next).toMatchObject({ code: 0, stdout: 'still well\n', stderr: '' });
});

test('a broadcast that ended before everybody answered can be run again: nobody gets it twice', async ({ home }) => {
  const [, ann, ben] = [await home.agent('writer'), await home.agent('ann'), await home.agent('ben')];
  const command = ['broadcast', 'ready?', '--response', '--from', 'writer'];
  const killed = home.start(command);
  await Promise.all([ann.line('ready?'), ben.line('ready?')]);
  await ann.synapse('reply', 'ready');
  await new Promise<void>((resolve) => killed.stdout?.once('data', () => resolve()));
  const ended = finished(killed);
  killed.kill('SIGKILL');
  await ended;
  const again = home.run([...command, '--wait', '60']);
  await expect.poll(async () => (await ben.synapse('reply', 'ready too')).code).toBe(0);
  expect((await again).stdout.split('\n').sort()).toEqual(['', 'ann: ready', 'ben: ready too']);
  expect((await again).stderr).toContain('ann: The same command had already sent this message');
  expect([texts(ann.lines()), texts(ben.lines())]).toEqual([['ready?'], ['ready?']]);
  // Everybody has answered, so the same words ask again.
  const next = home.run([...command, '--no-wait']);
  expect(await next).toMatchObject({ code: 0, stderr: '' });
  await expect.poll(() => [texts(ann.lines()).length, texts(ben.lines()).length]).toEqual([2, 2]);
});
