/** `/mcp` of a daemon, used by clients of both SDKs and all eras. */
import { expect } from 'vitest';
import { createToken } from '../../src/registry/tokens.js';
import { MESSAGE_TOOLS } from '../../src/tools/message-tools.js';
import { CLIENTS, overHttp } from '../rig/clients/mcp.js';
import type { Agent, Home } from '../rig/home/home.js';
import { testInSharedProcess } from '../rig/home/home-in-process.js';

const test = testInSharedProcess.extend<{ ada: Agent; rex: Agent }>({
  ada: [async ({ home }, use) => use(await home.agent('ada')), { scope: 'file' }],
  rex: [async ({ home }, use) => use(await home.agent('rex')), { scope: 'file' }],
});

let count = 0;
const token = (home: Home, agent: string | null = null) =>
  createToken(home.home, { name: `t${++count}`, agent, createdAt: '2026-01-01T00:00:00.000Z' });
const idIn = (line: string) => /\[A2A:([0-9a-f]{8}):/.exec(line)?.[1] ?? '';

for (const name of CLIENTS) {
  test(`${name}: an outside client asks, is told of progress, and gets the reply`, async ({ home, rex }) => {
    const client = await overHttp(name, rex, token(home));
    expect(await client.tools()).toEqual(MESSAGE_TOOLS.map((tool) => tool.name));
    const progress: string[] = [];
    const onprogress = ({ message }: { message?: string }) => void progress.push(message ?? '');
    const asking = client.call(
      'synapse_send',
      { target: 'rex', message: `ready, ${name}?`, response: true },
      { onprogress },
    );
    const id = idIn(await rex.line(`ready, ${name}?`));
    await expect.poll(() => progress).toEqual([expect.stringContaining(`Sent to rex as ${id}`)]);
    await rex.synapse('reply', '--to', id, 'yes');
    const { structuredContent, content } = await asking;
    expect(structuredContent).toMatchObject({ success: true, outcome: 'answered', task: { reply: { text: 'yes' } } });
    expect(JSON.parse(content[0].text)).toEqual(structuredContent);
    expect(await client.read(`synapse://tasks/${id}`)).toMatchObject({ task: { state: 'completed' } });
    await client.close();
  });

  test(`${name}: an agent replies by MCP, and may ask back first`, async ({ ada, rex }) => {
    const client = await overHttp(name, rex, rex.key);
    const asking = ada.synapse('send', 'rex', `what, ${name}?`, '--response');
    const id = idIn(await rex.line(`what, ${name}?`));
    expect(await client.read('synapse://inbox')).toMatchObject({ open_requests: [{ short_id: id }] });
    const asked = await client.call('synapse_reply', { to: id, message: 'which?', ask: true });
    expect(asked.structuredContent).toMatchObject({ outcome: 'delivered', task: { state: 'input-required' } });
    expect(await asking).toMatchObject({ code: 6, stdout: 'which?\n' });
    await client.call('synapse_reply', { to: id, message: 'this' });
    expect((await ada.synapse('tasks', 'wait', id)).stdout).toBe('this\n');
    expect(await client.prompt('how-to-answer')).toContain('synapse_reply');
    await client.close();
  });

  test(`${name}: a change is told only to the caller whose resource it is`, async ({ home, ada, rex }) => {
    const [own, other, outside] = await Promise.all([
      overHttp(name, rex, rex.key),
      overHttp(name, ada, ada.key),
      overHttp(name, rex, token(home)),
    ]);
    const all = [own, other, outside];
    await rex.call('/control/pause', { body: {} });
    for (const client of all) await client.subscribe('synapse://inbox');
    await ada.synapse('send', 'rex', `news, ${name}`);
    await expect.poll(() => own.updates).toContain('synapse://inbox');
    await outside.call('synapse_send', { target: 'ada', message: `hello, ${name}`, response: true, wait_seconds: 0 });
    await expect.poll(() => outside.updates).toContain('synapse://inbox');
    const told = [...own.updates];
    await ada.line(`hello, ${name}`);
    expect(own.updates).toEqual(told);
    const { structuredContent } = await own.call('synapse_inbox');
    expect(structuredContent.messages).toMatchObject([{ text: `news, ${name}` }]);
    await rex.call('/control/resume', { body: {} });
    for (const client of all) await client.close();
  });

  test(`${name}: a client that gives up cancels nothing, and the reply goes to the terminal`, async ({ ada, rex }) => {
    const client = await overHttp(name, ada, ada.key);
    const stop = new AbortController();
    const asking = client
      .call('synapse_send', { target: 'rex', message: `later, ${name}?`, response: true }, { signal: stop.signal })
      .catch((error: Error) => error);
    const id = idIn(await rex.line(`later, ${name}?`));
    stop.abort();
    expect(await asking).toBeInstanceOf(Error);
    await client.close();
    await rex.synapse('reply', '--to', id, `at last, ${name}`);
    expect(await ada.line(`at last, ${name}`)).toBe(`[A2A:${id}:rex] at last, ${name}`);
  });

  test(`${name}: unknown tools, wrong arguments and tasks of others`, async ({ home, ada, rex }) => {
    const client = await overHttp(name, rex, token(home));
    await expect(client.call('nope')).rejects.toMatchObject({ code: -32602 });
    await expect(client.call('logout')).rejects.toMatchObject({ code: -32602 });
    await expect(client.read('synapse://nothing')).rejects.toMatchObject({ code: -32602 });
    const wrong = await client.call('synapse_send', { target: 7, mesage: 'x' });
    expect(wrong).toMatchObject({ isError: true, structuredContent: { error: 'invalid_argument' } });
    const { stdout } = await ada.synapse('send', 'rex', `secret, ${name}`);
    const id = stdout.trim();
    expect((await client.call('synapse_show', { id })).structuredContent).toMatchObject({ error: 'task_not_found' });
    await expect(client.read(`synapse://tasks/${id}`)).rejects.toMatchObject({ code: -32602 });
    await client.close();
  });
}

test('a token for one agent reaches no other', async ({ home, ada, rex }) => {
  const client = await overHttp('2.x, initialize', rex, token(home, rex.id));
  const { structuredContent } = await client.call('synapse_list_agents');
  expect(structuredContent.agents).toMatchObject([{ id: 'rex' }]);
  const sent = await client.call('synapse_send', { target: ada.id, message: 'x' });
  expect(sent).toMatchObject({ isError: true, structuredContent: { error: 'agent_not_found' } });
  expect(sent.structuredContent.hint).toBe('synapse_list_agents shows the agents.');
  await client.close();
});

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};
const LIST = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
const BOTH = { accept: 'application/json, text/event-stream' };

test('a session id that nobody knows still works, one that was ended is refused, and that of others is of no use', async ({
  rex,
  ada,
}) => {
  const begun = await rex.open('/mcp', { body: INITIALIZE, headers: BOTH });
  begun.resume();
  const id = String(begun.headers['mcp-session-id']);
  const ask = (session: string, key = rex.key) =>
    rex.call('/mcp', { key, body: LIST, headers: { ...BOTH, 'mcp-session-id': session } });
  expect(await ask(id)).toMatchObject({ status: 200, body: expect.stringContaining('synapse_send') });
  expect((await ask('of-an-earlier-daemon')).status).toBe(200);
  expect((await ask(id, ada.key)).status).toBe(200);
  expect((await rex.call('/mcp', { key: ada.key, headers: { ...BOTH, 'mcp-session-id': id } })).status).toBe(405);
  expect((await rex.call('/mcp', { method: 'DELETE', headers: { 'mcp-session-id': id } })).status).toBe(200);
  expect((await ask(id)).status).toBe(404);
});

test('bad requests get the errors of the standard, and the daemon lives', async ({ rex }) => {
  const post = (body: string | object, headers = {}) => rex.call('/mcp', { body, headers: { ...BOTH, ...headers } });
  expect(await post('{"jsonrpc":')).toMatchObject({ status: 400, body: { error: { code: -32700 } } });
  expect((await post('x'.repeat(17 * 2 ** 20))).status).toBe(413);
  expect((await post(LIST, { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await post([])).status).toBe(400);
  expect((await post({ jsonrpc: '2.0', id: 3 })).status).toBe(400);
  expect((await post({ ...LIST, method: 'no/such' })).body).toContain('-32601');
  expect((await post({ ...LIST, method: 'tools/call', params: { name: 7 } })).body).toMatch(/-3260\d/);
  expect((await rex.call('/mcp', { body: LIST, key: null })).status).toBe(401);
  expect((await rex.call('/mcp', { body: LIST, key: 'syn_no_such-token-000000000' })).status).toBe(401);
  expect((await rex.call('/mcp', { body: LIST, key: 'sst_nothing' })).status).toBe(401);
  expect((await post(LIST, { host: 'evil.example' })).status).toBe(403);
  expect((await post(LIST, { origin: 'http://evil.example' })).status).toBe(403);
  expect((await rex.call('/mcp', { method: 'PUT', body: LIST })).status).toBe(405);
  expect((await post(LIST)).status).toBe(200);
});
