import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRegularFile } from '../../src/files/regular-file.js';
import { tempDir } from '../taskstore/rig.js';

test('a file is read, also through a link', () => {
  const file = join(tempDir(), 'a');
  writeFileSync(file, 'héllo');
  symlinkSync(file, `${file}.link`);
  expect([file, `${file}.link`].map((each) => readRegularFile(each))).toEqual(['héllo', 'héllo']);
});

/** It takes no space, because nothing was ever written to it. */
function makeHuge(path: string): void {
  writeFileSync(path, '');
  truncateSync(path, 2 ** 40);
}

test.each<[string, (path: string) => void, string]>([
  ['a pipe', (path) => void execFileSync('mkfifo', [path]), 'not a regular file'],
  ['a link to a device', (path) => symlinkSync('/dev/zero', path), 'not a regular file'],
  ['a folder', (path) => mkdirSync(path), 'not a regular file'],
  ['a huge file', makeHuge, '1099511627776 bytes'],
])('%s is refused at once', (_, make, reason) => {
  const path = join(tempDir(), 'odd');
  make(path);
  expect(() => readRegularFile(path)).toThrow(reason);
});
