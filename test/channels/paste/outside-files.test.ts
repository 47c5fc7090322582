/** Names of files after an `@`: which of them are typed with a backslash. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { withoutOutsideFiles } from '../../../src/channels/paste/outside-files.js';

const dir = mkdtempSync(join(tmpdir(), 'syn-'));
const cwd = join(dir, 'demo');
mkdirSync(cwd);
writeFileSync(join(cwd, 'notes.md'), '');
writeFileSync(join(dir, 'two words'), '');
symlinkSync(dir, join(cwd, 'out'));
afterAll(() => rmSync(dir, { recursive: true }));

test.each([
  ['the folder above', 'see @../', 'see \\@../'],
  ['an absolute path', 'read @/dev/null, please', 'read \\@/dev/null, please'],
  ['a file at the end of a sentence', 'read @/dev/null.', 'read \\@/dev/null.'],
  ['a way out and in again', '@../demo/../demo/..', '\\@../demo/../demo/..'],
  ['a link to the outside', 'look into @out/demo/../', 'look into \\@out/demo/../'],
  ['quotes around blanks', 'open @"../two words"', 'open \\@"../two words"'],
  ['a blank after a backslash', 'open @../two\\ words', 'open \\@../two\\ words'],
  ['something before it', 'install pkg@../demo/..', 'install pkg\\@../demo/..'],
  ['two of them', '@.. and @/dev/null', '\\@.. and \\@/dev/null'],
])('%s is outside', (_, text, typed) => {
  expect(withoutOutsideFiles(text, cwd)).toBe(typed);
});

test.each([
  'see @notes.md',
  'see @./notes.md and @../demo/notes.md',
  'ask @nobody',
  "import x from '@/lib/x'",
  'write to ann@example.com',
  'see \\@../',
  'just @ and @@',
])('nothing outside is named: %s', (text) => {
  expect(withoutOutsideFiles(text, cwd)).toBe(text);
});
