import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Database } from '../../src/taskstore/database.js';
import { checkMigrations, MIGRATIONS, type Migration, migrate } from '../../src/taskstore/migrations.js';
import { TaskStore } from '../../src/taskstore/store.js';
import { addRequest, codeOf, handClock, openStore, tempDir } from './rig.js';

const FIRST: Migration = { id: 1, name: 'first', sql: 'CREATE TABLE one (n INTEGER)' };
const SECOND: Migration = { id: 2, name: 'second', sql: 'ALTER TABLE one ADD COLUMN more TEXT' };
const NEXT: Migration = { id: MIGRATIONS.length + 1, name: 'from the future', sql: 'CREATE TABLE future (n INTEGER)' };

function openDatabase(path = join(tempDir(), 'tasks.db')): Database {
  const database = new Database({ path });
  onTestFinished(() => database.close());
  return database;
}

const applied = (database: Database) =>
  database
    .prepare<{ name: string }>('SELECT name FROM migrations ORDER BY id')
    .all()
    .map(({ name }) => name);

test('a store is migrated once, and continues from where it is', () => {
  const database = openDatabase();
  migrate(database, 1, [FIRST]);
  migrate(database, 2, [FIRST]);
  expect(applied(database)).toEqual(['first']);
  migrate(database, 3, [FIRST, SECOND]);
  expect(applied(database)).toEqual(['first', 'second']);
  database.exec(`INSERT INTO one (n, more) VALUES (1, 'x')`);
});

test('messages of an older store are shown by the id of their task', () => {
  const path = join(tempDir(), 'tasks.db');
  const database = openDatabase(path);
  migrate(database, 1, MIGRATIONS.slice(0, 1));
  database.exec(`
    INSERT INTO tasks (seq, id, direction, state, response_expected, priority, created_at, updated_at, expires_at,
      peer_id, peer_type, sender_task_id)
    VALUES (1, 'aaaa1111-0', 1, 1, 1, 3, 1, 1, 9, 'ext:ci', 'ext', '$(x)');
    INSERT INTO messages (seq, id, has_own_id, direction, kind, priority, task_seq, receipt_state, receipt_at,
      created_at, expires_at, peer_id, peer_type, display_id, text)
    VALUES (1, 'bbbb2222-0', 1, 1, 0, 3, 1, 1, 1, 1, 9, 'ext:ci', 'ext', '$(x)', 'hello');`);
  migrate(database, 2);
  const shown = database.prepare<{ display_id: string }>('SELECT display_id FROM messages').all();
  expect(shown).toEqual([{ display_id: 'aaaa1111-0' }]);
});

test('a step that fails leaves the store as it was before all of them', () => {
  const database = openDatabase();
  migrate(database, 1, [FIRST]);
  const broken = { id: 3, name: 'broken', sql: 'CREATE TABLE three (n INTEGER); SELECT nonsense FROM nowhere' };
  expect(() => migrate(database, 2, [FIRST, SECOND, broken])).toThrow('no such table');
  expect(applied(database)).toEqual(['first']);
  migrate(database, 3, [FIRST, SECOND]);
  expect(applied(database)).toEqual(['first', 'second']);
});

test.each([
  ['another name', [{ ...FIRST, name: 'other' }, SECOND]],
  ['other statements', [{ ...FIRST, sql: 'CREATE TABLE two (n INTEGER)' }, SECOND]],
  [
    'another order',
    [
      { ...SECOND, id: 1 },
      { ...FIRST, id: 2 },
    ],
  ],
])('a store whose steps have %s is refused', async (_, known) => {
  const database = openDatabase();
  migrate(database, 1, [FIRST, SECOND]);
  expect(await codeOf(() => migrate(database, 2, known))).toBe('store_damaged');
  expect(applied(database)).toEqual(['first', 'second']);
});

test('a store that misses a step in the middle is refused', async () => {
  const database = openDatabase();
  migrate(database, 1, [FIRST, SECOND]);
  database.exec('DELETE FROM migrations WHERE id = 1');
  expect(await codeOf(() => migrate(database, 2, [FIRST, SECOND]))).toBe('store_damaged');
});

test('a list of steps out of order is a bug and throws', () => {
  expect(() => migrate(openDatabase(), 1, [SECOND, FIRST])).toThrow('schema step 2 is at position 1');
});

test('whitespace in a statement does not change the step', () => {
  const database = openDatabase();
  migrate(database, 1, [FIRST]);
  migrate(database, 2, [{ ...FIRST, sql: '\n  CREATE TABLE one\n (n INTEGER)\n' }]);
});

test('a store of a newer version is refused, with both versions, and not touched', async () => {
  const path = join(tempDir(), 'tasks.db');
  const database = new Database({ path });
  migrate(database, 1, [...MIGRATIONS, NEXT]);
  database.close();
  const before = readFileSync(path);
  const details = { file: path, found: NEXT.id, known: MIGRATIONS.length };
  for (const open of [() => openStore({ path }), () => TaskStore.openReadOnly(path)]) {
    expect(open).toThrow(expect.objectContaining({ code: 'store_too_new', details }));
    expect(readFileSync(path).equals(before)).toBe(true);
  }
});

test('the database of something else is refused and not touched', async () => {
  const path = join(tempDir(), 'tasks.db');
  const database = new Database({ path });
  database.exec('CREATE TABLE bookmarks (url TEXT)');
  database.close();
  const before = readFileSync(path);
  expect(await codeOf(() => openStore({ path }))).toBe('store_damaged');
  expect(readFileSync(path).equals(before)).toBe(true);
});

test('the steps are numbered without a gap, and a store has them all', async () => {
  expect(MIGRATIONS.map(({ id }) => id)).toEqual(MIGRATIONS.map((_, index) => index + 1));
  const path = join(tempDir(), 'tasks.db');
  const store = TaskStore.open({ path, agent: 'worker-a', clock: handClock() });
  await store.write((tx) => addRequest(tx));
  await store.close();
  expect(applied(openDatabase(path))).toEqual(MIGRATIONS.map(({ name }) => name));
});

/** Users have stores with these steps, so a released step never changes. */
const RELEASED = ['432253e3765aa5c7'];

test('released steps have not changed', () => {
  const checksums = checkMigrations(openDatabase()).map(({ checksum }) => checksum);
  expect(checksums.slice(0, RELEASED.length)).toEqual(RELEASED);
});
