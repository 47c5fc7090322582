/** Who may do what: credentials, origins, tokens, and what others can see. */
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Agent, envelope, testInSharedHome } from '../../rig/home/home.js';

const test = testInSharedHome.extend<{ hub: Agent; ann: Agent; bob: Agent }>({
  hub: [async ({ home }, use) => use(await home.agent('hub')), { scope: 'file' }],
  ann: [async ({ home }, use) => use(await home.agent('ann')), { scope: 'file' }],
  bob: [async ({ home }, use) => use(await home.agent('bob')), { scope: 'file' }],
});

const FOR_ALL_KNOWN = [
  'POST /tasks/send',
  'POST /tasks/receipts',
  'GET /tasks',
  'GET /tasks/abcd',
  'POST /tasks/abcd/cancel',
  'GET /tasks/abcd/events',
  'GET /events',
  'GET /status',
  'GET /tools',
  'GET /projects/shop/agents/ann/chat/messages',
  'POST /projects/shop/agents/ann/chat/messages',
  'POST /projects/shop/agents/ann/chat/start',
  'POST /projects/shop/agents/ann/chat/end',
];
const FOR_ITSELF = [
  'POST /tasks/create',
  'GET /tasks/abcd/answer',
  'POST /tasks/abcd/ack',
  'POST /send',
  'POST /reply',
  'GET /targets',
  'GET /inbox',
  'POST /inbox/read',
  'GET /history',
  'GET /screen',
  'GET /output',
  'POST /control/stop',
  'POST /control/pause',
  'POST /team/changed',
  'GET /projects',
  'POST /projects',
  'GET /projects/shop',
  'GET /agents',
  'POST /agents',
  'POST /agents/ann/remove',
  'POST /agents/ann/passkey',
  'GET /conversations',
  'GET /conversations/conv_1',
  'GET /chat/unread',
  'POST /chat/read',
];

function split(route: string): { method: string; path: string } {
  const [method = '', path = ''] = route.split(' ');
  return { method, path };
}

test.for([...FOR_ALL_KNOWN, ...FOR_ITSELF])(
  '%s needs a credential, on the port and on the socket',
  async (route, { hub }) => {
    const { method, path } = split(route);
    for (const socket of [true, false]) {
      const answer = await hub.call(path, { method, socket, key: null });
      expect(answer).toMatchObject({ status: 401, body: { success: false, error: 'authentication_required' } });
    }
  },
);

test.for(['/healthz', '/.well-known/agent-card.json', '/.well-known/agent.json'])(
  '%s is open',
  async (path, { hub }) => {
    for (const socket of [true, false]) expect((await hub.call(path, { socket, key: null })).status).toBe(200);
  },
);

test('an unknown path reveals nothing to a stranger', async ({ hub }) => {
  expect(await hub.call('/nowhere', { key: null })).toMatchObject({ status: 404, body: { error: 'not_found' } });
});

test('wrong credentials are refused', async ({ hub, ann }) => {
  const swapped = `hub.${ann.key.split('.').at(-1)}`;
  const cut = ann.key.slice(0, -1);
  for (const key of ['x', 'hub.', 'hub.x', '../../etc/passwd.x', swapped, cut, `${ann.key}x`, ann.key.toUpperCase()]) {
    expect({ key, status: (await hub.call('/status', { key })).status }).toEqual({ key, status: 401 });
  }
  const basic = await hub.call('/status', { key: null, headers: { authorization: `Basic ${ann.key}` } });
  expect(basic.status).toBe(401);
});

test.for(FOR_ITSELF)('%s is for the agent itself', async (route, { hub, ann }) => {
  const { method, path } = split(route);
  expect(await hub.call(path, { method, key: ann.key })).toMatchObject({ status: 403, body: { error: 'forbidden' } });
});

test.for(['evil.example', 'evil.example:8150', 'localhost.evil.example', '127.0.0.1.evil.example', '192.168.0.1'])(
  'the host %j is refused before anything else',
  async (host, { hub }) => {
    for (const key of [hub.key, null]) {
      expect(await hub.call('/healthz', { key, headers: { host } })).toMatchObject({
        status: 403,
        body: { error: 'forbidden_origin' },
      });
    }
  },
);

test('loopback names are answered with and without a port', async ({ hub }) => {
  for (const name of ['localhost', '127.0.0.1', '[::1]', 'LOCALHOST']) {
    for (const host of [name, `${name}:${hub.entry.port}`]) {
      expect({ host, status: (await hub.call('/status', { headers: { host } })).status }).toEqual({
        host,
        status: 200,
      });
    }
  }
});

test.for(['http://evil.example', 'null', 'http://localhost:1', 'https://localhost', 'file://'])(
  'the origin %s is refused, even with a credential',
  async (origin, { hub }) => {
    const send = { body: envelope('from a page'), headers: { origin } };
    expect(await hub.call('/tasks/send', send)).toMatchObject({ status: 403, body: { error: 'forbidden_origin' } });
  },
);

test('the credential decides who the sender is', async ({ hub, ann }) => {
  const forged = await hub.receive(ann, 'I am bob', { sender: { sender_id: 'bob' } });
  expect(forged).toMatchObject({ status: 403, body: { error: 'sender_mismatch', caller: 'ann', sender: 'bob' } });
  const silent = await hub.receive(ann, 'guess who');
  expect(silent.body.task.sender).toMatchObject({ sender_id: 'ann' });
});

test('another agent sees only the tasks it has a part in', async ({ hub, ann, bob }) => {
  const { body } = await hub.receive(ann, 'between us', { sender_task_id: 'between-us', response_expected: true });
  const { id } = body.task;
  expect((await hub.call('/tasks', { key: bob.key })).body).toEqual({ tasks: [], next: null });
  for (const [path, method] of [
    [`/tasks/${id}`, 'GET'],
    [`/tasks/${id}/events`, 'GET'],
    [`/tasks/${id}/cancel`, 'POST'],
    ['/tasks/between-us', 'GET'],
  ] as const) {
    expect(await hub.call(path, { method, key: bob.key })).toMatchObject({
      status: 404,
      body: { error: 'task_not_found' },
    });
  }
  expect((await hub.call(`/tasks/${id}`, { key: ann.key })).body.task).toMatchObject({ id, state: 'working' });
  const seen = (await hub.call('/tasks', { key: ann.key })).body.tasks;
  expect(seen.every((task: { sender: { sender_id: string } }) => task.sender.sender_id === 'ann')).toBe(true);
});

test('a report on a message counts only from the agent that has it', async ({ hub, ann, bob, home }) => {
  await home.run(['pause', 'hub']);
  const sent = await ann.synapse('send', 'hub', 'who has it?', '--json');
  const { task } = JSON.parse(sent.stdout);
  const receipts = [{ message_id: task.message.message_id, state: 'failed', reason: 'agent_gone' }];
  await ann.call('/tasks/receipts', { key: bob.key, body: { receipts } });
  expect((await ann.call(`/tasks/${task.id}`)).body.task.receipt.state).not.toBe('failed');
  await home.run(['resume', 'hub']);
  await hub.line('who has it?');
});

test('an answer goes to the endpoint of the registry, not to what the request says', async ({ hub, ann }) => {
  let stolen = 0;
  const thief = createServer((_request, response) => {
    stolen += 1;
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(thief, 'listening');
  const endpoint = `http://127.0.0.1:${(thief.address() as AddressInfo).port}`;
  const { body } = await ann.call('/tasks/create', { body: { target: 'hub' } });
  const { id } = body.task;
  await hub.receive(ann, 'answer elsewhere', {
    sender: { sender_id: 'ann', sender_endpoint: endpoint },
    sender_task_id: id,
    response_expected: true,
  });
  await hub.line('answer elsewhere');
  expect(await hub.synapse('reply', '--to', id, 'no')).toMatchObject({ code: 0 });
  expect((await ann.call(`/tasks/${id}`)).body.task).toMatchObject({ state: 'completed', reply: { text: 'no' } });
  expect(stolen).toBe(0);
  thief.close();
});

test('keys, sockets, stores and tokens are 0600 in folders of 0700', async ({ home, hub }) => {
  await home.run(['token', 'create', '--name', 'modes']);
  for (const { path, mode, isDirectory } of everythingUnder(home.home)) {
    expect({ path, mode: mode.toString(8) }).toEqual({ path, mode: isDirectory ? '700' : '600' });
  }
  expect(statSync(hub.entry.socket).mode & 0o777).toBe(0o600);
  expect(statSync(join(hub.entry.socket, '..')).mode & 0o777).toBe(0o700);
});

test('the key is not in the environment, the command line or the log', async ({ home, hub }) => {
  const secret = hub.key.split('.').at(-1) as string;
  expect(secret.length).toBeGreaterThanOrEqual(32);
  for (const pid of [hub.entry.pid, hub.entry.programPid]) {
    for (const file of ['environ', 'cmdline'])
      expect(readFileSync(`/proc/${pid}/${file}`, 'utf8')).not.toContain(secret);
  }
  expect(readFileSync(join(home.home, 'agents', 'hub', 'daemon.log'), 'utf8')).not.toContain(secret);
});

test('nothing listens beyond loopback', async ({ hub }) => {
  const listening = ['tcp', 'tcp6'].flatMap((name) => listenersOn(name, hub.entry.port));
  expect(listening).toContain('0100007F');
  expect(listening.filter((address) => !['0100007F', '00000000000000000000000001000000'].includes(address))).toEqual(
    [],
  );
});

/** The addresses, as the kernel writes them, on which somebody listens at that port. */
function listenersOn(protocol: string, port: number): string[] {
  const rows = readFileSync(`/proc/net/${protocol}`, 'utf8').trim().split('\n').slice(1);
  return rows.flatMap((row) => {
    const [, local = '', , state] = row.trim().split(/\s+/);
    const [address = '', localPort = ''] = local.split(':');
    return state === '0A' && Number.parseInt(localPort, 16) === port ? [address] : [];
  });
}

function everythingUnder(dir: string): { path: string; mode: number; isDirectory: boolean }[] {
  return [dir, ...readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => join(dir, name))].flatMap(
    (path) => {
      const found = statSync(path, { throwIfNoEntry: false });
      return found ? [{ path, mode: found.mode & 0o777, isDirectory: found.isDirectory() }] : [];
    },
  );
}
