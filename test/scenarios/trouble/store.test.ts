/** Stores that this Synapse cannot read: it says so, and leaves them as they are. */

import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Sqlite } from '../../../src/storage/sqlite.js';
import type { Home } from '../../rig/home/home.js';
import { testInProcess as test } from '../../rig/home/home-in-process.js';

const storeOf = (home: Home, id: string) => join(home.home, 'agents', id, 'tasks.db');

/** A stopped agent with a message in its store. */
async function stoppedAgent(home: Home): Promise<string> {
  await home.agent('worker');
  await home.run(['send', 'worker', 'kept', '--until', 'submitted']);
  await home.stop('worker');
  return storeOf(home, 'worker');
}

async function startFails(home: Home, file: string, sentence: RegExp): Promise<void> {
  const before = readFileSync(file);
  const { code, stdout, stderr } = await home.run(['start', 'shell', '--id', 'worker', '--', 'cat']);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(sentence);
  expect(stderr).toContain(file);
  expect(stderr).toMatch(/^hint: .+/m);
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(existsSync(`${file}-wal`)).toBe(false);
  expect(existsSync(join(home.home, 'live', 'worker.json'))).toBe(false);
  const doctor = await home.run(['doctor']);
  expect(doctor).toMatchObject({ code: 1, stdout: expect.stringContaining(file) });
  expect(doctor.stdout).toMatch(/^problem +worker: .*\n +→ .+/m);
}

test('a store of a newer version is refused with a clear sentence and stays as it is', async ({ home }) => {
  const file = await stoppedAgent(home);
  const database = new Sqlite(file);
  database
    .prepare("INSERT INTO migrations SELECT id + 1, 'from the future', 'x', 0 FROM migrations ORDER BY id DESC LIMIT 1")
    .run();
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
  await startFails(home, file, /was written by a newer version of Synapse[\s\S]*Update Synapse/);
});

test('a store that is garbage is refused with a clear sentence and stays as it is', async ({ home }) => {
  const file = await stoppedAgent(home);
  writeFileSync(file, Buffer.alloc(8192, 'garbage '));
  await startFails(home, file, /cannot be read/);
});

test('a store that is the database of something else is refused with a clear sentence and stays as it is', async ({
  home,
}) => {
  const file = await stoppedAgent(home);
  rmSync(file);
  const database = new Sqlite(file);
  database.exec('CREATE TABLE recipes (id INTEGER PRIMARY KEY)');
  database.close();
  await startFails(home, file, /another program/);
});

test('after the store is moved away, as the hint says, the agent starts; with the store back, it has its mail', async ({
  home,
}) => {
  const file = await stoppedAgent(home);
  copyFileSync(file, `${file}.good`);
  writeFileSync(file, Buffer.alloc(4096, 1));
  expect(await home.run(['start', 'shell', '--id', 'worker', '--', 'cat'])).toMatchObject({ code: 1 });
  renameSync(file, `${file}.bad`);
  expect(await home.run(['start', 'shell', '--id', 'worker', '--', 'cat'])).toMatchObject({ code: 0 });
  await home.stop('worker');
  rmSync(file);
  renameSync(`${file}.good`, file);
  expect(await home.run(['start', 'shell', '--id', 'worker', '--', 'cat'])).toMatchObject({ code: 0 });
  expect(await home.run(['history', '--with', 'worker'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('kept'),
  });
});

test('mail queued for an agent whose store was moved away arrives in the new store, and mail of the old store fails', async ({
  home,
}) => {
  const writer = await home.agent('writer');
  const file = await stoppedAgent(home);
  const before = await home.agent('worker');
  const asked = writer.synapse('send', 'worker', 'asked of the old one', '--response');
  await before.line('asked of the old one');
  await home.stop('worker');
  expect(await writer.synapse('send', 'worker', 'for later')).toMatchObject({ code: 5 });
  const later = writer.synapse('send', 'worker', 'and an answer?', '--response');
  await expect.poll(async () => (await writer.call('/status')).body.queue.outgoing).toBe(2);
  renameSync(file, `${file}.bad`);
  const after = await home.agent('worker');
  await after.line('for later');
  await after.line('and an answer?');
  await after.synapse('reply', 'here it is');
  expect(await later).toMatchObject({ code: 0, stdout: 'here it is\n' });
  expect(await asked).toMatchObject({ code: 1, stdout: '' });
});

test('the damaged store of one agent does not affect others', async ({ home }) => {
  const file = await stoppedAgent(home);
  writeFileSync(file, 'garbage');
  const other = await home.agent('other');
  expect(await home.run(['send', 'other', 'hello'])).toMatchObject({ code: 0 });
  await other.line('hello');
  expect(await home.run(['send', 'worker', 'for later'])).toMatchObject({ code: 5 });
  expect(await home.run(['list', '-a'])).toMatchObject({ code: 0, stdout: expect.stringContaining('worker') });
});

test('a store that another program has open for writing is reported as in use', async ({ home }) => {
  const file = await stoppedAgent(home);
  const database = new Sqlite(file);
  try {
    database.exec('BEGIN EXCLUSIVE');
    expect(await home.run(['start', 'shell', '--id', 'worker', '--', 'cat'])).toMatchObject({ code: 1, stdout: '' });
  } finally {
    database.close();
  }
  expect(await home.run(['start', 'shell', '--id', 'worker', '--', 'cat'])).toMatchObject({ code: 0 });
});
