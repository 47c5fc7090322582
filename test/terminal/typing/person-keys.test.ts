import { expect, test } from 'vitest';
import type { Clock } from '../../../src/clock.js';
import { isTyping, PersonKeys } from '../../../src/terminal/typing/person-keys.js';

test('keys reach the terminal in order, those kept back when they are let through', async () => {
  const { keys, written } = keyboard();
  await keys.type(Buffer.from('a'));
  keys.keepBack();
  const held = [keys.type(Buffer.from('b')), keys.type(Buffer.from('c'))];
  expect(written).toEqual(['a']);
  expect(keys.waitingBytes).toBe(2);
  keys.letThrough();
  void keys.type(Buffer.from('d'));
  await Promise.all(held);
  expect(written).toEqual(['a', 'b', 'c', 'd']);
  expect(keys.isKeepingBack).toBe(false);
});

test('the time of the last key is that of typing, also while keys are kept back', () => {
  const { keys, clock } = keyboard();
  expect(keys.lastKeyAt).toBeNull();
  clock.at = 5;
  void keys.type(Buffer.from('x'));
  expect(keys.lastKeyAt).toBe(5);
  clock.at = 9;
  void keys.type(Buffer.from('\x1b[<35;10;5M\x1b[I'));
  expect(keys.lastKeyAt).toBe(5);
  keys.keepBack();
  void keys.type(Buffer.from('\r'));
  expect(keys.lastKeyAt).toBe(9);
});

test('keys for a program that has ended are dropped silently', async () => {
  const keys = new PersonKeys(() => Promise.reject(new Error('gone')));
  await keys.type(Buffer.from('x'));
  expect(keys.waitingBytes).toBe(0);
});

test.each(['\x1b[<0;10;5M', '\x1b[<0;10;5m', '\x1b[M !!', '\x1b[32;10;5M', '\x1b[I', '\x1b[O', '\x1b[12;40R'])(
  '%j does not count as typing',
  (report) => expect(isTyping(Buffer.from(report))).toBe(false),
);

test.each([
  '\x1b[?1;2c',
  '\x1b[>0;276;0c',
  '\x1b]11;rgb:00/00/00\x07',
  '\x1b[?2004;1$y',
  '\x1b[?1u',
  '\x1bP1$r0m\x1b\\',
])('the answer %j does not count as typing', (answer) => expect(isTyping(Buffer.from(answer))).toBe(false));

test.each(['a', '\x1b', '\r', '\x1b[A', '\x1bOP', '\x1b[200~x\x1b[201~', '\x1b[97;5u', '\x1b[Ix', '日'])(
  '%j counts as typing',
  (keys) => expect(isTyping(Buffer.from(keys))).toBe(true),
);

function keyboard() {
  const clock: Clock & { at: number } = { at: 0, now: () => 0, monotonicMs: () => clock.at };
  const written: string[] = [];
  const write = async (bytes: Buffer) => void written.push(bytes.toString());
  return { keys: new PersonKeys(write, clock), written, clock };
}
