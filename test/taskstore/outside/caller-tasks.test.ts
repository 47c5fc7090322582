import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Database } from '../../../src/taskstore/database.js';
import { migrate } from '../../../src/taskstore/migrations.js';
import { handClock, openStore, tempDir } from '../rig.js';

const CALLER = { id: 'ext:ci', type: 'ext', endpoint: null };
const OTHER = { id: 'ext:other', type: 'ext', endpoint: null };

const task = (peer = CALLER, contextId?: string) =>
  ({ direction: 'incoming', state: 'working', responseExpected: true, peer, contextId, expiresAt: 9e15 }) as const;

test('the tasks of a caller are listed by their last change, page by page, and none is skipped or shown twice', async () => {
  const clock = handClock();
  const store = openStore({ clock });
  for (let n = 0; n < 7; n++) await store.write((tx) => tx.addTask(task(n === 3 ? OTHER : CALLER)));
  await store.write((tx) => tx.addTask({ ...task(), direction: 'outgoing' }));
  const mine = { peerId: CALLER.id };
  const seen: number[] = [];
  for (let page = store.callerTasks.page(mine, 2, null); page.length > 0; ) {
    seen.push(...page.map(({ seq }) => seq));
    page = store.callerTasks.page(mine, 2, page.at(-1) ?? null);
  }
  expect(seen).toEqual([7, 6, 5, 3, 2, 1]);
  clock.at += 5;
  await store.write((tx) => tx.updateTask(2, { state: 'completed' }));
  expect(store.callerTasks.page(mine, 1, null).map(({ seq }) => seq)).toEqual([2]);
  expect(store.callerTasks.count({ ...mine, state: 'completed' })).toBe(1);
  expect(store.callerTasks.count({ ...mine, openOnly: true })).toBe(5);
  expect(store.callerTasks.count({ ...mine, changedSince: clock.now() })).toBe(1);
});

test('a context contains the task that began it', async () => {
  const store = openStore();
  const first = await store.write((tx) => tx.addTask(task()));
  await store.write((tx) => tx.addTask(task(CALLER, first.id)));
  await store.write((tx) => tx.addTask(task(OTHER, first.id)));
  const filter = { peerId: CALLER.id, contextId: first.id };
  expect(store.callerTasks.page(filter, 9, null).map(({ seq }) => seq)).toEqual([2, 1]);
});

test('listing the tasks of an outside caller uses an index and sorts nothing', () => {
  const database = new Database({ path: join(tempDir(), 'tasks.db') });
  onTestFinished(() => database.close());
  migrate(database, 1);
  const sql = `EXPLAIN QUERY PLAN SELECT * FROM tasks WHERE peer_id = ? AND direction = 1
    AND peer_id >= 'ext:' AND peer_id < 'ext;' AND (updated_at, seq) < (?, ?) ORDER BY updated_at DESC, seq DESC LIMIT ?`;
  const plan = database.prepare<{ detail: string }>(sql).all('ext:ci', 1, 1, 5);
  expect(plan.map(({ detail }) => detail).join('\n')).toMatch(
    /^SEARCH tasks USING INDEX tasks_of_outside_callers[^\n]*$/,
  );
});

test('push configurations are replaced by their id, and go with their task', async () => {
  const store = openStore();
  const { seq } = await store.write((tx) => tx.addTask({ ...task(), state: 'completed' }));
  const config = {
    taskSeq: seq,
    id: 'a',
    url: 'https://a.example',
    token: 't',
    scheme: '',
    credentials: '',
    version: '1.0',
    told: null,
  };
  await store.write((tx) => {
    tx.pushConfigs.save(config);
    tx.pushConfigs.save({ ...config, id: 'b' });
    tx.pushConfigs.save({ ...config, url: 'https://new.example' });
    tx.pushConfigs.noteTold(seq, 'b', 'completed');
  });
  expect(store.pushConfigs.tasks()).toEqual([seq]);
  expect(store.pushConfigs.of(seq)).toEqual([
    { ...config, url: 'https://new.example' },
    { ...config, id: 'b', told: 'completed' },
  ]);
  await store.write((tx) => tx.deleteOlderThan(9e15));
  expect(store.pushConfigs.tasks()).toEqual([]);
});
