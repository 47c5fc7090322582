import { request } from 'node:http';
import { expect } from 'vitest';
import { CALLS } from '../../../src/a2a/web/calls.js';
import type { Agent } from '../../rig/home/agent.js';
import { test as testInProcesses } from '../../rig/home/home.js';
import { testInProcess as test } from '../../rig/home/home-in-process.js';

interface Got {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

function ask(agent: Agent, path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Got> {
  return new Promise((resolve, reject) => {
    const asking = request(
      {
        host: '127.0.0.1',
        port: agent.entry.port,
        path,
        agent: false,
        method,
        headers: { host: `localhost:${agent.entry.port}`, ...headers },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      },
    );
    asking.on('error', reject);
    asking.end(body);
  });
}

async function enter(agent: Agent, readOnly = false): Promise<Record<string, string>> {
  const { body } = await agent.call('/web/open', { body: { read_only: readOnly } });
  const entered = await ask(agent, new URL(body.url).pathname);
  const cookie = String(entered.headers['set-cookie']).split(';')[0] ?? '';
  const key = /#key=(.+)$/.exec(String(entered.headers.location))?.[1] ?? '';
  return { cookie, 'x-synapse-page': key };
}

test('a browser that is sent to the port alone is led to the page', async ({ home }) => {
  const person = await home.startPerson();
  const asked = { headers: { accept: 'text/html,application/xhtml+xml' } };
  expect(await ask(person, '/', asked)).toMatchObject({ status: 303, headers: { location: '/web/' } });
  expect(await ask(person, '/')).toMatchObject({ status: 404, text: expect.stringContaining('not_found') });
});

test('an address works once, and becomes a cookie that scripts and other sites cannot use', async ({ home }) => {
  const person = await home.startPerson();
  const { body } = await person.call('/web/open', { body: {} });
  const { pathname, hostname, port } = new URL(body.url);
  expect([hostname, Number(port)]).toEqual(['localhost', person.entry.port]);
  const entered = await ask(person, pathname);
  expect(entered.status).toBe(303);
  expect(String(entered.headers['set-cookie'])).toMatch(
    /^synapse-\d+=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/web\/; Max-Age=43200$/,
  );
  const again = await ask(person, pathname);
  expect([again.status, again.headers['set-cookie']]).toEqual([401, undefined]);
  expect(again.text).toContain('synapse web');
});

test('without a session there is a sentence and no data', async ({ home }) => {
  const person = await home.startPerson();
  for (const path of ['/web/', '/web', '/web/app.js', '/web/index.html', '/web/../agents/tester/key']) {
    const { status, text } = await ask(person, path);
    expect([401, 404], path).toContain(status);
    expect(text).not.toContain(person.key);
  }
  expect((await ask(person, '/web/')).text).toContain('synapse web');
  for (const headers of [{}, { cookie: `synapse-${person.entry.port}=${'x'.repeat(43)}`, 'x-synapse-page': 'y' }]) {
    const { status, text } = await ask(person, '/web/api/page/me', { headers });
    expect([status, JSON.parse(text).error]).toEqual([401, 'page_closed']);
  }
});

test('the cookie alone, which other ports of the host get as well, shows no data', async ({ home }) => {
  const person = await home.startPerson();
  const { cookie = '', ...key } = await enter(person);
  expect((await ask(person, '/web/api/page/me', { headers: { cookie } })).status).toBe(401);
  expect((await ask(person, '/web/api/page/me', { headers: key })).status).toBe(401);
  const both = await ask(person, '/web/api/page/me', { headers: { cookie, ...key } });
  expect(JSON.parse(both.text)).toMatchObject({ id: 'tester', read_only: false });
  // Nor is it a credential anywhere else.
  expect((await ask(person, '/inbox', { headers: { cookie, ...key } })).status).toBe(401);
});

// The files of the page are beside the bundle of the daemon.
testInProcesses('every answer of the page forbids inline code, foreign sources and frames', async ({ home }) => {
  const person = await home.startPerson();
  const headers = await enter(person);
  for (const path of ['/web/', '/web/app.js', '/web/style.css']) {
    const got = await ask(person, path, { headers });
    expect(got.status, path).toBe(200);
    const policy = String(got.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(got.headers['x-content-type-options']).toBe('nosniff');
  }
  expect((await ask(person, '/web/', { headers })).text).not.toMatch(/<script>|<style>|style=|onload=/);
});

test('a page with another host or origin is refused, with the cookie too', async ({ home }) => {
  const person = await home.startPerson();
  const headers = await enter(person);
  const foreign = [
    { host: 'evil.example' },
    { host: `evil.localhost:${person.entry.port}` },
    { origin: 'http://evil.example' },
    { origin: `http://localhost:${person.entry.port + 1}` },
    { origin: 'null' },
  ];
  for (const more of foreign) {
    const { status, text } = await ask(person, '/web/api/page/me', { headers: { ...headers, ...more } });
    expect([status, JSON.parse(text).error], JSON.stringify(more)).toEqual([403, 'forbidden_origin']);
  }
});

test('a page that may only look can change nothing, whatever it sends', async ({ home }) => {
  const person = await home.startPerson();
  const headers = await enter(person, true);
  const me = await ask(person, '/web/api/page/me', { headers });
  expect(JSON.parse(me.text).read_only).toBe(true);
  const changes = CALLS.filter((name) => !name.startsWith('GET ')).map((name) => name.slice('POST '.length));
  expect(changes).toContain('/own/send');
  for (const change of changes) {
    const path = change.replace(/:\w+/g, 'tester');
    const { status, text } = await ask(person, `/web/api${path}`, { method: 'POST', headers, body: '{}' });
    expect([status, JSON.parse(text).error], path).toEqual([403, 'page_read_only']);
  }
});

test('the page reaches only the routes in its table', async ({ home }) => {
  const person = await home.startPerson();
  const headers = await enter(person);
  const closed = [
    '/own/control/stop',
    '/at/tester/control/stop',
    '/at/tester/send',
    '/own/agents/x/passkey',
    '/own/tools/x',
  ];
  for (const path of closed) {
    const { status } = await ask(person, `/web/api${path}`, { method: 'POST', headers, body: '{}' });
    expect([404, 405], path).toContain(status);
  }
  const strange = ['/at/..%2ftester/status', '/at/nobody/status', '/own/..%2f..%2fkey', '/at/tester%00/status'];
  for (const path of strange) {
    const { status } = await ask(person, `/web/api${path}`, { headers });
    expect([400, 404], path).toContain(status);
  }
});

testInProcesses('a session survives a restart of the daemon, and ends with --logout', async ({ home }) => {
  const first = await home.startPerson();
  const { cookie = '', ...key } = await enter(first);
  await home.stop('tester');
  const second = await home.startPerson();
  // Another program may have taken the port in between, and each port has a cookie of its own.
  const headers = { ...key, cookie: cookie.replace(/^synapse-\d+/, `synapse-${second.entry.port}`) };
  expect((await ask(second, '/web/api/page/me', { headers })).status).toBe(200);
  expect((await second.call('/web/logout', { body: {} })).body).toEqual({ ended: 1 });
  expect((await ask(second, '/web/api/page/me', { headers })).status).toBe(401);
});

test('only the person can open the page, and only people have one', async ({ home }) => {
  const person = await home.startPerson();
  const rex = await home.agent('rex');
  for (const key of [null, rex.key]) {
    expect((await person.call('/web/open', { key, body: {} })).status).not.toBe(200);
  }
  expect((await rex.call('/web/open', { body: {} })).status).toBe(404);
});

test('a further port serves the same page until --logout', async ({ home }) => {
  const person = await home.startPerson();
  const taken = await person.call('/web/open', { body: { port: (await home.agent('rex')).entry.port } });
  expect(taken.body.error).toBe('port_taken');
  const wrong = await person.call('/web/open', { body: { port: 'x' } });
  expect(wrong.status).toBe(400);
});
