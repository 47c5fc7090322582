import { chmodSync, lstatSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ensureHomeDir, ensurePrivateDir } from '../src/paths.js';
import { tempDir } from './taskstore/rig.js';

test('a home may be a link to a folder of the same user', () => {
  const dir = tempDir();
  mkdirSync(join(dir, 'disk'), { mode: 0o755 });
  symlinkSync('disk', join(dir, 'home'));
  ensureHomeDir(join(dir, 'home'));
  ensurePrivateDir(join(dir, 'home', 'agents'));
  expect(lstatSync(join(dir, 'home')).isSymbolicLink()).toBe(true);
  expect(statSync(join(dir, 'disk', 'agents')).mode & 0o777).toBe(0o700);
});

function makeFileInstead(dir: string): void {
  rmSync(dir, { recursive: true });
  writeFileSync(dir, '');
}

test.each<[string, (dir: string) => void, string]>([
  ['a folder that others can write to', (dir) => chmodSync(dir, 0o777), 'other users can write to it'],
  ['a file', makeFileInstead, 'it is not a folder'],
  ['nothing', (dir) => rmSync(dir, { recursive: true }), 'no such file'],
])('a home that is a link to %s is refused', (_, make, reason) => {
  const dir = tempDir();
  mkdirSync(join(dir, 'disk'));
  make(join(dir, 'disk'));
  symlinkSync('disk', join(dir, 'home'));
  expect(() => ensureHomeDir(join(dir, 'home'))).toThrow(reason);
});

test.runIf(process.getuid?.() === 0)('a home that is a link of another user is refused', async () => {
  const { lchownSync } = await import('node:fs');
  const dir = tempDir();
  mkdirSync(join(dir, 'disk'));
  symlinkSync('disk', join(dir, 'home'));
  lchownSync(join(dir, 'home'), 65_534, 65_534);
  expect(() => ensureHomeDir(join(dir, 'home'))).toThrow('a link of another user');
});

test('a folder inside the home must not be a link', () => {
  const dir = tempDir();
  mkdirSync(join(dir, 'elsewhere'));
  symlinkSync('elsewhere', join(dir, 'agents'));
  expect(() => ensurePrivateDir(join(dir, 'agents'))).toThrow('it is not a folder');
});
