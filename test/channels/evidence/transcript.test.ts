import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Transcript } from '../../../src/channels/evidence/transcript.js';
import { BUILTIN_PROFILES } from '../../../src/profiles/builtin-profiles.js';
import { Sqlite } from '../../../src/storage/sqlite.js';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'transcript-'));
  mkdirSync(join(home, '.agent/projects/one'), { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

test('a mark is found in the files that fit, and in no other', () => {
  const transcript = new Transcript(['~/.agent/projects/*/*.jsonl'], { HOME: home }, 0);
  writeFileSync(join(home, '.agent/projects/one/a.txt'), '[A2A:11111111:');
  expect(transcript.has('[A2A:11111111:')).toBe(false);
  writeFileSync(join(home, '.agent/projects/one/a.jsonl'), '{"text":"[A2A:11111111:x] hi"}\n');
  expect(transcript.has('[A2A:11111111:')).toBe(true);
  expect(transcript.has('[A2A:22222222:')).toBe(false);
});

test('a folder may contain a variable; if it is not set, the pattern is ignored', () => {
  writeFileSync(join(home, '.agent/projects/one/a.jsonl'), 'mark');
  const patterns = ['$AGENT_DIR/projects/*/*.jsonl'];
  expect(new Transcript(patterns, { AGENT_DIR: join(home, '.agent') }, 0).has('mark')).toBe(true);
  expect(new Transcript(patterns, {}, 0).has('mark')).toBe(false);
});

test('what was written before the program began does not count', () => {
  const file = join(home, '.agent/projects/one/a.jsonl');
  writeFileSync(file, 'mark');
  utimesSync(file, 1, 1);
  expect(new Transcript(['~/.agent/projects/*/*.jsonl'], { HOME: home }, 5_000).has('mark')).toBe(false);
});

test('of a large file the end is read', () => {
  writeFileSync(join(home, '.agent/projects/one/a.jsonl'), `${'x'.repeat(5 * 2 ** 20)}\n{"text":"mark"}\n`);
  expect(new Transcript(['~/.agent/projects/*/*.jsonl'], { HOME: home }, 0).has('mark')).toBe(true);
});

test('what only waits in the queue of the agent is no proof', () => {
  const file = join(home, '.agent/projects/one/a.jsonl');
  const transcript = new Transcript(['~/.agent/projects/*/*.jsonl'], { HOME: home }, 0);
  writeFileSync(file, '{"type":"queue-operation","operation":"enqueue","content":"mark"}\n');
  expect(transcript.has('mark')).toBe(false);
  writeFileSync(file, '{"type":"user","content":"mark"}\n');
  expect(transcript.has('mark')).toBe(true);
});

test('an earlier run counts if it wrote after the given moment', () => {
  const file = join(home, '.agent/projects/one/a.jsonl');
  writeFileSync(file, 'mark');
  utimesSync(file, 2, 2);
  const transcript = new Transcript(['~/.agent/projects/*/*.jsonl'], { HOME: home }, 5_000);
  expect(transcript.has('mark', 1_000)).toBe(true);
  expect(transcript.has('mark', 3_000)).toBe(false);
});

test('what opencode has stored is found, before and after its database is written out', () => {
  const dir = join(home, '.local/share/opencode');
  mkdirSync(dir, { recursive: true });
  const database = new Sqlite(join(dir, 'opencode.db'));
  const { transcript: patterns = [] } = BUILTIN_PROFILES.find(({ name }) => name === 'opencode') ?? {};
  const transcript = new Transcript(patterns, { HOME: home }, 0);
  const mark = '[A2A:11111111:tester] say "hi"';
  database.pragma('journal_mode = wal');
  database.exec('create table part (id text, data text)');
  expect(transcript.has(mark)).toBe(false);
  database.prepare('insert into part values (?, ?)').run('1', JSON.stringify({ type: 'text', text: `${mark} twice` }));
  expect(transcript.has(mark)).toBe(true);
  database.close();
  expect(transcript.has(mark)).toBe(true);
  expect(transcript.has('[A2A:22222222:')).toBe(false);
});
