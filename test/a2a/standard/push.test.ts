/** Which addresses may be told of changes, and how one notification is posted. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { AddressGuard } from '../../../src/a2a/standard/push/guard.js';
import { postNotification } from '../../../src/a2a/standard/push/post.js';

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const post = (guard: AddressGuard, url: string) => postNotification(guard, { url, headers: {}, body: '{}' });

test.each([
  ['', 'http://127.0.0.1:9000', false],
  ['127.0.0.0/8', 'http://127.0.0.1:9000', true],
  ['127.0.0.1', 'http://127.0.0.1:9000', true],
  ['127.0.0.1:9000', 'http://127.0.0.1:9000', true],
  ['127.0.0.1:9000', 'http://127.0.0.1:9001', false],
  ['localhost', 'http://LOCALHOST:9000', true],
  ['other', 'http://localhost:9000', false],
  ['10.0.0.0/8, ::1', 'http://[::1]/', true],
  ['10.0.0.0/8', 'http://10.9.8.7', true],
  ['10.0.0.0/8', 'http://11.9.8.7', true],
  ['', 'http://[::ffff:10.0.0.1]', false],
  ['', 'http://[64:ff9b::a00:1]', false],
  ['', 'http://100.100.100.200', false],
  ['', 'https://203.0.113.9/', true],
  ['nonsense/99 127.0.0.1/400', 'http://127.0.0.1', false],
])('with "%s" allowed, %s is accepted: %s', async (allowed, url, isAccepted) => {
  expect((await new AddressGuard(allowed).refusal(url)) === null).toBe(isAccepted);
});

test('a name that leads to this machine is not called, whatever was checked before', async () => {
  let calls = 0;
  const port = await serve((_, response) => {
    calls += 1;
    response.end();
  });
  expect(await post(new AddressGuard(''), `http://localhost:${port}/`)).toBe('refused');
  expect(await post(new AddressGuard(''), `http://127.0.0.1:${port}/`)).toBe('refused');
  expect(calls).toBe(0);
  for (const allowed of ['localhost', `localhost:${port}`, '127.0.0.0/8,::1']) {
    expect(await post(new AddressGuard(allowed), `http://localhost:${port}/`)).toBe('done');
  }
});

test('a redirect is not followed, and what may pass is worth another try', async () => {
  const asked: string[] = [];
  const port = await serve((request, response) => {
    asked.push(request.url ?? '');
    const status = Number(request.url?.slice(1));
    response.writeHead(status, status === 302 ? { location: '/200' } : {}).end();
  });
  const guard = new AddressGuard('127.0.0.1');
  const results = [];
  for (const status of [204, 302, 404, 429, 503]) results.push(await post(guard, `http://127.0.0.1:${port}/${status}`));
  expect(results).toEqual(['done', 'refused', 'refused', 'failed', 'failed']);
  expect(asked).toHaveLength(5);
  expect(await post(guard, 'http://127.0.0.1:1/')).toBe('failed');
});
