import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TranscriptTail } from '../../../../src/channels/claude/proof/transcript-tail.js';

let dir: string;
let file: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tail-'));
  file = join(dir, 'a.jsonl');
});

afterEach(() => rmSync(dir, { recursive: true }));

test('only complete lines that were added are read, whole also where a character was cut', () => {
  writeFileSync(file, 'old\n');
  const tail = new TranscriptTail();
  tail.startAt(file);
  const bytes = Buffer.from('こんにちは\nnext');
  appendFileSync(file, bytes.subarray(0, 4));
  expect(tail.read(file)).toEqual([]);
  appendFileSync(file, bytes.subarray(4));
  expect(tail.read(file)).toEqual(['こんにちは']);
  appendFileSync(file, ' line\n');
  expect(tail.read(file)).toEqual(['next line']);
  expect(tail.read(file)).toEqual([]);
});

test('a file that appears later is read from its beginning, and the one before it is still followed', () => {
  const tail = new TranscriptTail();
  tail.startAt(file);
  expect(tail.read(file)).toEqual([]);
  const next = join(dir, 'b.jsonl');
  writeFileSync(next, 'first\n');
  appendFileSync(file, 'late\n');
  expect(tail.read(next)).toEqual(['late', 'first']);
});

test('a file that was written anew is read from its beginning', () => {
  writeFileSync(file, 'a long line that will be gone\n');
  const tail = new TranscriptTail();
  tail.startAt(file);
  writeFileSync(file, 'short\n');
  expect(tail.read(file)).toEqual(['short']);
});

test('nothing is read where there is no file', () => {
  const tail = new TranscriptTail();
  tail.startAt(null);
  expect(tail.read(null)).toEqual([]);
  expect(tail.read(dir)).toEqual([]);
});
