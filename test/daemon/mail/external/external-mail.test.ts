import { expect } from 'vitest';
import { addExternal, ask, scripted, send, show } from '../../../rig/clients/a2a/externals.js';
import type { Speech } from '../../../rig/clients/a2a/scripted-agent.js';
import { test } from '../../../rig/home/in-process.js';

const WAYS: readonly { readonly speech: Speech; readonly streaming: boolean }[] = [
  { speech: 'json-rpc', streaming: true },
  { speech: 'json-rpc', streaming: false },
  { speech: 'rest', streaming: true },
  { speech: 'rest', streaming: false },
  { speech: 'v0.3', streaming: true },
  { speech: 'v0.3', streaming: false },
];

for (const way of WAYS) {
  const title = `over ${way.speech}${way.streaming ? ' with streaming' : ''}`;

  test(`an outside agent answers, asks back, fails and rejects ${title}`, async ({ daemons }) => {
    const mia = await daemons.person('mia');
    const agent = await scripted(way);
    addExternal(daemons.home, 'helper', agent.url);

    const answered = await ask(mia, 'helper', 'do it');
    expect(answered).toMatchObject({
      outcome: 'answered',
      task: { state: 'completed', reply: { text: 'done: do it', from: 'helper' } },
    });
    expect(answered.task.receipt.state).toBe('answered');

    const talked = await ask(mia, 'helper', 'talk hello');
    expect(talked).toMatchObject({ outcome: 'answered', task: { state: 'completed', reply: { text: 'hello' } } });

    const asked = await ask(mia, 'helper', 'ask which color?');
    expect(asked).toMatchObject({
      outcome: 'asked',
      task: { state: 'input-required', reply: { text: 'which color?' } },
    });
    const went = await ask(mia, 'helper', 'blue', { task: asked.task.id });
    expect(went).toMatchObject({ outcome: 'answered', task: { id: asked.task.id, reply: { text: 'done: blue' } } });
    expect(agent.messages.at(-1)?.taskId).toBe(went.task.receiver_task_id);

    const failed = await ask(mia, 'helper', 'fail no disk');
    expect(failed).toMatchObject({
      outcome: 'failed',
      task: { state: 'failed', error: { code: 'failed', message: 'no disk' } },
    });
    const rejected = await ask(mia, 'helper', 'reject not my job');
    expect(rejected).toMatchObject({
      outcome: 'failed',
      task: { state: 'rejected', error: { code: 'rejected', message: 'not my job' } },
    });

    expect(agent.heard).toEqual([
      'do it',
      'talk hello',
      'ask which color?',
      'blue',
      'fail no disk',
      'reject not my job',
    ]);
  });
}

test('a message without a request is delivered, and an answer to it lies in the inbox', async ({ daemons }) => {
  const mia = await daemons.person('mia');
  const agent = await scripted();
  addExternal(daemons.home, 'helper', agent.url);
  const changes = await mia.changes();
  const sent = await send(mia, { target: 'helper', text: 'for your information' });
  expect(sent).toMatchObject({ outcome: 'delivered', task: { response_expected: false } });
  await changes.until(({ state }) => state === 'completed');
  const { messages } = (await mia.call('/inbox')).body;
  expect(messages).toMatchObject([{ from: 'helper', text: 'done: for your information' }]);
  const quiet = await send(mia, { target: 'helper', text: 'quiet please' });
  await changes.until(({ task_id, state }) => task_id === quiet.task.id && state === 'completed');
  expect((await mia.call('/inbox')).body.messages).toHaveLength(1);
});

test('the artifacts of an answer are its parts', async ({ daemons }) => {
  const mia = await daemons.person('mia');
  const agent = await scripted();
  addExternal(daemons.home, 'helper', agent.url);
  const { task } = await ask(mia, 'helper', 'files please');
  expect(task.reply.parts).toEqual([
    { type: 'text', text: 'two files' },
    {
      type: 'file',
      file: { name: 'report.txt', mimeType: 'text/plain', bytes: Buffer.from('all is well\n').toString('base64') },
    },
    { type: 'file', file: { name: 'big.bin', uri: 'https://example.com/big.bin' } },
    { type: 'data', data: { count: 42 } },
  ]);
  expect(task.reply.text).toBe('two files (file: report.txt) (file: https://example.com/big.bin) (data: {"count":42})');
});

test('a message to an agent that is down waits, says why, and arrives once when it is back', async ({ daemons }) => {
  const mia = await daemons.person('mia');
  const agent = await scripted();
  addExternal(daemons.home, 'helper', agent.url);
  await agent.stop();
  const queued = await send(mia, { target: 'helper', text: 'later' });
  expect(queued).toMatchObject({
    outcome: 'queued',
    target_down: true,
    task: { receipt: { state: 'queued', reason: 'nothing listens there' } },
  });
  const changes = await mia.changes();
  await agent.start();
  await changes.until(({ state }) => state === 'completed');
  expect(agent.heard).toEqual(['later']);
  expect((await show(mia, queued.task.id)).task.receipt.state).toBe('answered');
});
