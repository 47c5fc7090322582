/** Open answers of `/mcp`: how long they last, who is told of what, and what a daemon's death in between does. */
import { expect } from 'vitest';
import { createToken, revokeToken } from '../../src/registry/tokens.js';
import { type ClientName, overHttp, overStdio } from '../rig/clients/mcp.js';
import type { Agent, Home } from '../rig/home/home.js';
import { testInProcess as test } from '../rig/home/home-in-process.js';

const CREATED = '2026-01-01T00:00:00.000Z';
const idIn = (line: string) => /\[A2A:([0-9a-f]{8}):/.exec(line)?.[1] ?? '';
const token = (home: Home, name = 'ide') => createToken(home.home, { name, agent: null, createdAt: CREATED });

for (const name of ['2.x, 2026-07-28', '1.x'] satisfies ClientName[]) {
  test(`${name}: whoever had a token is told nothing after it was revoked`, async ({ home }) => {
    const rex = await home.agent('rex');
    const [gone, stays] = [await overHttp(name, rex, token(home)), await overHttp(name, rex, token(home, 'other'))];
    for (const client of [gone, stays]) await client.subscribe('synapse://agents');
    revokeToken(home.home, 'ide');
    await home.agent('ada');
    await expect.poll(() => stays.updates).toContain('synapse://agents');
    await expect(gone.tools()).rejects.toThrow();
    expect(gone.updates).toEqual([]);
    await stays.close();
    await gone.close().catch(() => {});
  });
}

test('an outside client is told of tasks at agents that came later', async ({ home }) => {
  const client = await overStdio('1.x', { SYNAPSE_HOME: home.home, SYNAPSE_TOKEN: token(home) });
  await client.subscribe('synapse://inbox');
  const ada = await home.agent('ada');
  const send = { target: 'ada', message: 'ready?', response: true, wait_seconds: 0 };
  const sent = await client.call('synapse_send', send);
  const id = idIn(await ada.line('ready?'));
  await expect.poll(() => client.updates).not.toEqual([]);
  const { length } = client.updates;
  await ada.synapse('reply', '--to', id, 'yes');
  await expect.poll(() => client.updates.length).toBeGreaterThan(length);
  const { structuredContent } = await client.call('synapse_inbox');
  expect(structuredContent.tasks).toMatchObject([{ id: sent.structuredContent.task.id, state: 'completed' }]);
  await client.close();
});

const LISTEN = {
  jsonrpc: '2.0',
  method: 'subscriptions/listen',
  params: {
    notifications: { resourceSubscriptions: ['synapse://inbox'] },
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
};

const HEADERS = {
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'subscriptions/listen',
};

test('a stream on which nothing happens ends a while after its token was revoked', async ({ home }) => {
  const rex = await home.agent('rex');
  const stream = await rex.open('/mcp', { body: { ...LISTEN, id: 1 }, headers: HEADERS, key: token(home) });
  const ended = new Promise((resolve) => stream.once('close', resolve));
  stream.on('error', () => {}).resume();
  revokeToken(home.home, 'ide');
  await ended;
  expect(stream.statusCode).toBe(200);
});

test('of many streams the oldest is ended, and the daemon stays usable', async ({ home }) => {
  const rex = await home.agent('rex');
  const open = (id: number) => rex.open('/mcp', { body: { ...LISTEN, id }, headers: HEADERS });
  const first = await open(0);
  const ended = new Promise((resolve) => first.once('close', resolve));
  first.on('error', () => {}).resume();
  const others = [];
  for (let id = 1; id <= 64; id += 1) others.push(await open(id));
  await ended;
  expect(others.map(({ statusCode, destroyed }) => `${statusCode} ${destroyed}`)).toEqual(Array(64).fill('200 false'));
  expect((await rex.call('/status')).status).toBe(200);
  for (const each of others) each.on('error', () => {}).destroy();
});

/** Asks rex, and returns when rex has the question. */
async function askAndReach(rex: Agent, ask: () => Promise<unknown>): Promise<{ id: string; asking: Promise<unknown> }> {
  const asking = ask();
  return { id: idIn(await rex.line('ready?')), asking };
}

test('a send that waits outlives the death of its daemon, and is sent once', async ({ home }) => {
  const rex = await home.agent('rex');
  const env = { SYNAPSE_HOME: home.home, SYNAPSE_HUMAN: 'mia' };
  const client = await overStdio('2.x, 2026-07-28', env);
  const send = { target: 'rex', message: 'ready?', response: true };
  const { id, asking } = await askAndReach(rex, () => client.call('synapse_send', send));
  const { pid } = home.entry('mia');
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => home.entry('mia').pid).not.toBe(pid);
  await rex.synapse('reply', '--to', id, 'yes');
  expect(await asking).toMatchObject({
    structuredContent: { outcome: 'answered', task: { reply: { text: 'yes' } } },
  });
  expect(rex.lines().filter((line) => line.includes('ready?'))).toHaveLength(1);
  await client.close();
});

test('an outside client that waits outlives the death of the daemon that it asks', async ({ home }) => {
  const ada = await home.agent('ada');
  const rex = await home.agent('rex', { ownProcess: true });
  const client = await overHttp('1.x', ada, token(home));
  const send = { target: 'rex', message: 'ready?', response: true, wait_seconds: 1 };
  const { id, asking } = await askAndReach(rex, () => client.call('synapse_send', send));
  process.kill(rex.entry.pid, 'SIGKILL');
  expect(await asking).toMatchObject({
    structuredContent: { outcome: 'open', instruction: expect.stringContaining(`synapse_wait with id: "${id}"`) },
  });
  await client.close();
});
