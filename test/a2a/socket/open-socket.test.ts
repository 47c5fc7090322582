import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openSocket as netSocket } from '../../../src/a2a/socket/net-socket.js';
import type { OpenSocket } from '../../../src/a2a/socket/open-socket.js';
import { quickSocket } from '../../../src/a2a/socket/quick-socket.js';

const WAYS: readonly (readonly [string, OpenSocket])[] = [
  ['the quick way', quickSocket() as OpenSocket],
  ['node:net', netSocket],
];

test('the quick way is open in this version of Node', () => {
  expect(quickSocket()).not.toBeNull();
});

test('the quick way is not taken where Node would print a warning about it', () => {
  process.env.NODE_PENDING_DEPRECATION = '1';
  onTestFinished(() => delete process.env.NODE_PENDING_DEPRECATION as unknown as undefined);
  expect(quickSocket()).toBeNull();
});

describe.each(WAYS)('%s', (_name, open) => {
  test('sends a request and tells what comes back, characters whole', async () => {
    const { path, accepted } = await listening();
    const asked = ask(open, path, 'a request');
    const { socket } = await accepted;
    expect(String((await once(socket, 'data'))[0])).toBe('a request');
    await asked.opened;
    const bytes = Buffer.from('日本');
    for (const part of [bytes.subarray(0, 2), bytes.subarray(2)]) {
      const before = asked.heard.length;
      socket.write(part);
      if (part.length > 2) await expect.poll(() => asked.heard.length).toBeGreaterThan(before);
    }
    socket.end('!');
    await asked.ended;
    expect(asked.heard.join('')).toBe('日本!');
  });

  test('sends a request that is larger than any buffer', async () => {
    const { path, accepted } = await listening();
    const request = `${'語'.repeat(3_000_000)}.`;
    const asked = ask(open, path, request);
    const { socket } = await accepted;
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.endsWith('.')) socket.end('done');
    });
    await asked.ended;
    expect(text === request).toBe(true);
    expect(asked.heard.join('')).toBe('done');
  });

  test('says that nobody listens, by the code of the system', async () => {
    const dir = folder();
    expect(await ask(open, join(dir, 'nothing'), 'x').ended).toMatchObject({ code: 'ENOENT' });
    writeFileSync(join(dir, 'file'), '');
    expect(await ask(open, join(dir, 'file'), 'x').ended).toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('reports nothing after it was closed', async () => {
    const { path, accepted } = await listening();
    const asked = ask(open, path, 'x');
    const { socket } = await accepted;
    await asked.opened;
    asked.socket.close();
    socket.on('error', () => {});
    await once(socket.resume(), 'close');
    expect(asked.heard).toEqual([]);
  });
});

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'syn-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

async function listening(): Promise<{ path: string; accepted: Promise<{ socket: Socket }> }> {
  const path = join(folder(), 's');
  const server: Server = createServer().listen(path);
  onTestFinished(() => void server.close());
  const accepted = once(server, 'connection').then(([socket]) => ({ socket: socket as Socket }));
  await once(server, 'listening');
  return { path, accepted };
}

function ask(open: OpenSocket, path: string, request: string) {
  const heard: string[] = [];
  let onOpen = () => {};
  const opened = new Promise<void>((resolve) => {
    onOpen = resolve;
  });
  let settle: (error: NodeJS.ErrnoException | null) => void = () => {};
  const ended = new Promise<NodeJS.ErrnoException | null>((resolve) => {
    settle = resolve;
  });
  const socket = open(path, request, {
    onOpen,
    onText: (text) => heard.push(text),
    onEnd: () => settle(null),
    onError: (error) => settle(error),
  });
  return { heard, opened, ended, socket };
}
