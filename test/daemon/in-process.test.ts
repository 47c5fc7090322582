import { existsSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { isSessionAddress, toAgentId } from '../../src/ids.js';
import { createToken } from '../../src/registry/tokens.js';
import { type DaemonHere, Daemons, test } from '../rig/home/in-process.js';
import { isAlive } from '../rig/home/processes.js';

test('a person’s daemon answers, and leaves nothing behind', async ({ daemons }) => {
  const mia = await daemons.person('mia');
  const { status, body } = await mia.call('/status', { socket: true });
  expect({ status, body }).toMatchObject({ status: 200, body: { id: 'mia', kind: 'human', program_pid: null } });
  expect(await mia.end()).toBe(0);
  expect(existsSync(mia.entry.socket)).toBe(false);
});

test('a daemon types a message into the terminal of its program, and ends the program with itself', async ({
  daemons,
}) => {
  const [mia, rex] = await Promise.all([daemons.person('mia'), daemons.agent('rex')]);
  const sent = await mia.call('/send', { socket: true, body: { target: 'rex', text: 'hello', until: 'submitted' } });
  expect(sent.status).toBe(200);
  expect(await rex.line('hello')).toMatch(/^\[A2A:\w+:mia\] hello$/);
  const { programPid } = daemons.entry('rex');
  expect(await rex.end()).toBe(0);
  expect(isAlive(programPid as number)).toBe(false);
});

test('a daemon ends with its program', async ({ daemons }) => {
  const rex = await daemons.agent(null, { spec: { command: ['/bin/sh', '-c', 'read line'] } });
  await rex.call('/control/keys', { body: { keys: '<enter>' } });
  expect(await rex.exited).toBe(0);
});

test('if the program does not exist, the start fails and leaves no address', async ({ daemons }) => {
  const start = daemons.agent('rex', { spec: { command: ['/nowhere/program'] } });
  await expect(start).rejects.toMatchObject({ code: 'program_not_found' });
  expect(existsSync(`${daemons.home}/agents/rex`)).toBe(false);
});

test('a second daemon of the same id is refused while the first one runs', async ({ daemons }) => {
  await daemons.person('mia');
  await expect(daemons.person('mia')).rejects.toMatchObject({ code: 'agent_already_running' });
});

test('a request for a passkey that cannot be read leaves the passkey as it is', async ({ daemons }) => {
  const mia = await daemons.person('mia', { env: { SYNAPSE_PASSKEY_COST: '4' } });
  await mia.call('/projects', { body: { id: 'shop', dir: null } });
  await mia.call('/agents', { body: { id: 'bob', project: 'shop' } });
  const { passkey } = (await mia.call('/agents/bob/passkey', { body: {} })).body;
  expect(await mia.call('/agents/bob/passkey', { body: '{' })).toMatchObject({ status: 400 });
  const login = { agent_id: 'bob', project_id: 'shop', purpose: 'chat', passkey };
  expect((await mia.call('/tools/authenticate', { body: login })).body.error).not.toBe('invalid_credentials');
});

test('strangers get the same answers whether or not there is a team, and create none', async ({ daemons }) => {
  const env = { SYNAPSE_PASSKEY_COST: '4' };
  const [mia, rex] = await Promise.all([daemons.person('mia', { env }), daemons.agent('rex', { env })]);
  const store = join(daemons.home, 'team.db');
  const login = { agent_id: 'bob', project_id: 'shop', purpose: 'chat', passkey: 'x' };
  const tries = async (daemon: DaemonHere) => [
    await daemon.call('/tools/authenticate', { key: null, body: login }),
    await daemon.call('/tools/authenticate', { key: null, body: {} }),
    await daemon.call('/tools/get_next_action', { key: null, body: {} }),
    await daemon.call('/tools/get_next_action', { key: 'sst_x', body: {} }),
    await daemon.call('/tools/nothing', { key: null, body: { session_token: 'sst_x' } }),
    await daemon.call('/tools', { key: 'sst_x' }),
    await daemon.call('/projects/shop/agents/bob/chat/messages', { key: null }),
  ];
  const bodies = async (daemon: DaemonHere) => (await tries(daemon)).map(({ status, body }) => ({ status, body }));
  const before = [await bodies(mia), await bodies(rex)];
  expect(before[0]?.map(({ status }) => status)).toEqual([401, 400, 401, 401, 401, 401, 401]);
  expect(existsSync(store)).toBe(false);
  await mia.call('/projects', { body: { id: 'shop', dir: null } });
  await mia.call('/agents', { body: { id: 'bob', project: 'shop' } });
  await mia.call('/agents/bob/passkey', { body: {} });
  expect([await bodies(mia), await bodies(rex)]).toEqual(before);
});

test('the key of a program opens no other project, and prunes and stops nothing there', async ({ daemons }) => {
  const env = { SYNAPSE_PASSKEY_COST: '4' };
  const mia = await daemons.person('mia', { env });
  for (const id of ['shop', 'bank']) await mia.call('/projects', { body: { id, dir: daemons.home } });
  for (const id of ['ann', 'bob']) await mia.call('/agents', { body: { id, project: 'bank', auto: false } });
  const work = (await mia.call('/work', { body: { project: 'bank', title: 'secret', assignee: 'ann' } })).body.task;
  const { passkey } = (await mia.call('/agents/ann/passkey', { body: {} })).body;
  const login = { agent_id: 'ann', project_id: 'bank', purpose: 'chat', passkey };
  const { session_token } = (await mia.call('/tools/authenticate', { body: login })).body;
  const opened = await mia.call('/tools/start_conversation', { key: session_token, body: { target_agent_id: 'bob' } });
  const talk = opened.body.conversation_id;
  const inShop = await daemons.agent('rex', { env, spec: { project: 'shop' } });
  const inNone = await daemons.agent('tom', { env });
  const empty: Record<string, readonly string[]> = { '/projects': ['shop'], '/agents': ['mia', 'rex'] };
  for (const path of ['/projects', '/agents', '/sessions', '/conversations', '/work', '/delegations', '/executions']) {
    for (const daemon of [inShop, inNone]) {
      const { body } = await daemon.call(path);
      const names = (body[path.slice(1)] ?? body.tasks).map(
        (each: { id?: string; agent_id?: string }) => each.id ?? each.agent_id,
      );
      const own = path === '/sessions' ? ['rex'] : (empty[path] ?? []);
      expect({ path, names: [...new Set(names)].sort() }).toEqual({ path, names: daemon === inShop ? own : [] });
      expect(JSON.stringify(body)).not.toContain('bank');
      expect(await daemon.call(`${path}?project=bank`)).toMatchObject(
        path === '/projects' ? { status: 200 } : { status: 403, body: { error: 'agent_not_assigned_to_project' } },
      );
    }
  }
  for (const daemon of [inShop, inNone]) {
    expect(await daemon.call('/projects/bank')).toMatchObject({ status: 403 });
    expect(await daemon.call(`/work/${work.task_id}`)).toMatchObject({ status: 404 });
    expect(await daemon.call(`/conversations/${talk}`)).toMatchObject({ status: 404 });
    for (const path of ['/team/prune', '/executions/prune']) {
      expect(await daemon.call(path, { body: { older_than_ms: 0 } })).toMatchObject({ status: 403 });
    }
    expect(await daemon.call('/agents/ann/stop', { body: {} })).toMatchObject({ status: 404 });
  }
  expect((await mia.call(`/conversations/${talk}`)).status).toBe(200);
});

test.each(['x.chat', 'x.task', 'a.b.Chat'])(
  '%s is no id or name of an agent, because it reads like a session',
  async (id) => {
    const daemons = new Daemons();
    onTestFinished(() => daemons.close());
    const refusal = { code: 'agent_id_reserved' };
    await expect(daemons.agent(id)).rejects.toMatchObject(refusal);
    await expect(daemons.person(id)).rejects.toMatchObject(refusal);
    const mia = await daemons.person('mia');
    expect((await mia.call('/control/rename', { body: { name: id } })).body.error).toBe(refusal.code);
    expect(isSessionAddress(toAgentId(id))).toBe(false);
  },
);

test('a request of a token holder can be shown after it was answered', async ({ daemons }) => {
  const mia = await daemons.person('mia');
  const key = createToken(daemons.home, { name: 'ci', agent: null, createdAt: '' });
  const body = { message: { role: 'user', parts: [{ text: 'hello' }] }, metadata: { response_expected: true } };
  const { task } = (await mia.call('/tasks/send', { key, body })).body;
  await mia.call('/reply', { body: { to: task.id, text: 'fine' } });
  for (const reader of [{}, { key }]) {
    const shown = await mia.call(`/tasks/${task.id}`, reader);
    expect(shown).toMatchObject({ status: 200, body: { task: { state: 'completed', reply: { text: 'fine' } } } });
  }
});

/** A client that never reads what it is answered. */
function readNothing(daemon: DaemonHere, where: 'socket' | 'port', request: string): Socket {
  const socket = new Socket();
  socket.on('error', () => {}).pause();
  if (where === 'socket') socket.connect(daemon.entry.socket);
  else socket.connect(daemon.entry.port, '127.0.0.1');
  socket.write(request);
  return socket;
}

test.for([
  ['a short answer', 1, 'port'],
  ['a short answer', 1, 'socket'],
  ['a long answer', 150, 'port'],
  ['a long answer', 150, 'socket'],
] as const)(
  'what get_pending_messages handed out in %s that broke comes again (%i, %s)',
  async ([, count, where], { daemons }) => {
    const mia = await daemons.person('mia', { env: { SYNAPSE_PASSKEY_COST: '4' } });
    await mia.call('/projects', { body: { id: 'shop', dir: daemons.home } });
    await mia.call('/agents', { body: { id: 'bob', project: 'shop', auto: false } });
    const { passkey } = (await mia.call('/agents/bob/passkey', { body: {} })).body;
    const login = { agent_id: 'bob', project_id: 'shop', purpose: 'chat', passkey };
    const { session_token: key } = (await mia.call('/tools/authenticate', { body: login })).body;
    for (let sent = 0; sent < count; sent += 1) {
      const content = `${sent} ${'界'.repeat(3_900)}`;
      await mia.call('/projects/shop/agents/bob/chat/messages', { body: { content } });
    }
    const body = JSON.stringify({ limit: 200 });
    const head = `POST /tools/get_pending_messages HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\n`;
    const socket = readNothing(mia, where, `${head}content-length: ${body.length}\r\n\r\n${body}`);
    const next = async () => (await mia.call('/tools/get_next_action', { key, body: {} })).body.action;
    await expect.poll(next, { interval: 5 }).toBe('wait_for_messages');
    socket.destroy();
    const ask = async () => (await mia.call('/tools/get_pending_messages', { key, body: { limit: 200 } })).body;
    await expect.poll(next).toBe('get_pending_messages');
    const again = await ask();
    expect(again.pending_messages.map(({ content }: { content: string }) => Number.parseInt(content, 10))).toEqual(
      Array.from({ length: count }, (_, index) => index),
    );
    expect(again.remaining).toBe(0);
    expect((await ask()).pending_messages).toEqual([]);
  },
);
