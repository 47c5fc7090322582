import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { addExternal, ask, send, show } from '../../../rig/clients/a2a/externals.js';
import {
  type Asked,
  artifact,
  type HostileOptions,
  hostile,
  json,
  result,
  task,
} from '../../../rig/clients/a2a/hostile-agent.js';
import { test } from '../../../rig/home/in-process.js';

const endless = Buffer.alloc(1 << 20, 'x');

/** Writes until the reader has had enough. */
function flood({ response }: Asked, type: string, chunk: Buffer | string = endless): void {
  response.writeHead(200, { 'content-type': type });
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
}

interface Case {
  readonly it: string;
  readonly does: (asked: Asked) => unknown;
  readonly says: string;
  readonly code?: string;
  readonly options?: HostileOptions;
}

const CASES: readonly Case[] = [
  { it: 'answers garbage', does: ({ response }) => response.end('<html>'), says: 'it is not JSON.' },
  { it: 'answers an empty body', does: ({ response }) => response.end(), says: 'it is not JSON.' },
  { it: 'answers null', does: (asked) => json(asked.response, null), says: '' },
  { it: 'answers no result', does: (asked) => result(asked, {}), says: '' },
  {
    it: 'answers an endless body',
    does: (asked) => flood(asked, 'application/json'),
    says: 'it is larger than 16 MiB.',
  },
  {
    it: 'answers a line without an end in a stream',
    does: (asked) => flood(asked, 'text/event-stream'),
    says: 'exceeded the maximum allowed size',
    options: { streaming: true },
  },
  {
    it: 'redirects to another host',
    does: ({ response }) => response.writeHead(307, { location: 'http://169.254.169.254/latest' }).end(),
    says: 'it points to another host, http://169.254.169.254.',
  },
  {
    it: 'redirects in a circle',
    does: ({ response }) => response.writeHead(307, { location: '/rpc' }).end(),
    says: 'it answered 307.',
  },
  {
    it: 'answers with a task without an id',
    does: (asked) => result(asked, { task: task('', 'COMPLETED') }),
    says: 'its task has no usable id.',
  },
  {
    it: 'answers with a task id of a megabyte',
    does: (asked) => result(asked, { task: task('x'.repeat(1 << 20), 'COMPLETED') }),
    says: 'its task has no usable id.',
  },
  {
    it: 'answers with a text of two megabytes',
    does: (asked) =>
      result(asked, { message: { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'x'.repeat(2 << 20) }] } }),
    says: 'it is larger than 1 MiB.',
  },
  {
    it: 'wants a token',
    does: ({ response }) => json(response, {}, 401),
    says: 'helper wants a valid token: it answered 401.',
    code: 'external_unauthorized',
  },
  {
    it: 'refuses',
    does: ({ rpc, response }) =>
      json(response, { jsonrpc: '2.0', id: rpc.id, error: { code: -32602, message: 'no \x1b[31mparts' } }),
    says: 'helper refused the message: no ',
    code: 'external_refused',
  },
];

for (const { it, does, says, code = 'external_bad_answer', options = {} } of CASES) {
  test(`an agent that ${it} fails the request, and the daemon goes on`, async ({ daemons }) => {
    const mia = await daemons.person('mia');
    const { url } = await hostile(does, options);
    addExternal(daemons.home, 'helper', url);
    const { outcome, task: failed } = await ask(mia, 'helper', 'hello');
    expect(outcome).toBe('failed');
    expect(failed).toMatchObject({ state: 'failed', error: { code } });
    expect(failed.error.message).toContain(says);
    expect((await mia.call('/healthz')).status).toBe(200);
  });
}

test('an agent that has too much to do gets the message later', async ({ daemons }) => {
  const mia = await daemons.person('mia');
  let tries = 0;
  const { url } = await hostile((asked) => {
    tries += 1;
    if (tries < 3) json(asked.response, {}, 503);
    else result(asked, { message: { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'at last' }] } });
  });
  addExternal(daemons.home, 'helper', url);
  const { outcome, task: answered } = await ask(mia, 'helper', 'hello');
  expect({ outcome, text: answered.reply.text, tries }).toEqual({ outcome: 'answered', text: 'at last', tries: 3 });
});

test('an agent that answers about another task than the one it was asked about fails the task', async ({ daemons }) => {
  const mia = await daemons.person('mia');
  const { url } = await hostile((asked) => {
    if (asked.rpc.method === 'SendMessage') result(asked, { task: task('mine', 'WORKING') });
    else
      result(
        asked,
        task('somebody-elses', 'COMPLETED', {
          message: { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'secret' }] },
        }),
      );
  });
  addExternal(daemons.home, 'helper', url);
  const { outcome, task: failed } = await ask(mia, 'helper', 'hello');
  expect({ outcome, code: failed.error.code }).toEqual({ outcome: 'failed', code: 'external_bad_answer' });
  expect(failed.error.message).toContain('it answered about another task.');
});

test('an agent that forgets the task fails it', async ({ daemons }) => {
  const mia = await daemons.person('mia');
  const { url } = await hostile((asked) => {
    if (asked.rpc.method === 'SendMessage') result(asked, { task: task('mine', 'WORKING') });
    else json(asked.response, { jsonrpc: '2.0', id: asked.rpc.id, error: { code: -32001, message: 'unknown' } });
  });
  addExternal(daemons.home, 'helper', url);
  const { task: failed } = await ask(mia, 'helper', 'hello');
  expect(failed.error).toEqual({
    code: 'external_task_lost',
    message: 'helper no longer knows the task, so there will be no answer.',
  });
});

test('a stream that never ends keeps nobody from sending, and its task can be canceled', async ({ daemons }) => {
  const mia = await daemons.person('mia');
  const open: Asked[] = [];
  const { url } = await hostile(
    (asked) => {
      if (asked.rpc.method === 'CancelTask') return result(asked, task('mine', 'CANCELED'));
      if (asked.rpc.method !== 'SendStreamingMessage') return undefined;
      asked.response.writeHead(200, { 'content-type': 'text/event-stream' });
      const event = { jsonrpc: '2.0', id: asked.rpc.id, result: { task: task(`t${open.push(asked)}`, 'WORKING') } };
      asked.response.write(`data: ${JSON.stringify(event)}\n\n`);
    },
    { streaming: true },
  );
  addExternal(daemons.home, 'helper', url);
  const first = await send(mia, { target: 'helper', text: 'one', response: true, wait_ms: 0 });
  const second = await send(mia, { target: 'helper', text: 'two' });
  expect(second.outcome).toBe('delivered');
  await expect.poll(async () => (await show(mia, first.task.id)).task.receiver_task_id).toBe('t1');
  const { body } = await mia.call(`/tasks/${first.task.id}/cancel`, { body: {} });
  expect(body.task.state).toBe('canceled');
});

test('what an agent says after the end changes nothing', async ({ daemons }) => {
  const mia = await daemons.person('mia');
  const { url } = await hostile(
    ({ rpc, response }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const said = (value: unknown) =>
        response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id: rpc.id, result: value })}\n\n`);
      said({ task: { ...task('mine', 'COMPLETED'), artifacts: [artifact({ text: 'the answer' })] } });
      said({ task: { ...task('mine', 'FAILED'), artifacts: [artifact({ text: 'another one' })] } });
      response.end();
    },
    { streaming: true },
  );
  addExternal(daemons.home, 'helper', url);
  const { task: answered } = await ask(mia, 'helper', 'hello');
  expect(answered).toMatchObject({ state: 'completed', reply: { text: 'the answer' } });
  expect((await show(mia, answered.id)).messages).toHaveLength(2);
});

test('a card that changes to another host gets neither the message nor the token', async ({ daemons }) => {
  const mia = await daemons.person('mia');
  const seen: unknown[] = [];
  const other = createServer((request, response) => {
    seen.push(request.headers);
    response.end();
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}/rpc`;
  const { url } = await hostile(() => {}, {
    card: () => ({ supportedInterfaces: [{ url: elsewhere, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }] }),
  });
  addExternal(daemons.home, 'helper', url, 'secret');
  const { task: failed } = await ask(mia, 'helper', 'hello');
  expect(failed.error).toMatchObject({ code: 'external_bad_answer' });
  expect(failed.error.message).toContain(`it points to another host, ${new URL(elsewhere).origin}.`);
  expect(seen).toEqual([]);
});
