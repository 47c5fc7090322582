/** The server for clients elsewhere, over TLS, in front of real daemons. */
import { writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request as openRequest } from 'node:https';
import { connect as connectPlain } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Agent as Connections, fetch as plainFetch } from 'undici';
import { expect } from 'vitest';
import { CONNECTION_LIMITS } from '../../src/daemon/http/door/connections.js';
import { createToken, revokeToken } from '../../src/registry/tokens.js';
import { type Served, type ServeWish, serve } from '../../src/serve/main.js';
import { selfSigned } from '../rig/clients/a2a/self-signed.js';
import { CLIENTS, connectAt } from '../rig/clients/a2a.js';
import { connectNew } from '../rig/clients/mcp.js';
import type { Agent, Home } from '../rig/home/home.js';
import { testInSharedProcess } from '../rig/home/home-in-process.js';

interface Outside extends Served {
  readonly cert: string;
  readonly files: { readonly cert: string; readonly key: string };
  readonly told: (Error | null)[];
}

const test = testInSharedProcess.extend<{ rex: Agent; ada: Agent; outside: Outside; token: string }>({
  rex: [
    async ({ home }, use) => use(await home.agent('rex', { options: ['--role', 'Runs tests'] })),
    { scope: 'file' },
  ],
  ada: [async ({ home }, use) => use(await home.agent('ada')), { scope: 'file' }],
  outside: [
    async ({ home, rex, ada }, use) => {
      const outside = await served(home, { agents: [rex.id, 'late'], perMinute: 10_000 });
      expect(ada.id).toBe('ada');
      await use(outside);
      await outside.close();
    },
    { scope: 'file' },
  ],
  token: [async ({ home }, use) => use(newToken(home)), { scope: 'file' }],
});

let count = 0;
function newToken(home: Home, agent: string | null = null, name = `t${++count}`): string {
  return createToken(home.home, { name, agent, createdAt: '2026-01-01T00:00:00.000Z' });
}

async function served(home: Home, wish: Partial<ServeWish>): Promise<Outside> {
  const { key, cert } = selfSigned();
  const files = { cert: join(home.dir, `cert${++count}.pem`), key: join(home.dir, `key${count}.pem`) };
  writeFileSync(files.cert, cert);
  writeFileSync(files.key, key);
  const told: (Error | null)[] = [];
  const result = await serve({
    home: home.home,
    listen: 'localhost:0',
    certificate: files,
    url: null,
    agents: null,
    perMinute: 1_000,
    onCertificate: (error) => void told.push(error),
    ...wish,
  });
  if ('refused' in result) throw new Error(JSON.stringify(result.refused));
  return { ...result, cert, files, told };
}

interface Options {
  readonly method?: string;
  readonly token?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

function open({ url, cert }: Outside, path: string, options: Options = {}): Promise<IncomingMessage> {
  const { token, method = options.body === undefined ? 'GET' : 'POST', headers = {}, body } = options;
  const bearer = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    const sent = openRequest(
      `${url}${path}`,
      {
        ca: cert,
        servername: 'localhost',
        agent: false,
        method,
        headers: { 'a2a-version': '1.0', 'content-type': 'application/json', ...bearer, ...headers },
      },
      resolve,
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever is answered.
  readonly body: any;
}

async function call(outside: Outside, path: string, options?: Options): Promise<Answer> {
  const answer = await open(outside, path, options);
  let text = '';
  for await (const piece of answer.setEncoding('utf8')) text += piece;
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    body: text.startsWith('{') ? JSON.parse(text) : text,
  };
}

function fetchWith({ cert }: Outside): typeof fetch {
  const dispatcher = new Connections({ connect: { ca: cert }, pipelining: 0 });
  return ((input: string, init: object) =>
    plainFetch(String(input), { ...init, dispatcher })) as unknown as typeof fetch;
}

const idIn = (line: string) => /\[A2A:([0-9a-f]{8}):/.exec(line)?.[1] ?? '';
const message = (text: string) => JSON.stringify({ message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text }] } });

for (const name of CLIENTS) {
  test(`${name}: a client that knows only the card asks, follows the stream and gets the reply`, async ({
    outside,
    rex,
    token,
  }) => {
    const client = await connectAt(name, `${outside.url}/agents/rex`, token, fetchWith(outside));
    const kinds: string[] = [];
    const following = (async () => {
      for await (const event of client.stream(`ready, ${name}?`)) kinds.push(event.kind);
    })();
    const line = await rex.line(`ready, ${name}?`);
    expect(line).toMatch(/^\[A2A:[0-9a-f]{8}:ext:t\d+\]/);
    // The stream is not held back until it ends.
    await expect.poll(() => kinds).toContain('task');
    await rex.synapse('reply', '--to', idIn(line), 'yes');
    await following;
    expect(kinds).toContain('artifact');
  });
}

test('cards name the public address, to everyone, in every form', async ({ outside, token }) => {
  const place = `${outside.url}/agents/rex`;
  const card = await call(outside, '/agents/rex/.well-known/agent-card.json');
  expect(card.body.supportedInterfaces.map(({ url }: { url: string }) => url)).toEqual([
    `${place}/a2a`,
    `${place}/a2a/rest`,
    `${place}/a2a`,
  ]);
  const { etag = '' } = card.headers;
  expect(
    (await call(outside, '/agents/rex/.well-known/agent-card.json', { headers: { 'if-none-match': etag } })).status,
  ).toBe(304);
  expect(
    (await call(outside, '/agents/rex/a2a/v0.3/.well-known/agent.json', { headers: { 'a2a-version': '0.3' } })).body
      .url,
  ).toBe(`${place}/a2a`);
  const extended = await call(outside, '/agents/rex/a2a/rest/extendedAgentCard', { token });
  expect(extended.body.supportedInterfaces[0].url).toBe(`${place}/a2a`);
  expect(JSON.stringify([card.body, extended.body])).not.toContain('localhost:8');
});

test('behind a proxy, the cards name what clients call it, and the only agent has its card at the top', async ({
  home,
  rex,
}) => {
  const outside = await served(home, { url: 'https://agents.example/team/', agents: [rex.id] });
  const own = { ...outside, url: `https://${outside.address}` };
  const card = await call(own, '/.well-known/agent-card.json', { headers: { host: 'agents.example' } });
  expect(card.body.supportedInterfaces[0].url).toBe('https://agents.example/team/agents/rex/a2a');
  await outside.close();
});

test('only an access token opens anything, and only the agents that are served and that it is for', async ({
  home,
  outside,
  rex,
  ada,
  token,
}) => {
  const listed = (await call(outside, '/agents', { token })).body;
  expect(listed.agents.map(({ id }: { id: string }) => id)).toEqual(['rex']);
  const forRex = newToken(home, 'rex');
  const forAda = newToken(home, 'ada');
  const send = { body: message('hello') };
  const path = (id: string) => `/agents/${id}/a2a/rest/message:send`;
  expect((await call(outside, path('ada'), { ...send, token })).status).toBe(404);
  expect((await call(outside, path('rex'), { ...send, token: forAda })).status).toBe(404);
  expect((await call(outside, path('late'), { ...send, token })).body).toMatchObject({ error: 'served_agent_down' });
  expect((await call(outside, '/agents', { token: forAda })).body.agents).toEqual([]);
  expect((await call(outside, '/agents', { token: forRex })).body.agents).toHaveLength(1);
  for (const other of [rex.key, ada.key, 'syn_t1_wrongwrongwrongwrongwrong', '', undefined]) {
    for (const at of ['/agents', '/mcp', path('rex')]) {
      const refused = await call(outside, at, {
        ...(at === '/agents' ? {} : send),
        ...(other === undefined ? {} : { token: other }),
      });
      expect([401, 429], `${other} at ${at}`).toContain(refused.status);
    }
  }
  for (const hidden of [
    '/healthz',
    '/send',
    '/tasks',
    '/inbox',
    '/screen',
    '/openapi.json',
    '/agents/rex/screen',
    '/web',
  ])
    expect((await call(outside, hidden, { token: rex.key })).status, hidden).toBe(404);
});

test('an agent that starts later is served, and one that has ended is not there', async ({ home, outside, token }) => {
  const late = await home.agent('late');
  const at = '/agents/late/.well-known/agent-card.json';
  expect((await call(outside, at)).status).toBe(200);
  await home.stop('late');
  const down = await call(outside, '/agents/late/a2a/rest/tasks', { token });
  expect(down).toMatchObject({ status: 503, body: { message: 'late is not running.' } });
  await home.agent('late');
  expect((await call(outside, at)).status).toBe(200);
  expect(late.id).toBe('late');
});

test('MCP reaches the agents that are served and no others', async ({ home, outside, rex, ada }) => {
  const at = async (path: string, token: string) =>
    connectNew(
      '2.x, 2026-07-28',
      new StreamableHTTPClientTransport(new URL(`${outside.url}${path}`), {
        fetch: fetchWith(outside),
        requestInit: { headers: { authorization: `Bearer ${token}` } },
      }),
    );
  const token = newToken(home);
  const client = await at('/mcp', token);
  const { structuredContent } = await client.call('synapse_list_agents');
  expect(structuredContent.agents.map(({ id }: { id: string }) => id)).not.toContain(ada.id);
  const refused = await client.call('synapse_send', { target: 'ada', message: 'never' });
  expect(refused.isError).toBe(true);
  const asking = client.call('synapse_send', { target: 'rex', message: 'by MCP?', response: true });
  await rex.synapse('reply', '--to', idIn(await rex.line('by MCP?')), 'yes');
  expect((await asking).structuredContent).toMatchObject({ outcome: 'answered', task: { reply: { text: 'yes' } } });
  await client.close();
  const own = await at('/agents/rex/mcp', token);
  const only = (await own.call('synapse_list_agents')).structuredContent;
  expect(only.agents.map(({ id }: { id: string }) => id)).toEqual(['rex']);
  await own.close();
  expect(ada.lines().join()).not.toContain('never');
});

test('a token that is revoked ends its streams, and opens nothing any more', async ({ home, outside, rex }) => {
  const token = newToken(home, null, 'brief');
  const stream = await open(outside, '/agents/rex/a2a/rest/message:stream', { token, body: message('for long') });
  stream.on('error', () => {});
  const ended = new Promise((resolve) => stream.once('close', resolve));
  let told = '';
  stream.setEncoding('utf8').on('data', (piece: string) => {
    told += piece;
  });
  await rex.line('for long');
  // After that nothing changes that could end it otherwise.
  await expect.poll(() => told).toContain('TASK_STATE_WORKING');
  revokeToken(home.home, 'brief');
  await ended;
  expect(stream.complete).toBe(false);
  expect([401, 429]).toContain((await call(outside, '/agents', { token })).status);
});

test('whoever is slow to begin is let go, whether with TLS or with the headers', async ({ home }) => {
  const outside = await served(home, { limits: { ...CONNECTION_LIMITS, headersMs: 300 } });
  expect(await raw(outside, '\u0016', { isPlain: true })).not.toContain('HTTP');
  expect(await raw(outside, 'GET /agents HTTP/1.1\r\nHost: localhost\r\n')).toMatch(/^HTTP\/1\.1 408 /);
  await outside.close();
});

test('too many requests of a token, and too many wrong tokens of an address, are told to wait; a right token opens', async ({
  home,
  rex,
}) => {
  const outside = await served(home, { agents: [rex.id], perMinute: 5 });
  const [busy, calm] = [newToken(home), newToken(home)];
  const answers = [];
  for (let number = 0; number < 6; number += 1) answers.push(await call(outside, '/agents', { token: busy }));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
  const wrong = [];
  for (let number = 0; number < 11; number += 1) wrong.push(await call(outside, '/agents', { token: 'wrong' }));
  expect(wrong.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429]);
  expect(wrong.at(-1)?.body).toMatchObject({ error: 'too_many_requests' });
  expect((await call(outside, '/agents', { token: calm })).status).toBe(200);
  await outside.close();
});

test('a certificate that changes is used from the next connection on, and one that does not fit is not', async ({
  home,
  rex,
}) => {
  const outside = await served(home, { agents: [rex.id] });
  const next = selfSigned();
  writeFileSync(outside.files.cert, next.cert);
  await expect.poll(() => outside.told.at(-1)).toBeInstanceOf(Error);
  expect((await call(outside, '/agents')).status).toBe(401);
  writeFileSync(outside.files.key, next.key);
  await expect.poll(() => outside.told.at(-1)).toBeNull();
  await expect(call(outside, '/agents')).rejects.toThrow();
  expect((await call({ ...outside, cert: next.cert }, '/agents')).status).toBe(401);
  await outside.close();
});

/** What the server sends to a connection on which these bytes arrive. */
async function raw({ url, cert }: Outside, bytes: string, { isPlain = false } = {}): Promise<string> {
  const port = Number(new URL(url).port);
  const socket = isPlain ? connectPlain(port, 'localhost') : connectTls({ port, host: 'localhost', ca: cert });
  let text = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    text += piece;
  });
  socket.on('error', () => {});
  socket.write(bytes, 'latin1');
  await new Promise((resolve) => socket.once('close', resolve));
  return text;
}

test('what is no request is refused, and reaches nobody', async ({ outside, token, rex }) => {
  const bearer = `Authorization: Bearer ${token}`;
  const head = `POST /agents/rex/a2a HTTP/1.1\r\nHost: localhost\r\n${bearer}\r\nContent-Type: application/json\r\n`;
  // Two lengths, and both ways to say a length, as it is done to smuggle a request past a proxy.
  const smuggled = 'POST /tasks/send HTTP/1.1\r\nHost: localhost\r\n\r\n';
  expect(await raw(outside, `${head}Content-Length: 3\r\nContent-Length: 40\r\n\r\n${smuggled}`)).toMatch(
    /^HTTP\/1\.1 400 /,
  );
  expect(
    await raw(outside, `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`),
  ).toMatch(/^HTTP\/1\.1 400 /);
  expect(
    await raw(
      outside,
      `GET /agents/rex/a2a/rest/tasks HTTP/1.1\r\nHost: localhost\r\n${bearer}\r\nConnection: close\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
    ),
  ).toMatch(/^HTTP\/1\.1 400 /);
  expect(await raw(outside, 'GET / HTTP/9.9\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  expect(await raw(outside, `GET /agents HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 4/,
  );
  expect(await raw(outside, 'GET /agents HTTP/1.1\r\nHost: localhost\r\n\r\n', { isPlain: true })).toBe('');
  expect(
    await raw(outside, '\u0016\u0003\u0001garbage, and more garbage of the same kind', { isPlain: true }),
  ).not.toContain('HTTP');
  // An upgrade is not offered, so the request is answered as it is.
  expect(
    await raw(
      outside,
      'GET /attach HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade, close\r\nUpgrade: synapse-terminal\r\n\r\n',
    ),
  ).toMatch(/^HTTP\/1\.1 404 /);
  expect(rex.lines().join()).not.toContain('smuggled');
});

test('another name, and a web page of another site, are refused', async ({ outside, token }) => {
  for (const headers of [
    { host: 'evil.example' },
    { host: 'localhost.evil.example:443' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ]) {
    const refused = await call(outside, '/agents', { token, headers });
    expect(refused, JSON.stringify(headers)).toMatchObject({ status: 403, body: { error: 'foreign_host' } });
  }
});

test('a body that is too long is refused, whether its length was announced or not', async ({ outside, token }) => {
  const body = message('x'.repeat(17 * 2 ** 20));
  const path = '/agents/rex/a2a/rest/message:send';
  expect((await call(outside, path, { token, body })).status).toBe(413);
  expect((await call(outside, path, { token, body, headers: { 'transfer-encoding': 'chunked' } })).status).toBe(413);
});

test('without TLS it is open to this machine only, and says so', async ({ home }) => {
  const wish = { home: home.home, certificate: null, url: null, agents: null, perMinute: 1, onCertificate: () => {} };
  const refused = async (more: Partial<ServeWish>) => {
    const result = await serve({ ...wish, listen: '127.0.0.1:0', ...more });
    return 'refused' in result ? result.refused.error : result.close();
  };
  expect(await refused({ listen: '0.0.0.0:0', url: 'https://agents.example' })).toBe('serve_needs_tls');
  expect(await refused({ listen: '[::]:0' })).toBe('serve_needs_tls');
  expect(await refused({ url: 'http://agents.example' })).toBe('serve_needs_tls');
  expect(await refused({ certificate: { cert: '/nowhere', key: '/nowhere' } })).toBe('certificate_unusable');
  expect(await refused({})).toBeUndefined();
});
