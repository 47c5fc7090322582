import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fileAlarm, isDue } from '../../src/team/alarm.js';

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'synapse-alarm-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}

test('an alarm rings at the time that any process has set', () => {
  const path = join(folder(), 'alarm');
  expect(isDue(fileAlarm(path), 1_000_000, 15_000)).toBe(true);
  fileAlarm(path).set(1_005_000);
  expect(fileAlarm(path).at()).toBe(1_005_000);
  expect(isDue(fileAlarm(path), 1_004_000, 15_000)).toBe(false);
  expect(isDue(fileAlarm(path), 1_005_000, 15_000)).toBe(true);
});

test('if the shared alarm can be neither read nor set, each daemon uses its own', () => {
  const notAFolder = join(folder(), 'file');
  writeFileSync(notAFolder, '');
  const [alarm, other] = [fileAlarm(join(notAFolder, 'alarm')), fileAlarm(join(notAFolder, 'alarm'))];
  alarm.set(1_005_000);
  expect(isDue(alarm, 1_000_000, 15_000)).toBe(false);
  expect(isDue(alarm, 1_005_000, 15_000)).toBe(true);
  expect(isDue(other, 1_000_000, 15_000)).toBe(true);
});
