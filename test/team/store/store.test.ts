import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Sqlite } from '../../../src/storage/sqlite.js';
import { listProjects } from '../../../src/team/people/projects.js';
import { pruneTeam } from '../../../src/team/prune.js';
import { MIGRATIONS, migrate } from '../../../src/team/store/migrations.js';
import { IS_ON_SERVER } from '../../rig/team/team-place.js';
import { bestOf, stretched } from '../../rig/times.js';
import { codeOf, testProject, testTeam } from '../rig.js';

const onFile = test.skipIf(IS_ON_SERVER);

onFile('the file can be read by its owner only', async () => {
  const { file } = await testTeam();
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

onFile(
  'a write lock held by another process never stops the event loop for 50 ms, and all writes are done after it',
  async () => {
    const rig = await testTeam();
    const other = new Sqlite(rig.file);
    let projects = 0;
    const longestPause = async () => {
      other.exec('BEGIN IMMEDIATE');
      let longestMs = 0;
      let lastMs = performance.now();
      const pulse = setInterval(() => {
        longestMs = Math.max(longestMs, performance.now() - lastMs);
        lastMs = performance.now();
      }, 1);
      setTimeout(() => other.exec('COMMIT'), 150);
      await Promise.all(Array.from({ length: 20 }, () => testProject(rig, `shop-${++projects}`)));
      clearInterval(pulse);
      return longestMs;
    };
    expect(await bestOf(40, 50, longestPause)).toBeLessThan(50);
    other.close();
    expect(await rig.team.store.read(listProjects)).toHaveLength(projects);
  },
);

test('a transaction that reads and then writes is not refused because another process writes meanwhile', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const other = await rig.again();
  const raise = (team: typeof rig.team) =>
    team.store.write(async (tx) => {
      const { last_seq } = await tx.selectFrom('projects').select('last_seq').executeTakeFirstOrThrow();
      await tx
        .updateTable('projects')
        .set({ last_seq: last_seq + 1 })
        .execute();
    });
  await Promise.all(Array.from({ length: 50 }, (_, index) => raise(index % 2 ? rig.team : other)));
  const { last_seq } = await rig.team.store.read((db) =>
    db.selectFrom('projects').select('last_seq').executeTakeFirstOrThrow(),
  );
  expect(last_seq).toBe(50);
});

test('a failed transaction leaves no trace', async () => {
  const rig = await testTeam();
  await testProject(rig);
  await expect(
    rig.team.store.write(async (tx) => {
      await tx.deleteFrom('projects').execute();
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await rig.team.store.read(listProjects)).toHaveLength(1);
});

test('a change in one process is seen by those who wait in another', async () => {
  const rig = await testTeam();
  const other = await rig.again();
  const ear = other.changes.listen({});
  const startedMs = performance.now();
  await testProject(rig);
  await ear.hear(30_000);
  ear.close();
  const tookMs = performance.now() - startedMs;
  expect(tookMs).toBeLessThan(await stretched(2_500));
});

test('steps of the schema that are out of order, changed or unknown are refused', async () => {
  const { team, file } = await testTeam();
  const run = (known: typeof MIGRATIONS) => codeOf(team.store.write((tx) => migrate(tx, { file, at: 1, known })));
  const [first] = MIGRATIONS as [(typeof MIGRATIONS)[0]];
  const next = { id: MIGRATIONS.length + 1, name: 'next', statements: () => [] };
  expect(await run(MIGRATIONS)).toBe('none');
  expect(await run([{ ...first, name: 'another' }])).toBe('store_damaged');
  await expect(run([first, { ...next, id: 3 }])).rejects.toThrow('is at position 2');
  expect(await run([...MIGRATIONS, next])).toBe('none');
  expect(await run(MIGRATIONS)).toBe('store_too_new');
});

onFile('the database of something else is refused untouched', async () => {
  const { dir } = await testTeam();
  const file = `${dir}/other.db`;
  new Sqlite(file).exec('CREATE TABLE birds (name TEXT)').close();
  const { Team } = await import('../../../src/team/team.js');
  const clock = { now: () => 0, monotonicMs: () => 0 };
  expect(await codeOf(Team.open({ place: file, clock, isAlive: () => true }))).toBe('store_damaged');
});

onFile('the write-ahead log of an idle store is emptied, even while others have it open', async () => {
  const rig = await testTeam();
  const other = await rig.again();
  await testProject(rig);
  const log = `${rig.file}-wal`;
  const writtenAt = statSync(log).mtimeMs;
  rig.team.store.tidyIfIdle(writtenAt + 19_000);
  expect(statSync(log).size).toBeGreaterThan(0);
  expect(other.store.tidyIfIdle(writtenAt + 21_000)).toBe(true);
  expect(statSync(log).size).toBe(0);
  expect(await rig.team.store.read(listProjects)).toHaveLength(1);
});

onFile('the file shrinks after rows were deleted', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const { store } = rig.team;
  const size = () => {
    store.tidyIfIdle(Date.now() + 60_000);
    return statSync(rig.file).size;
  };
  const name = 'x'.repeat(100_000);
  for (let number = 0; number < 60; number += 1) await testProject(rig, `shop-${number}`);
  await store.writeQuietly((tx) => tx.updateTable('projects').set({ name }).execute());
  expect(size()).toBeGreaterThan(5 * 2 ** 20);
  await store.writeQuietly((tx) => tx.updateTable('projects').set({ name: 'x' }).execute());
  await pruneTeam(rig.team, { ageMs: null, messages: null });
  expect(size()).toBeLessThan(2 * 2 ** 20);
});

onFile('a write-ahead log that grew during a long read is truncated when it restarts', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const reader = new Sqlite(rig.file, { readonly: true });
  reader.exec('BEGIN; SELECT count(*) FROM projects');
  const write = (time: number) => {
    const name = String(time % 10).repeat(100_000);
    return rig.team.store.writeQuietly((tx) => tx.updateTable('projects').set({ name }).execute());
  };
  for (let time = 0; time < 80; time += 1) await write(time);
  const longest = statSync(`${rig.file}-wal`).size;
  reader.close();
  for (let time = 0; time < 3; time += 1) await write(time);
  expect(longest).toBeGreaterThan(6 * 2 ** 20);
  expect(statSync(`${rig.file}-wal`).size).toBeLessThanOrEqual(4 * 2 ** 20 + 200_000);
});
