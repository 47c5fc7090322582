import { expect, test } from 'vitest';
import { TerminalAnswers } from '../../../src/cli/viewer/questions.js';

test('answers are removed from the keys, wherever the chunks end', async () => {
  const typed = 'ab\x1b]10;rgb:11/22/33\x1b\\\x1b]11;rgb:44/55/66\x07c\x1b[12;7Rd\x1b[1;5R';
  for (let size = 1; size <= typed.length; size++) {
    const keys: string[] = [];
    const answers = new TerminalAnswers((bytes) => keys.push(bytes.toString()));
    for (let at = 0; at < typed.length; at += size) answers.read(Buffer.from(typed.slice(at, at + size)));
    expect(await answers.facts).toEqual({
      colors: { foreground: 'rgb:11/22/33', background: 'rgb:44/55/66' },
      cursor: { row: 11, column: 6 },
    });
    // After the last answer, nothing is taken for an answer, even if it looks like one.
    expect(keys.join('')).toBe('abcd\x1b[1;5R');
  }
});

test('colors that come after the cursor are waited for', async () => {
  const answers = new TerminalAnswers(() => {});
  answers.read(Buffer.from('\x1b[12;7R'));
  answers.read(Buffer.from('\x1b]10;rgb:11/22/33\x1b\\\x1b]11;rgb:44/55/66\x07'));
  expect(await answers.facts).toMatchObject({ colors: { background: 'rgb:44/55/66' }, cursor: { row: 11 } });
});

test('colors that come long after the cursor are told then, and are no keys', async () => {
  const keys: string[] = [];
  const answers = new TerminalAnswers((bytes) => keys.push(bytes.toString()));
  answers.read(Buffer.from('\x1b[12;7R'));
  expect(await answers.facts).toMatchObject({ colors: null, cursor: { row: 11 } });
  answers.read(Buffer.from('a\x1b]10;rgb:11/22/33\x1b\\b\x1b]11;rgb:44/'));
  answers.read(Buffer.from('55/66\x1b\\c\x1b[1;5R\x1b'));
  expect(await answers.colors).toEqual({ foreground: 'rgb:11/22/33', background: 'rgb:44/55/66' });
  expect(keys.join('')).toBe('abc\x1b[1;5R\x1b');
});

test('if no answer comes, the wait ends, and a key that looked like the beginning of one is passed on', async () => {
  const keys: string[] = [];
  const answers = new TerminalAnswers((bytes) => keys.push(bytes.toString()));
  answers.read(Buffer.from('\x1b'));
  expect(await answers.facts).toEqual({ colors: null, cursor: null });
  expect(keys).toEqual(['\x1b']);
});
