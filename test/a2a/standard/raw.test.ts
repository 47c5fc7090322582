/** The standard as it is on the wire: cards, versions, media types, errors, and what clients must not be able to do. */
import { AgentCard } from '@a2a-js/sdk';
import { expect } from 'vitest';
import { createToken, revokeToken } from '../../../src/registry/tokens.js';
import { Changes } from '../../rig/home/agent.js';
import type { Agent, Home } from '../../rig/home/home.js';
import { testInSharedProcess } from '../../rig/home/home-in-process.js';

const test = testInSharedProcess.extend<{ rex: Agent; token: string; other: string }>({
  rex: [
    async ({ home }, use) => use(await home.agent('rex', { options: ['--role', 'counts sheep'] })),
    { scope: 'file' },
  ],
  token: [async ({ home }, use) => use(tokenOf(home, 'ci')), { scope: 'file' }],
  other: [async ({ home }, use) => use(tokenOf(home, 'other')), { scope: 'file' }],
});

const tokenOf = (home: Home, name: string) =>
  createToken(home.home, { name, agent: null, createdAt: '2026-01-01T00:00:00.000Z' });

const V1 = { 'a2a-version': '1.0' };
const message = (text = 'hello', more: object = {}) => ({
  messageId: 'm',
  role: 'ROLE_USER',
  parts: [{ text }],
  ...more,
});
const AT_ONCE = { configuration: { returnImmediately: true } };

/** One call of JSON-RPC; `params` may be anything. */
async function rpc(rex: Agent, key: string, method: string, params?: unknown, headers: Record<string, string> = V1) {
  return (await rex.call('/a2a', { key, headers, body: { jsonrpc: '2.0', id: 0, method, params } })).body;
}

test('each version has a card of its own, which a client need not fetch twice', async ({ rex }) => {
  const get = (path: string, headers: Record<string, string> = {}) => rex.call(path, { key: null, headers });
  const { headers, body } = await get('/.well-known/agent-card.json');
  expect(AgentCard.toJSON(AgentCard.fromJSON(body))).toEqual({
    ...body,
    securityRequirements: [{ schemes: { bearer: {} } }],
  });
  expect(body.supportedInterfaces[0]).toMatchObject({ url: `${rex.entry.endpoint}/a2a`, protocolVersion: '1.0' });
  expect(headers['cache-control']).toContain('max-age');
  expect(await get('/.well-known/agent-card.json', { 'if-none-match': String(headers.etag) })).toMatchObject({
    status: 304,
  });
  expect(await get('/.well-known/agent-card.json', { 'if-none-match': '*' })).toMatchObject({ status: 304 });
  const legacy = await get('/.well-known/agent.json');
  expect(legacy.body).toMatchObject({
    protocolVersion: '0.3.0',
    url: `${rex.entry.endpoint}/a2a`,
    preferredTransport: 'JSONRPC',
  });
  expect(legacy.body.supportedInterfaces).toBe(undefined);
  for (const path of ['/a2a/v0.3/.well-known/agent-card.json', '/a2a/v0.3/.well-known/agent.json']) {
    expect((await get(path)).body).toEqual(legacy.body);
  }
  expect((await get('/.well-known/agent-card.json', { 'a2a-version': '0.3' })).body).toEqual(legacy.body);
});

test('the extended card says more, and only to those who are known', async ({ rex, token }) => {
  expect(await rex.call('/a2a/rest/extendedAgentCard', { key: null, headers: V1 })).toMatchObject({ status: 401 });
  const { body } = await rex.call('/a2a/rest/extendedAgentCard', { key: token, headers: V1 });
  expect(body.description).toMatch(/^counts sheep\. Its id is rex/);
  expect((await rpc(rex, token, 'GetExtendedAgentCard')).result).toEqual(body);
  const legacy = await rpc(rex, token, 'agent/getAuthenticatedExtendedCard', undefined, {});
  expect(legacy.result).toMatchObject({ description: body.description, url: `${rex.entry.endpoint}/a2a` });
});

test('in every version an unknown method is one, with or without parameters', async ({ rex, token }) => {
  for (const headers of [V1, { 'a2a-version': '0.3' }, {}])
    for (const params of [undefined, {}])
      expect((await rpc(rex, token, 'no/method', params, headers)).error.code).toBe(-32601);
});

test.for([
  ['an unknown method', { method: 'Nothing', params: {} }, -32601],
  ['a method of the other version', { method: 'message/send', params: { message: message() } }, -32601],
  ['no method', { params: {} }, -32600],
  ['another version of JSON-RPC', { jsonrpc: '1.0', method: 'GetTask', params: {} }, -32600],
  ['an id that is an object', { id: {}, method: 'GetTask', params: {} }, -32600],
  ['params that are a list', { method: 'GetTask', params: [] }, -32602],
  ['no params', { method: 'GetTask' }, -32602],
  ['no id of a task', { method: 'GetTask', params: {} }, -32602],
  ['no message', { method: 'SendMessage', params: {} }, -32602],
  ['no parts', { method: 'SendMessage', params: { message: message('', { parts: [] }) } }, -32602],
  ['a part that is nothing', { method: 'SendMessage', params: { message: message('', { parts: [{}] }) } }, -32602],
  [
    'a part that is two things',
    { method: 'SendMessage', params: { message: message('', { parts: [{ text: 'a', url: 'b' }] }) } },
    -32602,
  ],
  [
    'a file that is not base64',
    { method: 'SendMessage', params: { message: message('', { parts: [{ raw: '*' }] }) } },
    -32602,
  ],
  ['only blanks', { method: 'SendMessage', params: { message: message('  ') } }, -32602],
  ['the role of version 0.3', { method: 'SendMessage', params: { message: message('x', { role: 'user' }) } }, -32602],
  ['no id of the message', { method: 'SendMessage', params: { message: message('x', { messageId: '' }) } }, -32602],
  ['a negative historyLength', { method: 'GetTask', params: { id: 'x', historyLength: -1 } }, -32602],
  ['a page that is too large', { method: 'ListTasks', params: { pageSize: 101 } }, -32602],
  ['a token of no page', { method: 'ListTasks', params: { pageToken: 'zzz' } }, -32602],
  ['a task that does not exist', { method: 'GetTask', params: { id: 'none' } }, -32001],
  [
    'a message for a task that does not exist',
    { method: 'SendMessage', params: { message: message('x', { taskId: 'none' }) } },
    -32001,
  ],
  ['a stream of a task that does not exist', { method: 'SubscribeToTask', params: { id: 'none' } }, -32001],
] as const)('JSON-RPC: %s is an error of the standard', async ([, request, code], { rex, token }) => {
  const { status, body } = await rex.call('/a2a/', {
    key: token,
    headers: V1,
    body: { jsonrpc: '2.0', id: 7, ...request },
  });
  expect([status, body.error.code]).toEqual([200, code]);
  expect(body.id).toBe(typeof (request as { id?: unknown }).id === 'object' ? null : 7);
  if (code === -32001)
    expect(body.error.data).toMatchObject([{ reason: 'TASK_NOT_FOUND', domain: 'a2a-protocol.org' }]);
});

test('what is not JSON, not a request or not a known version is refused, in the words of the standard', async ({
  rex,
  token,
}) => {
  const raw = (body: unknown, headers: Record<string, string> = {}) =>
    rex.call('/a2a', { key: token, body, headers: { ...V1, ...headers } });
  expect(await raw('{"jsonrpc"')).toMatchObject({ status: 200, body: { id: null, error: { code: -32700 } } });
  expect((await raw([])).body.error.code).toBe(-32600);
  expect(await raw('x', { 'content-type': 'text/plain' })).toMatchObject({
    status: 415,
    body: { error: { code: -32005 } },
  });
  expect(await raw(Buffer.alloc(17 * 2 ** 20, 32))).toMatchObject({ status: 413, body: { error: { code: -32600 } } });
  const get = { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 'x' } };
  for (const version of ['2.0', '1', 'x']) {
    expect((await raw(get, { 'a2a-version': version })).body.error.code).toBe(-32009);
  }
  for (const version of ['1.0', '1.0.7'])
    expect((await raw(get, { 'a2a-version': version })).body.error.code).toBe(-32001);
  const asked = await rex.call('/a2a?A2A-Version=1.0', { key: token, body: get });
  expect(asked.body.error.code).toBe(-32001);
  const unknown = await rex.call('/a2a', { key: null, body: get });
  expect([unknown.status, unknown.headers['www-authenticate']]).toEqual([401, 'Bearer']);
});

test('HTTP+JSON answers with the errors and the media types of the standard', async ({ rex, token }) => {
  const rest = (path: string, options: object = {}) =>
    rex.call(`/a2a/rest${path}`, { key: token, headers: V1, ...options });
  expect(await rest('/tasks/none')).toMatchObject({ status: 404, body: { error: { code: 404, status: 'NOT_FOUND' } } });
  expect(await rest('/tasks/none', { headers: {} })).toMatchObject({
    status: 400,
    body: { error: { details: [{ reason: 'VERSION_NOT_SUPPORTED' }] } },
  });
  expect(await rest('/message:send', { body: 'x', headers: { ...V1, 'content-type': 'text/plain' } })).toMatchObject({
    status: 415,
  });
  expect(await rest('/message:send', { body: { message: message('', { parts: [] }) } })).toMatchObject({ status: 400 });
  expect(await rest('/nothing')).toMatchObject({ status: 400 });
  expect(await rest('/tasks/none:cancel', { method: 'POST' })).toMatchObject({ status: 404 });
  const a2a = 'application/a2a+json';
  const body = { message: message('typed'), ...AT_ONCE };
  const sent = await rest('/message:send', { body, headers: { ...V1, accept: a2a, 'content-type': a2a } });
  expect(sent).toMatchObject({
    status: 200,
    headers: { 'content-type': a2a },
    body: { task: { history: [{ messageId: 'm' }] } },
  });
  expect((await rest(`/tasks/${sent.body.task.id}?historyLength=0`)).body.history).toBe(undefined);
});

test('a caller sees its own tasks only, and all of them page by page', async ({ rex, token, other }) => {
  const send = async (key: string, more = {}) =>
    (await rpc(rex, key, 'SendMessage', { message: message('hello', more), ...AT_ONCE })).result.task;
  const foreign = await send(other);
  const first = await send(token, { contextId: 'mine' });
  const second = await send(token, { contextId: 'mine' });
  expect(second.id).not.toBe(first.id);
  for (const method of ['GetTask', 'CancelTask', 'SubscribeToTask']) {
    expect((await rpc(rex, token, method, { id: foreign.id })).error.code).toBe(-32001);
  }
  expect((await rpc(rex, token, 'SendMessage', { message: message('x', { taskId: foreign.id }) })).error.code).toBe(
    -32001,
  );
  const config = { taskId: foreign.id, id: 'a', url: 'https://example.com' };
  expect((await rpc(rex, token, 'CreateTaskPushNotificationConfig', config)).error.code).toBe(-32001);
  const wrong = message('x', { taskId: first.id, contextId: 'other' });
  expect((await rpc(rex, token, 'SendMessage', { message: wrong })).error.code).toBe(-32602);
  const list = async (params: object) => (await rpc(rex, token, 'ListTasks', { contextId: 'mine', ...params })).result;
  const page = await list({ pageSize: 1 });
  expect(page).toMatchObject({ tasks: [{ id: second.id }], totalSize: 2, pageSize: 1 });
  expect(await list({ pageSize: 1, pageToken: page.nextPageToken })).toMatchObject({
    tasks: [{ id: first.id }],
    nextPageToken: '',
  });
  await rex.line(new RegExp(`^\\[A2A:${second.id.slice(0, 8)}:`));
  await expect.poll(async () => (await list({ status: 'TASK_STATE_WORKING' })).totalSize).toBe(2);
  expect(await list({ status: 'TASK_STATE_COMPLETED' })).toMatchObject({ tasks: [], totalSize: 0, nextPageToken: '' });
  expect((await rpc(rex, token, 'ListTasks', { status: 'TASK_STATE_DONE' })).error.code).toBe(-32602);
});

test('ids of other clients repeat themselves; only one of ours makes a message the same one', async ({
  rex,
  token,
  other,
}) => {
  const own = { 'synapse.message_id': '0b8a4d4e-8a51-4d09-9a53-7f6d2f6e3c11' };
  const send = async (key: string, metadata?: object) =>
    (await rpc(rex, key, 'SendMessage', { message: message('again', { metadata }), ...AT_ONCE })).result.task.id;
  const [a, b, c, d, e] = [
    await send(token),
    await send(token),
    await send(token, own),
    await send(token, own),
    await send(other, own),
  ];
  expect(new Set([a, b, c, e]).size).toBe(4);
  expect(d).toBe(c);
  await rex.call('/reply', { body: { to: c, text: 'once' } });
  expect(await send(token, own)).toBe(c);
});

test('files by value are written for the program and shown as they were sent', async ({ rex, token }) => {
  const parts = [
    { text: 'read' },
    { raw: 'aGFsbG8=', filename: '../../evil\u001b[2J.txt', mediaType: 'text/plain' },
    { url: 'https://example.com/b.png' },
  ];
  const { task } = (await rpc(rex, token, 'SendMessage', { message: message('', { parts }), ...AT_ONCE })).result;
  expect(task.history[0].parts).toEqual(parts);
  const line = await rex.line(
    /\] read \(file: \/.*\/agents\/rex\/files\/[^/]+\/evil_2J.txt\) \(file: https:\/\/example.com\/b.png\)$/,
  );
  const path = /\(file: (\/[^)]*)\)/.exec(line)?.[1] ?? '';
  expect((await rex.inside(['cat', path])).stdout).toBe('hallo');
  const large = [{ raw: Buffer.alloc(2 ** 20 + 1).toString('base64'), filename: 'large' }];
  expect((await rpc(rex, token, 'SendMessage', { message: message('', { parts: large }) })).error).toMatchObject({
    code: -32602,
  });
});

test('a client that goes away changes nothing, and others still follow the task', async ({ rex, token }) => {
  const body = { message: message('stay') };
  const gone = await rex.open('/a2a/rest/message:stream', { key: token, headers: V1, body });
  const line = await rex.line('] stay');
  const id = /A2A:([0-9a-f]{8})/.exec(line)?.[1] ?? '';
  const task = (await rex.call(`/tasks/${id}`)).body.task.id;
  const others = await Promise.all(
    [1, 2].map(
      async () => new Changes(await rex.open(`/a2a/rest/tasks/${task}:subscribe`, { key: token, headers: V1 })),
    ),
  );
  gone.destroy();
  await rex.call('/reply', { body: { to: id, text: 'there' } });
  await Promise.all(others.map(({ ended }) => ended));
  const texts = others.map(({ seen }) => JSON.stringify(seen.slice(-2)));
  expect(texts[0]).toContain('TASK_STATE_COMPLETED');
  expect(texts[1]).toBe(texts[0]);
  expect((await rpc(rex, token, 'SubscribeToTask', { id: task })).error.code).toBe(-32004);
  expect((await rpc(rex, token, 'SendMessage', { message: message('x', { taskId: task }) })).error.code).toBe(-32004);
  expect((await rpc(rex, token, 'CancelTask', { id: task })).error.code).toBe(-32002);
});

test('a token that is revoked is told nothing more, also by answers that are open', async ({ home, rex }) => {
  const lost = tokenOf(home, 'lost');
  const asked = (text: string) => ({ key: lost, headers: V1, body: { message: message(text) } });
  const stream = new Changes(await rex.open('/a2a/rest/message:stream', asked('first secret?')));
  const waiting = rex.call('/a2a/rest/message:send', asked('second secret?'));
  const lines = [await rex.line('] first secret?'), await rex.line('] second secret?')];
  const id = /A2A:([0-9a-f]{8})/.exec(lines[0] ?? '')?.[1];
  const looking = rex.call(`/tasks/${id}?wait=25`, { key: lost });
  await rex.call('/status');
  revokeToken(home.home, 'lost');
  for (const line of lines) {
    await rex.call('/reply', { body: { to: /A2A:([0-9a-f]{8})/.exec(line)?.[1], text: 'hush' } });
  }
  await stream.ended;
  expect(JSON.stringify([stream.seen, (await waiting).body])).not.toContain('hush');
  expect((await looking).status).toBe(401);
});

test('parts that were seen stay an artifact, also if the last one is a message', async ({ rex, token }) => {
  const body = { message: message('in parts?') };
  const stream = new Changes(await rex.open('/a2a/rest/message:stream', { key: token, headers: V1, body }));
  const to = /A2A:([0-9a-f]{8})/.exec(await rex.line('] in parts?'))?.[1] ?? '';
  await rex.call('/reply', { body: { to, text: 'one', partial: true } });
  await rex.call('/reply', { body: { to, text: 'two', message: true } });
  await stream.ended;
  expect(JSON.stringify(stream.seen).match(/"(?:one|two)"/g)).toEqual(['"one"', '"two"']);
  const { task } = (await rex.call(`/tasks/${to}`)).body;
  const { artifacts, status } = (await rpc(rex, token, 'GetTask', { id: task.id })).result;
  expect(artifacts).toMatchObject([{ parts: [{ text: 'one' }, { text: 'two' }] }]);
  expect(status.message).toBe(undefined);
});

test('push addresses that are not public are refused, however they are written', async ({ rex, token }) => {
  const { task } = (await rpc(rex, token, 'SendMessage', { message: message('push'), ...AT_ONCE })).result;
  const create = (url: string, more = {}) =>
    rpc(rex, token, 'CreateTaskPushNotificationConfig', { taskId: task.id, id: 'a', url, ...more });
  for (const url of [
    'http://localhost/x',
    'http://127.0.0.1',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://10.1.2.3',
    'http://192.168.0.1',
    'http://169.254.169.254/latest',
    'http://[fd00::1]/',
    'http://0.0.0.0/',
    'ftp://example.com',
    'file:///etc/passwd',
    'https://u:p@example.com',
    'no address',
  ]) {
    expect((await create(url)).error?.code, url).toBe(-32602);
  }
  expect((await create('https://example.com', { token: 'a\r\nx: y' })).error.code).toBe(-32602);
  const given = { token: 't', authentication: { scheme: 'Bearer', credentials: 'c' } };
  expect((await create('https://203.0.113.7/hook', given)).result).toMatchObject({ id: 'a', ...given });
  const one = { taskId: task.id, id: 'a' };
  expect((await rpc(rex, token, 'GetTaskPushNotificationConfig', one)).result).toMatchObject(given);
  expect((await rpc(rex, token, 'ListTaskPushNotificationConfigs', one)).result.configs).toHaveLength(1);
  for (let count = 0; count < 2; count++)
    expect((await rpc(rex, token, 'DeleteTaskPushNotificationConfig', one)).result).toBe(null);
  expect((await rpc(rex, token, 'GetTaskPushNotificationConfig', one)).error.code).toBe(-32001);
});

test('an agent with its own key is a client like any other, and reads its answer there', async ({ home, rex }) => {
  const ada = await home.agent('ada');
  const asking = rpc(rex, ada.key, 'SendMessage', { message: message('from ada') });
  const line = await rex.line('from ada');
  const id = /^\[A2A:([0-9a-f]{8}):ada\]/.exec(line)?.[1];
  await rex.call('/reply', { body: { to: id, text: 'to ada' } });
  expect((await asking).result.task).toMatchObject({ status: { state: 'TASK_STATE_COMPLETED' } });
  expect(ada.lines()).toEqual([]);
  expect((await rpc(rex, rex.key, 'SendMessage', { message: message() })).error.code).toBe(-32004);
});
