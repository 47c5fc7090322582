import { createServer as createPlain } from 'node:http';
import { createServer as createSecure } from 'node:https';
import { type AddressInfo, createServer as createSocket, type Server } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { guardedFetch } from '../../../src/a2a/external/guarded-fetch.js';
import { asTrouble } from '../../../src/a2a/external/trouble.js';
import { selfSigned } from '../../rig/clients/a2a/self-signed.js';

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

async function troubleAt(url: string) {
  const reach = { allows: ({ origin }: URL) => origin === new URL(url).origin, token: 'secret', ca: null };
  const { kind, reason } = asTrouble(
    await guardedFetch(reach)(url)
      .then((response) => response.text())
      .catch((error: unknown) => error),
  );
  return { kind, reason };
}

test('a certificate that nobody has signed is not trusted', async () => {
  const port = await listening(createSecure(selfSigned(), (_request, response) => response.end('never')));
  expect(await troubleAt(`https://127.0.0.1:${port}/`)).toEqual({
    kind: 'down',
    reason: 'its certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)',
  });
});

test('a server without TLS gets no request over https', async () => {
  const seen: string[] = [];
  const port = await listening(createPlain((request, response) => response.end(seen.push(request.url ?? ''))));
  const { kind, reason } = await troubleAt(`https://127.0.0.1:${port}/`);
  expect({ kind, reason, seen }).toEqual({
    kind: 'down',
    reason: expect.stringContaining('no encrypted connection'),
    seen: [],
  });
});

test('nothing was sent to an address where nothing listens', async () => {
  const server = createPlain();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  expect(await troubleAt(`http://127.0.0.1:${port}/`)).toEqual({ kind: 'down', reason: 'nothing listens there' });
});

test('whether a request that was cut has arrived is not clear', async () => {
  const port = await listening(createSocket((socket) => socket.once('data', () => socket.destroy())));
  expect(await troubleAt(`http://127.0.0.1:${port}/`)).toEqual({ kind: 'unclear', reason: 'the connection was cut' });
});

test('half an answer is not clear either', async () => {
  const half = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"a":';
  const port = await listening(createSocket((socket) => socket.once('data', () => socket.end(half))));
  expect(await troubleAt(`http://127.0.0.1:${port}/`)).toEqual({ kind: 'unclear', reason: 'the connection was cut' });
});

test('a redirect at the same host is followed with the token, and one to another host is not', async () => {
  const seen: unknown[] = [];
  const port = await listening(
    createPlain((request, response) => {
      seen.push([request.url, request.headers.authorization]);
      if (request.url === '/next') response.end('here');
      else response.writeHead(307, { location: request.url === '/' ? '/next' : 'https://example.com/' }).end();
    }),
  );
  const url = `http://127.0.0.1:${port}`;
  const reach = { allows: ({ origin }: URL) => origin === url, token: 'secret', ca: null };
  expect(await (await guardedFetch(reach)(`${url}/`)).text()).toBe('here');
  expect(seen).toEqual([
    ['/', 'Bearer secret'],
    ['/next', 'Bearer secret'],
  ]);
  expect(await troubleAt(`${url}/away`)).toEqual({
    kind: 'broken',
    reason: 'it points to another host, https://example.com',
  });
});
