import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { logLimits } from '../../../src/team/executions/log-limits.js';
import { marksFile } from '../../../src/team/executions/log-marks.js';
import { makeRoom } from '../../../src/team/executions/log-room.js';

/** Logs of 100 bytes each, the first the oldest. */
function logs(...ids: string[]) {
  const dir = mkdtempSync(join(tmpdir(), 'synapse-room-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const file = (id: string) => join(dir, `exec_${id}.log`);
  for (const [age, id] of ids.entries()) {
    writeFileSync(file(id), 'x'.repeat(100));
    writeFileSync(marksFile(file(id)), '');
    utimesSync(file(id), age + 1, age + 1);
  }
  const left = () => ids.filter((id) => existsSync(file(id)) && existsSync(marksFile(file(id))));
  return { dir, left };
}

const running =
  (...ids: string[]) =>
  async () =>
    new Set(ids.map((id) => `exec_${id}`));

test('what fits stays', async () => {
  const { dir, left } = logs('a', 'b');
  await makeRoom(dir, 200, running());
  expect(left()).toEqual(['a', 'b']);
});

test('the oldest go first, as many as have to, and none that is being written', async () => {
  const { dir, left } = logs('a', 'b', 'c', 'd');
  await makeRoom(dir, 250, running('a'));
  expect(left()).toEqual(['a', 'd']);
  await makeRoom(dir, 1, running('a', 'd'));
  expect(left()).toEqual(['a', 'd']);
});

test('other files are not deleted, and a missing folder is not an error', async () => {
  const { dir } = logs('a');
  writeFileSync(join(dir, 'notes.txt'), 'x'.repeat(1_000));
  await makeRoom(dir, 100, running());
  expect(existsSync(join(dir, 'notes.txt'))).toBe(true);
  await makeRoom(join(dir, 'none'), 100, running());
});

test.each([
  [{}, 256, 2048],
  [{ SYNAPSE_EXECUTION_LOG_MB: '1', SYNAPSE_EXECUTION_LOGS_MB: '0.5' }, 1, 0.5],
  [{ SYNAPSE_EXECUTION_LOG_MB: '-1', SYNAPSE_EXECUTION_LOGS_MB: 'much' }, 256, 2048],
])('%j means %i and %i megabytes', (env, one, all) => {
  expect(logLimits(env)).toEqual({ oneBytes: one * 1024 ** 2, allBytes: all * 1024 ** 2 });
});
