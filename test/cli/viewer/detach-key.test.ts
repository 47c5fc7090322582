import { expect, test } from 'vitest';
import { DetachKey } from '../../../src/cli/viewer/detach-key.js';

test.each([
  ['a\x1db', 'a'],
  ['a\x1b[93;5u', 'a'],
  ['\x1b[93;5:1u', ''],
  ['\x1b[93::93;5u', ''],
  ['\x1b[93;69u', ''],
  ['\x1b[27;5;93~', ''],
])('%j detaches, also byte by byte', (typed, before) => {
  expect(new DetachKey().read(Buffer.from(typed))).toEqual({ keys: Buffer.from(before), isDetached: true });
  const key = new DetachKey();
  const results = [...typed].map((byte) => key.read(Buffer.from(byte)));
  expect(results.some(({ isDetached }) => isDetached)).toBe(true);
  expect(Buffer.concat(results.slice(0, before.length).map(({ keys }) => keys)).toString()).toBe(before);
});

test.each([
  '\x1b[A',
  '\x1b[93;6u',
  '\x1b[93u',
  '\x1b[93;5:3u',
  '\x1b[2~',
  '\x1b[20~',
  '\x1b[27;5;94~',
  '\x1bx',
  '日本',
])('%j is a key like any other', (typed) => {
  const key = new DetachKey();
  const { keys, isDetached } = key.read(Buffer.from(typed));
  expect(isDetached).toBe(false);
  expect(Buffer.concat([keys, key.flush()]).toString()).toBe(typed);
});

test('pasted text is not taken for the detach key', () => {
  const key = new DetachKey();
  expect(key.read(Buffer.from('\x1b[200~a\x1d\x1b[93;5ub')).isDetached).toBe(false);
  expect(key.read(Buffer.from('\x1d\x1b[201~')).isDetached).toBe(false);
  expect(key.read(Buffer.from('\x1d')).isDetached).toBe(true);
});

test('a lone Escape waits until it is flushed', () => {
  const key = new DetachKey();
  expect(key.read(Buffer.from('\x1b')).keys).toHaveLength(0);
  expect(key.hasUnfinished).toBe(true);
  expect(key.flush().toString()).toBe('\x1b');
  expect(key.hasUnfinished).toBe(false);
});
