import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PageSessions } from '../../../src/daemon/web/page-sessions.js';

const HOUR_MS = 3_600_000;
let dir = '';
let now = 1_800_000_000_000;
const clock = { now: () => now, monotonicMs: () => now };
const file = () => join(dir, 'web.json');
const made = () => new PageSessions(file(), clock);

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'syn-'));
  now = 1_800_000_000_000;
});
afterEach(() => rmSync(dir, { recursive: true }));

test('a code works once, and within ten minutes', () => {
  const sessions = made();
  const code = sessions.newCode(false);
  expect(sessions.enter(code)).not.toBeNull();
  expect(sessions.enter(code)).toBeNull();
  const late = sessions.newCode(false);
  now += 10 * 60_000 + 1;
  expect(sessions.enter(late)).toBeNull();
  expect(sessions.enter('made up')).toBeNull();
});

test('a session ends after twelve idle hours, not while it is used', () => {
  const sessions = made();
  const { cookie = '' } = sessions.enter(sessions.newCode(true)) ?? {};
  now += 11 * HOUR_MS;
  expect(sessions.find(cookie)?.readOnly).toBe(true);
  now += 11 * HOUR_MS;
  expect(sessions.find(cookie)).not.toBeNull();
  now += 12 * HOUR_MS;
  expect(sessions.find(cookie)).toBeNull();
});

test('the file holds no secret, and a damaged one ends the sessions, nothing else', () => {
  const sessions = made();
  const { cookie = '', key = '' } = sessions.enter(sessions.newCode(false)) ?? {};
  const again = made();
  const found = again.find(cookie);
  expect(found && again.isPage(found, key)).toBe(true);
  expect(found && again.isPage(found, cookie)).toBe(false);
  expect(JSON.stringify(found)).not.toContain(cookie);
  for (const damaged of ['', '{', '[]', '{"sessions":[{"cookieHash":1}],"port":"x"}', 'null']) {
    writeFileSync(file(), damaged);
    expect(made().find(cookie), damaged).toBeNull();
    expect(made().port, damaged).toBeNull();
  }
});
