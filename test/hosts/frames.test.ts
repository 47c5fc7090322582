import { expect, test } from 'vitest';
import {
  encodeFrame,
  type Frame,
  FrameReader,
  GREETING,
  LinkError,
  MOST_PAYLOAD_BYTES,
} from '../../src/hosts/frames.js';
import { numbersFrom } from './random.js';

const FRAMES: readonly Frame[] = [
  { type: 'hello', stream: 0, payload: Buffer.from('{}') },
  { type: 'open', stream: 1, payload: Buffer.from('{"to":"rex"}') },
  { type: 'data', stream: 1, payload: Buffer.alloc(70_000, 7) },
  { type: 'end', stream: 1, payload: Buffer.alloc(0) },
  { type: 'ping', stream: 0, payload: Buffer.alloc(0) },
  { type: 'data', stream: 4_294_967_294, payload: Buffer.from('x') },
];
const BYTES = Buffer.concat([
  GREETING,
  ...FRAMES.map(({ type, stream, payload }) => encodeFrame(type, stream, payload)),
]);

/** Long texts are compared much faster than long buffers. */
function spelled(frames: readonly Frame[]): unknown[] {
  return frames.map(({ payload, ...head }) => ({ ...head, payload: payload.toString('latin1') }));
}

test('frames are the same however their bytes are cut', () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const random = numbersFrom(seed);
    const reader = new FrameReader();
    const read: Frame[] = [];
    for (let at = 0; at < BYTES.length; ) {
      const size = 1 + random(seed % 2 === 0 ? 12 : 9_000);
      read.push(...reader.read(BYTES.subarray(at, at + size)));
      at += size;
    }
    expect(spelled(read), `seed ${seed}`).toEqual(spelled(FRAMES));
  }
});

test('a cut in any place leaves only whole frames', () => {
  const small = Buffer.concat([GREETING, encodeFrame('ping', 0), encodeFrame('open', 1, '{}'), encodeFrame('end', 1)]);
  for (let length = 0; length <= small.length; length += 1) {
    const types = new FrameReader().read(small.subarray(0, length)).map(({ type }) => type);
    expect(['ping', 'open', 'end'].slice(0, types.length)).toEqual(types);
  }
});

test('what a login shell prints before the greeting is skipped', () => {
  const reader = new FrameReader();
  expect(reader.read(Buffer.from('Welcome to gpu!\nLast login: today\n'))).toEqual([]);
  expect(spelled(reader.read(BYTES))).toEqual(spelled(FRAMES));
});

test.each([
  ['endless text', Buffer.alloc(70_000, 'x')],
  ['an unknown type', Buffer.concat([GREETING, Buffer.from([0, 0, 0, 0, 99, 0, 0, 0, 0])])],
  ['a frame that is too long', Buffer.concat([GREETING, Buffer.from([255, 255, 255, 255, 18, 0, 0, 0, 1])])],
  ['data about no stream', Buffer.concat([GREETING, encodeFrame('data', 0, 'x')])],
  ['a ping about a stream', Buffer.concat([GREETING, encodeFrame('ping', 3)])],
])('%s is refused', (_, bytes) => {
  expect(() => new FrameReader().read(bytes)).toThrow(LinkError);
});

test('garbage is refused or waited for, and never crashes', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const random = numbersFrom(seed);
    const garbage = Buffer.from(Array.from({ length: 200 }, () => random(256)));
    try {
      new FrameReader().read(Buffer.concat([GREETING, garbage]));
    } catch (error) {
      expect(error).toBeInstanceOf(LinkError);
    }
  }
});

test('a list of ten thousand agents fits into a frame', () => {
  const agent = {
    id: 'a'.repeat(20),
    type: 'claude',
    name: null,
    role: 'r'.repeat(100),
    kind: 'ai',
    status: 'ready',
    lasting: true,
    storeId: 's'.repeat(36),
  };
  expect(JSON.stringify(Array.from({ length: 10_000 }, () => agent)).length).toBeLessThan(MOST_PAYLOAD_BYTES);
});
