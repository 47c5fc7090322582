import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { indexFile, LogWriter, plainLine, readLog } from '../../src/team/execution-log.js';

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

test('a log that nobody has indexed reads the same', async () => {
  const file = written(2_500);
  rmSync(indexFile(file));
  expect(await readLog(file, { offset: 2_450 })).toEqual({ lines: lines(2_450, 2_500), totalLines: 2_500 });
});

test('a last line without an end is a line', async () => {
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

test('one endless line does not fill the memory', async () => {
  const file = place();
  writeFileSync(file, Buffer.alloc(20_000_000, 'x'));
  const log = await readLog(file, {});
  expect(log?.totalLines).toBe(1);
  expect(log?.lines[0]?.length).toBe(4 * 1024 * 1024);
});

test('of a log of a gigabyte only the part that is asked for is read', async () => {
  const file = place();
  const end = lines(1_000, 1_050).join('\n');
  const bytes = 1024 ** 3;
  const handle = openSync(file, 'w');
  writeSync(handle, `${end}\n`, bytes);
  closeSync(handle);
  // A thousand lines stand before the mark, as far as the index knows: a hole that takes a while to read.
  const mark = Buffer.alloc(8);
  mark.writeDoubleLE(bytes);
  writeFileSync(indexFile(file), mark);
  const before = process.cpuUsage();
  const log = await readLog(file, { tail: 20 });
  expect(log).toEqual({ lines: lines(1_030, 1_050), totalLines: 1_050 });
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(100);
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
  ['りんご 🍎\tx', 'りんご 🍎\tx'],
])('%j is shown as %j', (line, shown) => {
  expect(plainLine(line)).toBe(shown);
});
