import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { SynapseError } from '../../src/errors.js';
import { TaskStore } from '../../src/taskstore/store.js';
import { CANNOT_MOUNT, mountSmall, unmount } from '../rig/machine/mounts.js';
import { addRequest, codeOf, handClock, openStore, startChild, tempDir } from './rig.js';

const open = (path: string) => TaskStore.open({ path, agent: 'worker-a', clock: handClock() });
const newPath = () => join(tempDir(), 'tasks.db');

test('a store keeps its id and its content when it is opened again', async () => {
  const path = newPath();
  const first = open(path);
  const { message } = await first.write((tx) => addRequest(tx));
  await first.close();
  const again = openStore({ path });
  expect(again.storeId).toBe(first.storeId);
  expect(first.storeId).toMatch(/^[0-9a-f-]{36}$/);
  expect(again.message(1)).toEqual(message);
  expect(openStore().storeId).not.toBe(first.storeId);
});

test('only the owner can read the files', async () => {
  const path = newPath();
  const store = openStore({ path });
  await store.write((tx) => addRequest(tx));
  for (const name of readdirSync(dirname(path))) expect(statSync(join(dirname(path), name)).mode & 0o777).toBe(0o600);
  await store.close();
  chmodSync(path, 0o644);
  await open(path).close();
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('closing commits what is queued, leaves one file, and refuses what comes later', async () => {
  const path = newPath();
  const store = open(path);
  const queued = store.write((tx) => addRequest(tx).message.seq);
  await store.close();
  expect(await queued).toBe(1);
  expect(readdirSync(dirname(path))).toEqual(['tasks.db']);
  expect(await codeOf(store.write((tx) => addRequest(tx)))).toBe('storage_failed');
  await store.close();
  expect(openStore({ path }).counts().messages).toBe(1);
});

test('a second opener in the same process is refused and takes nothing away', async () => {
  const path = newPath();
  const store = openStore({ path });
  await store.write((tx) => addRequest(tx));
  expect(await codeOf(() => open(path))).toBe('store_in_use');
  expect(await codeOf(() => TaskStore.openReadOnly(path))).toBe('store_in_use');
  const [line] = await once(startChild('writer', path).lines, 'line');
  expect(line).toBe('store_in_use');
  await store.write((tx) => addRequest(tx));
  expect(store.counts().messages).toBe(2);
});

test('a store in use is refused with the agent’s name, and free after kill -9 of its process', async () => {
  const path = newPath();
  const child = startChild('writer', path);
  await once(child.lines, 'line');
  let refusal: unknown;
  try {
    open(path);
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toBeInstanceOf(SynapseError);
  expect(refusal).toMatchObject({ code: 'store_in_use', details: { agent: 'worker-a' } });
  expect(await codeOf(() => TaskStore.openReadOnly(path))).toBe('store_in_use');
  child.process.kill('SIGKILL');
  await child.ended;
  expect(openStore({ path }).integrityCheck()).toBe('ok');
});

test('what was acknowledged before kill -9 is there afterwards', async () => {
  const path = newPath();
  let acknowledged = 0;
  for (let round = 0; round < 3; round += 1) {
    const ids = await writeAndKill(path, 100);
    const reader = TaskStore.openReadOnly(path);
    for (const id of ids) expect(reader.messageById(id)?.id).toBe(id);
    await reader.close();
    const store = open(path);
    acknowledged += ids.length;
    expect(store.integrityCheck()).toBe('ok');
    expect(ids.filter((id) => store.messageById(id) === null)).toEqual([]);
    expect(store.counts().messages).toBeGreaterThanOrEqual(acknowledged);
    await store.close();
  }
}, 30_000);

async function writeAndKill(path: string, many: number): Promise<string[]> {
  const child = startChild('writer', path);
  const ids: string[] = [];
  child.lines.on('line', (line) => {
    if (line !== 'open') ids.push(line);
    if (ids.length === many) child.process.kill('SIGKILL');
  });
  await Promise.all([child.ended, once(child.lines, 'close')]);
  expect(ids.length).toBeGreaterThanOrEqual(many);
  return ids;
}

test('a stopped agent’s store can be read by several at once, and not written', async () => {
  const path = newPath();
  const store = open(path);
  const { message } = await store.write((tx) => addRequest(tx));
  await store.close();
  const readers = [TaskStore.openReadOnly(path), TaskStore.openReadOnly(path)];
  for (const reader of readers) {
    expect(reader.storeId).toBe(store.storeId);
    expect(reader.message(1)).toEqual(message);
    expect(await codeOf(reader.write((tx) => addRequest(tx)))).toBe('storage_failed');
    await reader.close();
  }
  expect(openStore({ path }).counts().messages).toBe(1);
});

test('a store whose creation was interrupted is completed, even for a reader', async () => {
  const path = newPath();
  writeFileSync(path, '');
  const reader = TaskStore.openReadOnly(path);
  expect([reader.counts(), reader.find('abcd')]).toEqual([{ tasks: 0, messages: 0 }, []]);
  await reader.close();
  expect(openStore({ path }).storeId).toBe(reader.storeId);
});

test.each([
  ['text', Buffer.from('this is no database, however long one looks at it\n'.repeat(200))],
  ['zeros', Buffer.alloc(8192)],
])('a file of %s is refused and stays as it is', async (_, content) => {
  const path = newPath();
  writeFileSync(path, content);
  expect(await codeOf(() => open(path))).toBe('store_damaged');
  expect(await codeOf(() => TaskStore.openReadOnly(path))).toBe('store_damaged');
  expect(readFileSync(path).equals(content)).toBe(true);
});

test('a damaged store is reported', async () => {
  const path = newPath();
  const store = open(path);
  await store.write((tx) => Array.from({ length: 500 }, () => addRequest(tx)));
  await store.close();
  const content = readFileSync(path);
  content.fill(0x5a, Math.floor(content.length / 2));
  writeFileSync(path, content);
  const broken = openStore({ path });
  expect(broken.integrityCheck()).not.toBe('ok');
});

test('a missing folder or store has a clear error', async () => {
  const path = join(tempDir(), 'missing', 'tasks.db');
  expect(await codeOf(() => open(path))).toBe('storage_failed');
  expect(await codeOf(() => TaskStore.openReadOnly(path))).toBe('store_damaged');
  expect(existsSync(path)).toBe(false);
});

test.skipIf(CANNOT_MOUNT !== null)(
  'a store on a small disk uses it for messages, not for a log that fills it',
  async () => {
    const dir = join(tempDir(), 'small');
    mountSmall(dir, '1m');
    try {
      const store = open(join(dir, 'tasks.db'));
      for (let count = 0; count < 200; count += 1) await store.write((tx) => addRequest(tx));
      expect(store.counts().messages).toBe(200);
      // Fills the rest, as somebody else might.
      const ballast = join(dir, 'ballast');
      expect(() => writeFileSync(ballast, Buffer.alloc(2 ** 20))).toThrow('ENOSPC');
      const write = () => codeOf(store.write((tx) => addRequest(tx)));
      await expect.poll(write).toBe('storage_failed');
      truncateSync(ballast, statSync(ballast).size - 300_000);
      for (let count = 0; count < 100; count += 1) expect(await write()).toBeNull();
      await store.close();
    } finally {
      unmount(dir);
    }
  },
);

test.skipIf(CANNOT_MOUNT !== null)(
  'a log that has filled the disk is emptied, and the write is tried again',
  async () => {
    const dir = join(tempDir(), 'small');
    mountSmall(dir, '1m');
    try {
      await open(join(dir, 'tasks.db')).close();
      const store = open(join(dir, 'tasks.db'));
      const ballast = join(dir, 'ballast');
      expect(() => writeFileSync(ballast, Buffer.alloc(2 ** 20))).toThrow('ENOSPC');
      truncateSync(ballast, statSync(ballast).size - 100_000);
      for (let count = 0; count < 200; count += 1) await store.write((tx) => tx.setMeta('count', String(count)));
      expect(store.meta('count')).toBe('199');
      await store.close();
    } finally {
      unmount(dir);
    }
  },
);
