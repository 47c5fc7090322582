import { expect, test } from 'vitest';
import { encodeFrame, FrameReader } from '../../src/a2a/frames.js';

const FRAMES = [encodeFrame('keys', 'ls\r'), encodeFrame('detach'), encodeFrame('output', Buffer.from([0, 255]))];

test('frames arrive unchanged, wherever the chunks are cut', () => {
  const bytes = Buffer.concat(FRAMES);
  for (let size = 1; size <= bytes.length; size += 1) {
    const reader = new FrameReader();
    const read = [];
    for (let from = 0; from < bytes.length; from += size) read.push(...reader.read(bytes.subarray(from, from + size)));
    expect(read.map(({ type, payload }) => [type, payload.toString('hex')])).toEqual([
      ['keys', '6c730d'],
      ['detach', ''],
      ['output', '00ff'],
    ]);
  }
});

test.each([
  ['an unknown type', Buffer.from([99, 0, 0, 0, 0])],
  ['too long a payload', Buffer.from([1, 255, 255, 255, 255])],
])('%s is refused', (_, bytes) => {
  expect(() => new FrameReader().read(bytes)).toThrow();
});
