import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Transcript } from '../../../src/channels/evidence/transcript.js';

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
