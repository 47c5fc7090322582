/** Outside programs: they use a token, are called ext:NAME, and can lose their access. */
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Changes } from '../../rig/home/agent.js';
import { type Agent, envelope, type Home, testInSharedHome } from '../../rig/home/home.js';

const test = testInSharedHome.extend<{ hub: Agent; ann: Agent }>({
  hub: [async ({ home }, use) => use(await home.agent('hub')), { scope: 'file' }],
  ann: [async ({ home }, use) => use(await home.agent('ann')), { scope: 'file' }],
});

async function token(home: Home, ...args: string[]): Promise<string> {
  const { code, stdout } = await home.run(['token', 'create', ...args]);
  expect(code).toBe(0);
  return stdout.trim();
}

test('an outside program sends as ext:NAME with its token and fetches the answer', async ({ home, hub }) => {
  const key = await token(home, '--name', 'ci');
  const sent = await hub.call('/tasks/send', { key, body: envelope('is it green?', { response_expected: true }) });
  expect(sent).toMatchObject({ status: 200, body: { task: { sender: { sender_id: 'ext:ci' } } } });
  const { id, short_id } = sent.body.task;
  expect(await hub.line('is it green?')).toBe(`[A2A:${short_id}:ext:ci] is it green?`);
  const waiting = hub.call(`/tasks/${id}?wait=25`, { key });
  expect(await hub.synapse('reply', '--to', short_id, 'yes')).toMatchObject({
    code: 0,
    stderr: expect.not.stringContaining('not running'),
  });
  expect((await waiting).body.task).toMatchObject({ state: 'completed', reply: { text: 'yes', from: 'hub' } });
  expect(await hub.call('/tasks/send', { key, body: envelope('x', { sender: { sender_id: 'ann' } }) })).toMatchObject({
    status: 403,
    body: { error: 'sender_mismatch' },
  });
});

test('an answer to an outside program that names its endpoint is sent there, without a key', async ({ home, hub }) => {
  const key = await token(home, '--name', 'outside');
  const received: { request: IncomingMessage; body: string }[] = [];
  const outside = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ request, body });
    response.setHeader('content-type', 'application/json').end('{"task":{"id":"their-task"}}');
  }).listen(0, '127.0.0.1');
  await once(outside, 'listening');
  const sender_endpoint = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
  await hub.call('/tasks/send', {
    key,
    body: envelope('call me back', {
      sender: { sender_endpoint },
      sender_task_id: 'their-task',
      response_expected: true,
    }),
  });
  await hub.line('call me back');
  expect(await hub.synapse('reply', '--to', 'their-task', 'ring')).toMatchObject({ code: 0 });
  expect(received).toHaveLength(1);
  expect(received[0]?.request.url).toBe('/tasks/send?reply_to=their-task');
  expect(received[0]?.request.headers.authorization).toBeUndefined();
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
    message: { parts: [{ type: 'text', text: 'ring' }] },
    metadata: { sender: { sender_id: 'hub' } },
  });
  outside.close();
  outside.closeAllConnections();
});

test('a token for one agent opens no other', async ({ home, hub, ann }) => {
  const key = await token(home, '--name', 'narrow', '--agent', 'hub');
  expect((await hub.call('/status', { key })).status).toBe(200);
  expect((await ann.call('/status', { key })).status).toBe(401);
});

test('a token is not the agent itself', async ({ home, hub }) => {
  const key = await token(home, '--name', 'guest');
  for (const route of ['POST /send', 'POST /reply', 'GET /inbox', 'GET /screen', 'POST /control/stop']) {
    const [method = '', path = ''] = route.split(' ');
    expect({ route, status: (await hub.call(path, { method, key })).status }).toEqual({ route, status: 403 });
  }
});

test('a token sees the changes of its own tasks only', async ({ home, hub, ann }) => {
  const key = await token(home, '--name', 'watcher');
  const changes = new Changes(await hub.open('/events', { key }));
  await ann.synapse('send', 'hub', 'none of its business');
  await hub.line('none of its business');
  const sent = await hub.call('/tasks/send', { key, body: envelope('its own', { response_expected: true }) });
  await changes.until((change) => change.task_id === sent.body.task.id);
  expect(new Set(changes.seen.map((change) => change.task_id))).toEqual(new Set([sent.body.task.id]));
  changes.stop();
});

test('a revoked token is refused at once, and its name can be used again', async ({ home, hub }) => {
  const key = await token(home, '--name', 'short-lived');
  expect((await hub.call('/status', { key })).status).toBe(200);
  expect((await home.run(['token', 'create', '--name', 'short-lived'])).code).toBe(1);
  expect((await home.run(['token', 'revoke', 'short-lived'])).code).toBe(0);
  expect((await hub.call('/status', { key })).status).toBe(401);
  const fresh = await token(home, '--name', 'short-lived');
  expect(fresh).not.toBe(key);
  expect((await hub.call('/status', { key })).status).toBe(401);
});

test('the open streams of a revoked token end with the next change, and do not show it', async ({ home, hub }) => {
  const key = await token(home, '--name', 'listener');
  const sent = await hub.call('/tasks/send', { key, body: envelope('until when?', { response_expected: true }) });
  const { id, short_id } = sent.body.task;
  await hub.line('until when?');
  const all = new Changes(await hub.open('/events', { key }));
  const one = new Changes(await hub.open(`/tasks/${id}/events`, { key }));
  await one.until((event) => event.event === 'task');
  expect((await home.run(['token', 'revoke', 'listener'])).code).toBe(0);
  await hub.synapse('reply', '--to', short_id, 'for ever');
  await Promise.all([all.ended, one.ended]);
  expect([...all.seen, ...one.seen].filter(({ state }) => state === 'completed')).toEqual([]);
});

test('a token is stored hashed and never listed', async ({ home }) => {
  const key = await token(home, '--name', 'secret');
  const list = await home.run(['token', 'list', '--json']);
  expect(list.stdout).toContain('secret');
  expect(list.stdout).not.toContain(key);
  const files = filesUnder(home.home);
  expect(files.some(({ path }) => path.includes('/tokens/'))).toBe(true);
  for (const { path, text } of files)
    expect({ path, holds: text.includes(key) || path.includes(key) }).toEqual({ path, holds: false });
});

function filesUnder(dir: string): { path: string; text: string }[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map((name) => join(dir, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
    .map((path) => ({ path, text: readFileSync(path, 'latin1') }));
}
