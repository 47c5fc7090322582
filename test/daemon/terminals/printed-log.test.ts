import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/clock.js';
import { PrintedLog } from '../../../src/daemon/terminals/printed-log.js';
import { printedLines } from '../../../src/daemon/terminals/printed-text.js';

test.each([
  ['colors', '\x1b[31mred\x1b[0m\r\nplain', ['red', 'plain']],
  ['titles and links', '\x1b]0;evil\x07a\x1b]8;;http://x\x1b\\b', ['ab']],
  ['a line that was overwritten', '10%\r50%\r100%', ['100%']],
  ['blanks that the cursor moved over', 'two\x1b[1Cwords', ['two words']],
  ['a screen that was drawn', '\x1b[2J\x1b[1;1Htop\x1b[9;1Hbottom', ['top', 'bottom']],
  ['an empty line', 'a\n\nb', ['a', '', 'b']],
  ['a line that moves the cursor only', '\x1b[5A\x1b[2K', []],
] as const)('%s become text', (_what, raw, expected) => {
  expect(printedLines(raw)).toEqual(expected);
});

function logIn(): { file: string; log: PrintedLog; lines: () => string[] } {
  const dir = mkdtempSync(join(tmpdir(), 'printed-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const file = join(dir, 'printed.log');
  const read = () => readFileSync(file, 'utf8').trimEnd().split('\n');
  return {
    file,
    log: new PrintedLog(file, systemClock),
    lines: () => read().map((line) => line.replace(/^\S+ ?/, '')),
  };
}

test('characters, sequences and lines that arrive in pieces are whole in the file', () => {
  const { log, lines } = logIn();
  for (const byte of Buffer.from('日本\x1b[31m語\x1b[0m\nlast')) log.add(Buffer.from([byte]));
  log.close();
  expect(lines()).toEqual(['日本語', 'last']);
});

test('of a flood the end is kept, the log says so, and the disk is bounded', () => {
  const { file, log, lines } = logIn();
  for (let round = 0; round < 40; round += 1) {
    for (let count = 0; count < 40; count += 1) log.add(Buffer.from(`${'x'.repeat(99)}\n`.repeat(100)));
    log.add(Buffer.from(`round ${round}\n`));
    log.close();
  }
  expect(lines().at(-1)).toBe('round 39');
  expect(lines().join('\n')).toContain('it came too fast');
  expect(statSync(file).size).toBeLessThan(1.1 * 2 ** 20);
  expect(statSync(`${file}.1`).size).toBeLessThan(1.1 * 2 ** 20);
  expect(existsSync(`${file}.2`)).toBe(false);
});
