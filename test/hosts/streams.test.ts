import { expect, test } from 'vitest';
import { encodeFrame, type Frame, FrameReader, GREETING, LinkError } from '../../src/hosts/frames.js';
import { MOST_STREAMS, type Side, Streams, WINDOW_BYTES } from '../../src/hosts/streams.js';
import { numbersFrom } from './random.js';

/** One side of a link, which takes what it gets at once or later. */
class End {
  readonly streams: Streams;
  readonly reader = new FrameReader();
  readonly got = new Map<number, Buffer[]>();
  readonly ended = new Set<number>();
  readonly resets: string[] = [];
  readonly untaken: [stream: number, size: number][] = [];

  constructor(side: Side) {
    this.reader.read(GREETING);
    this.streams = new Streams(side, {
      opened: (stream) => void this.got.set(stream, []),
      head: () => {},
      data: (stream, bytes) => {
        this.got.get(stream)?.push(bytes);
        this.untaken.push([stream, bytes.length]);
      },
      ended: (stream) => void this.ended.add(stream),
      reset: (_, reason) => void this.resets.push(reason),
      sent: () => {},
    });
  }

  receive(bytes: Buffer): void {
    for (const frame of this.reader.read(bytes)) this.streams.receive(frame);
  }

  /** Everything that can be sent now. */
  sent(): Buffer {
    const frames: Buffer[] = [];
    for (let frame = this.streams.next(); frame; frame = this.streams.next()) frames.push(frame);
    return Buffer.concat(frames);
  }

  take(): void {
    for (const [stream, size] of this.untaken.splice(0)) this.streams.taken(stream, size);
  }
}

test('bodies arrive whole and in order, whatever the order of sending, cutting and reading', () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const random = numbersFrom(seed);
    const ends = [new End('dialer'), new End('answerer')] as const;
    const bodies = new Map<string, Buffer>();
    for (let count = 0; count < 12; count += 1) {
      const from = random(2) as 0 | 1;
      const stream = ends[from].streams.open({ count }) as number;
      const body = Buffer.alloc(random(4) === 0 ? random(900_000) : random(2_000), count + 1);
      ends[from].streams.write(stream, body);
      ends[from].streams.end(stream);
      bodies.set(`${1 - from} ${stream}`, body);
    }
    const wires: [Buffer, Buffer] = [Buffer.alloc(0), Buffer.alloc(0)];
    for (let quiet = 0; quiet < 20; ) {
      const from = random(2) as 0 | 1;
      wires[from] = Buffer.concat([wires[from], ends[from].sent()]);
      const size = Math.min(wires[from].length, 1 + random(60_000));
      ends[(1 - from) as 0 | 1].receive(wires[from].subarray(0, size));
      wires[from] = wires[from].subarray(size);
      if (random(3) === 0) for (const end of ends) end.take();
      quiet = size === 0 && ends.every(({ untaken }) => untaken.length === 0) ? quiet + 1 : 0;
    }
    for (const [name, body] of bodies) {
      const [side, stream] = name.split(' ').map(Number) as [0 | 1, number];
      expect(Buffer.concat(ends[side].got.get(stream) ?? []).equals(body), `seed ${seed}, ${name}`).toBe(true);
      expect(ends[side].ended.has(stream), `seed ${seed}, ${name}`).toBe(true);
    }
  }
});

test('no more is sent than the reader takes, and a short body passes a long one', () => {
  const [here, there] = [new End('dialer'), new End('answerer')];
  const long = here.streams.open({}) as number;
  here.streams.write(long, Buffer.alloc(2 * WINDOW_BYTES));
  there.receive(here.sent());
  expect(Buffer.concat(there.got.get(long) ?? []).length).toBe(WINDOW_BYTES);
  const short = here.streams.open({}) as number;
  here.streams.write(short, Buffer.from('hello'));
  here.streams.end(short);
  there.receive(here.sent());
  expect(there.ended.has(short)).toBe(true);
  there.take();
  here.receive(there.sent());
  there.receive(here.sent());
  expect(Buffer.concat(there.got.get(long) ?? []).length).toBe(2 * WINDOW_BYTES);
});

test('at most so many streams are open at once, and there is room again when they are over', () => {
  const [here, there] = [new End('dialer'), new End('answerer')];
  const streams = Array.from({ length: MOST_STREAMS }, () => here.streams.open({}));
  expect(here.streams.open({})).toBeNull();
  here.streams.abort(streams[0] as number, 'enough');
  there.receive(here.sent());
  expect(there.resets).toEqual(['enough']);
  expect(here.streams.open({})).not.toBeNull();
});

const OPEN = encodeFrame('open', 1, '{}');

test.each<[string, Buffer[]]>([
  ['a stream that is opened twice, as when a frame is played again', [OPEN, OPEN]],
  ['a stream of our own number', [encodeFrame('open', 2, '{}')]],
  ['a number that was left out', [encodeFrame('open', 3, '{}')]],
  ['data for a stream that never was', [encodeFrame('data', 7, 'x')]],
  ['data after the end', [OPEN, encodeFrame('end', 1), encodeFrame('data', 1, 'x')]],
  ['two ends', [OPEN, encodeFrame('end', 1), encodeFrame('end', 1)]],
  ['more than the window', [OPEN, encodeFrame('data', 1, Buffer.alloc(WINDOW_BYTES + 1))]],
  ['a window of no size', [OPEN, encodeFrame('window', 1, 'x')]],
  ['a head that is no JSON', [encodeFrame('open', 1, '{')]],
  ['a head that is too long', [encodeFrame('open', 1, `"${'x'.repeat(70_000)}"`)]],
])('%s is refused', (_, frames) => {
  const end = new End('answerer');
  expect(() => end.receive(Buffer.concat(frames))).toThrow(LinkError);
});

test('any sequence of well-formed frames is taken or refused, and never crashes', () => {
  const types: readonly Frame['type'][] = ['open', 'head', 'data', 'end', 'reset', 'window'];
  for (let seed = 1; seed <= 300; seed += 1) {
    const random = numbersFrom(seed);
    const end = new End('answerer');
    try {
      for (let count = 0; count < 60; count += 1) {
        const type = types[random(types.length)] as Frame['type'];
        end.streams.receive({
          type,
          stream: 1 + random(6),
          payload: Buffer.from(type === 'window' ? [0, 0, 1, 0] : '{}'),
        });
        if (random(4) === 0) end.take();
        end.sent();
      }
    } catch (error) {
      expect(error, `seed ${seed}`).toBeInstanceOf(LinkError);
    }
  }
});
