import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { placeOf, plainLine, readLog } from '../../../src/team/executions/execution-log.js';
import { BYTES_PER_MARK, fromMark, MARK_BYTES, marksFile } from '../../../src/team/executions/log-marks.js';
import { LogWriter } from '../../../src/team/executions/log-writer.js';
import { CANNOT_MOUNT, mountSmall, unmount } from '../../rig/machine/mounts.js';

function place(): string {
  const dir = mkdtempSync(join(tmpdir(), 'synapse-log-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return join(dir, 'exec_1.log');
}

const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `line ${from + index}`);

/** A log written in pieces that end anywhere. */
function written(count: number, pieceBytes = 997): string {
  const file = place();
  const writer = new LogWriter(file, 1e9);
  const text = Buffer.from(
    lines(0, count)
      .map((line) => `${line}\r\n`)
      .join(''),
  );
  for (let at = 0; at < text.length; at += pieceBytes) writer.write(text.subarray(at, at + pieceBytes));
  return file;
}

test.each([0, 1, 99, 100, 101, 999, 1_000, 1_001, 5_432])(
  'a log of %i lines, by its end and from places on',
  async (count) => {
    const file = written(count);
    const end = await readLog(file, {});
    expect(end).toEqual({ lines: lines(Math.max(0, count - 100), count), totalLines: count });
    expect((await readLog(file, { tail: 3 }))?.lines).toEqual(lines(Math.max(0, count - 3), count));
    for (const offset of [0, 1, 950, 1_000, 4_999, 10_000]) {
      const expected = lines(Math.min(offset, count), Math.min(offset + 100, count));
      expect((await readLog(file, { offset }))?.lines, `from ${offset}`).toEqual(expected);
    }
  },
);

test.each([
  ['the end of a long log', 250, 100, { tail: 100 }, { firstLine: 150, nextOffset: null, isMore: true }],
  ['the end of a short log', 7, 7, { tail: 100 }, { firstLine: 0, nextOffset: null, isMore: false }],
  ['the beginning of a long log', 250, 100, { offset: 0 }, { firstLine: 0, nextOffset: 100, isMore: true }],
  ['its middle', 250, 100, { offset: 120 }, { firstLine: 120, nextOffset: 220, isMore: true }],
  ['its last whole page', 250, 100, { offset: 150 }, { firstLine: 150, nextOffset: null, isMore: false }],
  ['its last lines by offset', 250, 30, { offset: 220 }, { firstLine: 220, nextOffset: null, isMore: false }],
  ['a place after its end', 250, 0, { offset: 900 }, { firstLine: 250, nextOffset: null, isMore: false }],
  ['an empty log', 0, 0, {}, { firstLine: 0, nextOffset: null, isMore: false }],
  ['a page that was cut for its size', 250, 40, { offset: 10 }, { firstLine: 10, nextOffset: 50, isMore: true }],
])(
  '%s says where it is, and whether there is more in the direction that was asked',
  (_what, total, got, range, place) => {
    expect(placeOf({ lines: lines(0, got), totalLines: total }, range)).toEqual(place);
  },
);

test('following next_offset reads every line once', async () => {
  const file = written(345);
  const read: string[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const part = await readLog(file, { offset });
    if (!part) throw new Error('The log is gone.');
    read.push(...part.lines);
    offset = placeOf(part, { offset }).nextOffset;
  }
  expect(read).toEqual(lines(0, 345));
});

test('a log that nobody has indexed reads the same', async () => {
  const file = written(2_500);
  rmSync(marksFile(file));
  expect(await readLog(file, { offset: 2_450 })).toEqual({ lines: lines(2_450, 2_500), totalLines: 2_500 });
});

test('a last line without a newline counts as a line', async () => {
  const file = place();
  writeFileSync(file, 'one\ntwo');
  expect(await readLog(file, {})).toEqual({ lines: ['one', 'two'], totalLines: 2 });
});

test('a log ends at its limit, and says so', async () => {
  const file = place();
  const writer = new LogWriter(file, 10);
  for (const text of ['12345\n', '67890\n', 'more\n']) writer.write(Buffer.from(text));
  expect((await readLog(file, {}))?.lines).toEqual(['12345', '6789', '[the log ends at 10 bytes]']);
});

test.skipIf(CANNOT_MOUNT !== null)(
  'a log that could not be written for a while goes on, says so, and is read right',
  async () => {
    const file = place();
    const dir = dirname(file);
    mountSmall(dir, '512k');
    onTestFinished(() => unmount(dir));
    const writer = new LogWriter(file, 1e9);
    const text = (from: number, to: number) => Buffer.from(`${lines(from, to).join('\n')}\n`);
    writer.write(text(0, 10_000));
    const ballast = join(dir, 'ballast');
    expect(() => writeFileSync(ballast, Buffer.alloc(1_000_000))).toThrow('ENOSPC');
    for (let tries = 0; tries < 3; tries += 1) expect(() => writer.write(text(10_000, 20_000))).toThrow('ENOSPC');
    rmSync(ballast);
    writer.write(text(20_000, 30_000));
    const whole = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    expect(whole.filter((line) => line.includes('missing')).length).toBeGreaterThan(0);
    expect(whole.slice(-10_000)).toEqual(lines(20_000, 30_000));
    expect(await readLog(file, { tail: 5 })).toEqual({ lines: lines(29_995, 30_000), totalLines: whole.length });
    const offset = whole.indexOf('line 25000');
    expect((await readLog(file, { offset }))?.lines).toEqual(lines(25_000, 25_100));
  },
);

test('one endless line does not fill the memory', async () => {
  const file = place();
  writeFileSync(file, Buffer.alloc(20_000_000, 'x'));
  const log = await readLog(file, {});
  expect(log?.totalLines).toBe(1);
  expect(log?.lines[0]?.length).toBe(4 * 1024 * 1024);
});

test('of too many long lines the end is kept of a tail, and whole lines from a place on', async () => {
  const file = place();
  const writer = new LogWriter(file, 1e9);
  const long = (index: number) => `${index} ${'x'.repeat(1_000_000)}`;
  for (let index = 0; index < 10; index += 1) writer.write(Buffer.from(`${long(index)}\n`));
  const starts = async (range: Parameters<typeof readLog>[1]) =>
    (await readLog(file, range))?.lines.map((line) => [line.slice(0, 1), line.length]);
  const whole = (...indexes: number[]) => indexes.map((index) => [String(index), 1_000_002]);
  expect(await starts({ tail: 10 })).toEqual(whole(6, 7, 8, 9));
  expect(await starts({ offset: 3 })).toEqual(whole(3, 4, 5, 6));
  expect(await starts({ tail: 2 })).toEqual(whole(8, 9));
});

test.each([20, 80, 1_000, 300_000])('lines of %i bytes are found by marks as without', async (bytes) => {
  const file = place();
  const writer = new LogWriter(file, 1e9);
  const count = Math.ceil(1_500_000 / bytes);
  const text = Buffer.from(Array.from({ length: count }, (_, index) => `${index}`.padStart(bytes, '.')).join('\n'));
  for (let at = 0; at < text.length; at += 4_999) writer.write(text.subarray(at, at + 4_999));
  expect(statSync(marksFile(file)).size).toBeGreaterThanOrEqual(5 * MARK_BYTES);
  const places = [0, 1, 2, Math.floor(count / 3), Math.floor(count / 2), count - 2, count - 1, count, count + 5];
  const marked = await Promise.all(places.map((offset) => readLog(file, { offset })));
  const tail = await readLog(file, { tail: 3 });
  rmSync(marksFile(file));
  expect(await Promise.all(places.map((offset) => readLog(file, { offset })))).toEqual(marked);
  expect(await readLog(file, { tail: 3 })).toEqual(tail);
  expect(tail?.totalLines).toBe(count);
});

/** A sparse log of this size with some lines at its end. Reading all of it would take an hour. */
function vast(bytes: number): string {
  const file = place();
  const handle = openSync(file, 'w');
  writeSync(handle, `${lines(1_000, 1_050).join('\n')}\n`, bytes);
  closeSync(handle);
  // As far as the index knows, lines end every so often before that.
  const marks = Array.from({ length: 1_000 }, (_, index) =>
    fromMark({ at: bytes - (999 - index) * BYTES_PER_MARK, ends: index + 1 }),
  );
  writeFileSync(marksFile(file), Buffer.concat(marks));
  return file;
}

test('of a log of four terabytes only the part that is asked for is read, by its end and from any place', async () => {
  const file = vast(4 * 1024 ** 4);
  expect(await readLog(file, { tail: 20 })).toEqual({ lines: lines(1_030, 1_050), totalLines: 1_050 });
  expect(await readLog(file, { offset: 1_040 })).toEqual({ lines: lines(1_040, 1_050), totalLines: 1_050 });
  expect(await readLog(file, { offset: 2_000 })).toEqual({ lines: [], totalLines: 1_050 });
});

test('no file is no log', async () => {
  expect(await readLog(place(), {})).toBeNull();
});

test.each([
  ['\u001b[1;31mred\u001b[0m\r', 'red'],
  ['\u001b]0;title\u0007text', 'text'],
  ['\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\', 'link'],
  ['10 %\r50 %\r100 %', '100 %'],
  ['\u001b(B\u001b7a\u001b8\u001b[?25lb\u0007', 'ab'],
  ['\u009b1;31mred\u009b0m \u0085\u009cend', 'red end'],
  ['りんご 🍎\tx', 'りんご 🍎\tx'],
])('%j is shown as %j', (line, shown) => {
  expect(plainLine(line)).toBe(shown);
});
