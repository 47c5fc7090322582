import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Database, type Statement } from '../../src/taskstore/database.js';
import { GroupCommit } from '../../src/taskstore/group-commit.js';
import { migrate } from '../../src/taskstore/migrations.js';
import { Tx } from '../../src/taskstore/tx.js';
import { addRequest, codeOf, handClock, incoming, openStore, tempDir } from './rig.js';

class WatchedDatabase extends Database {
  readonly statements: string[] = [];

  override prepare<Row>(sql: string): Statement<Row> {
    this.statements?.push(sql);
    return super.prepare(sql);
  }

  override exec(sql: string): void {
    this.statements?.push(sql);
    super.exec(sql);
  }

  seen(wanted: RegExp): string[] {
    return this.statements.filter((sql) => wanted.test(sql));
  }
}

function openWatched(): { database: WatchedDatabase; commits: GroupCommit; tx: Tx } {
  const database = new WatchedDatabase({ path: join(tempDir(), 'tasks.db') });
  onTestFinished(() => database.close());
  migrate(database, 0);
  const tx = new Tx(database, handClock());
  database.statements.length = 0;
  return { database, commits: new GroupCommit(database, tx), tx };
}

test('writes of one turn share one commit, and each gets its own result in order', async () => {
  const { database, commits, tx } = openWatched();
  const results = await Promise.all(
    Array.from({ length: 64 }, () => commits.write((each) => addRequest(each).message.seq)),
  );
  expect(results).toEqual(Array.from({ length: 64 }, (_, index) => index + 1));
  expect(database.seen(/^COMMIT$/)).toHaveLength(1);
  expect(tx.counts()).toEqual({ tasks: 64, messages: 64 });
});

test('a longer queue is committed in several turns', async () => {
  const { database, commits, tx } = openWatched();
  await Promise.all(Array.from({ length: 1300 }, () => commits.write((each) => each.addMessage(incoming()))));
  expect(database.seen(/^COMMIT$/)).toHaveLength(3);
  expect(tx.counts().messages).toBe(1300);
});

test('nothing is acknowledged or visible before the commit', async () => {
  const store = openStore();
  const order: string[] = [];
  const written = store.write((tx) => {
    order.push('work');
    return addRequest(tx);
  });
  const acknowledged = written.then(() => order.push(`acknowledged with ${store.queueLength()}`));
  order.push(`queued with ${store.queueLength()}`);
  await acknowledged;
  expect(order).toEqual(['queued with 0', 'work', 'acknowledged with 1']);
});

test.each([1, 5])('of %i works, one that throws leaves no trace and rejects alone', async (many) => {
  const store = openStore();
  const others = Array.from({ length: many - 1 }, () => store.write((tx) => addRequest(tx)));
  const broken = store.write((tx) => {
    addRequest(tx);
    tx.setMeta('half', 'done');
    throw new Error('changed my mind');
  });
  await expect(broken).rejects.toThrow('changed my mind');
  await Promise.all(others);
  expect(store.counts()).toEqual({ tasks: many - 1, messages: many - 1 });
  expect(store.meta('half')).toBeNull();
  await store.write((tx) => addRequest(tx));
});

test('if the commit fails, the whole batch rejects and nothing is stored', async () => {
  const { database, commits, tx } = openWatched();
  database.exec('PRAGMA foreign_keys = ON');
  database.exec('CREATE TABLE child (parent INTEGER REFERENCES tasks (seq) DEFERRABLE INITIALLY DEFERRED)');
  const outcomes = await Promise.allSettled([
    commits.write((each) => addRequest(each)),
    commits.write(() => database.exec('INSERT INTO child VALUES (999)')),
    commits.write((each) => addRequest(each)),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(tx.counts()).toEqual({ tasks: 0, messages: 0 });
  await commits.write((each) => addRequest(each));
  expect(tx.counts()).toEqual({ tasks: 1, messages: 1 });
});

test('a batch is synced if one of its works must survive a loss of power', async () => {
  const { database, commits } = openWatched();
  const write = (durable: boolean) => commits.write((tx) => addRequest(tx), { durable });
  await Promise.all([write(true), write(true)]);
  await Promise.all([write(false), write(false)]);
  await Promise.all([write(false)]);
  await Promise.all([write(false), write(true)]);
  expect(database.seen(/synchronous/)).toEqual(['PRAGMA synchronous = NORMAL', 'PRAGMA synchronous = FULL']);
  const rows = database.prepare<{ synchronous: number }>('PRAGMA synchronous').get();
  expect(rows?.synchronous).toBe(2);
});

test('a full disk refuses what does not fit, keeps what did, and writing works again when there is room', async () => {
  const { database, commits, tx } = openWatched();
  await commits.write((each) => addRequest(each));
  const pages = database.prepare<{ page_count: number }>('PRAGMA page_count').get()?.page_count ?? 0;
  database.prepare(`PRAGMA max_page_count = ${pages + 20}`).get();
  const text = 'x'.repeat(2 ** 20);
  expect(await codeOf(commits.write((each) => addRequest(each, { message: { text } })))).toBe('storage_failed');
  const outcomes = await Promise.all([
    codeOf(commits.write((each) => addRequest(each))),
    codeOf(commits.write((each) => addRequest(each, { message: { text } }))),
  ]);
  expect(outcomes).toContain('storage_failed');
  const stored = 1 + outcomes.filter((code) => code === null).length;
  expect(tx.counts()).toEqual({ tasks: stored, messages: stored });
  expect(tx.integrityCheck()).toBe('ok');
  database.prepare('PRAGMA max_page_count = 100000').get();
  await commits.write((each) => addRequest(each, { message: { text } }));
  expect(tx.counts().messages).toBe(stored + 1);
});

test('an asynchronous work is refused, because it would end after the transaction', async () => {
  const store = openStore();
  const waiting = store.write(async (tx) => {
    tx.setMeta('early', 'yes');
    await Promise.reject(new Error('later'));
  });
  await expect(waiting).rejects.toThrow('a work must be done when it returns');
  expect(store.meta('early')).toBeNull();
});
