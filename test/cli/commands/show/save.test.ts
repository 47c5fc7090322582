import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { safeName } from '../../../../src/cli/commands/show/safe-name.js';
import { saveParts } from '../../../../src/cli/commands/show/save.js';
import { tempDir } from '../../../taskstore/rig.js';

const HERE = { isOutside: false };
const bytes = (text: string) => Buffer.from(text).toString('base64');

test.each([
  ['report.txt', 'report.txt'],
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\boot.ini', 'boot.ini'],
  ['/', 'file'],
  ['..', 'file'],
  ['', 'file'],
  [undefined, 'file'],
  [42, 'file'],
  ['.bashrc', '_bashrc'],
  ['-rf', '_rf'],
  ['a\x1b[2Jb\n.txt', 'ab_.txt'],
  ['evil\u202etxt.exe', 'eviltxt.exe'],
  ['a\0b', 'ab'],
  ['日本語.txt', '日本語.txt'],
])('the name %j becomes %s', (given, name) => {
  expect(safeName(given, 'file')).toBe(name);
});

test('a long name is cut, and keeps its ending', () => {
  const name = safeName(`${'語'.repeat(200)}.txt`, 'file');
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(120);
  expect(name).toMatch(/^語+\.txt$/);
});

test('texts, data and files are written, and nothing is overwritten', () => {
  const dir = join(tempDir(), 'new', 'folder');
  const parts = [
    { type: 'text', text: 'all well' },
    { type: 'data', data: { count: 42 } },
    { type: 'file', file: { name: 'report.txt', bytes: bytes('one') } },
    { type: 'file', file: { filename: 'report.txt', raw: bytes('two') } },
    { type: 'file', file: { name: 'big.bin', uri: 'https://example.com/big.bin' } },
  ];
  expect(saveParts(parts, dir, HERE).links).toEqual([{ name: 'big.bin', url: 'https://example.com/big.bin' }]);
  saveParts(parts.slice(2, 3), dir, HERE);
  const contents = Object.fromEntries(readdirSync(dir).map((name) => [name, readFileSync(join(dir, name), 'utf8')]));
  expect(contents).toEqual({
    'reply.txt': 'all well\n',
    'data.json': '{\n  "count": 42\n}\n',
    'report.txt': 'one',
    'report-2.txt': 'two',
    'report-3.txt': 'one',
  });
});

test('a link in the folder is not written through', () => {
  const dir = tempDir();
  const target = join(dir, 'elsewhere');
  const folder = join(dir, 'folder');
  mkdirSync(folder);
  symlinkSync(target, join(folder, 'report.txt'));
  const { saved } = saveParts([{ type: 'file', file: { name: 'report.txt', bytes: bytes('x') } }], folder, HERE);
  expect(saved.map(({ path }) => path)).toEqual([join(folder, 'report-2.txt')]);
  expect(lstatSync(join(folder, 'report.txt')).isSymbolicLink()).toBe(true);
  expect(existsSync(target)).toBe(false);
});

test('a file of an agent here is copied, but nobody else can name files here', () => {
  const dir = tempDir();
  writeFileSync(join(dir, 'secret.txt'), 'secret');
  const uri = pathToFileURL(join(dir, 'secret.txt')).href;
  const parts = [{ type: 'file', file: { name: 'secret.txt', uri } }];
  expect(saveParts(parts, join(dir, 'mine'), HERE).saved).toHaveLength(1);
  expect(saveParts(parts, join(dir, 'theirs'), { isOutside: true })).toEqual({
    saved: [],
    links: [{ name: 'secret.txt', url: uri }],
  });
});

test('a folder that cannot be made is reported', () => {
  const file = join(tempDir(), 'file');
  writeFileSync(file, '');
  expect(() => saveParts([{ type: 'text', text: 'x' }], file, HERE)).toThrow(
    expect.objectContaining({ code: 'storage_failed' }),
  );
});
