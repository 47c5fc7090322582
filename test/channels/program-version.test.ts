import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { compareVersions, programWords, versionIn, versionOf } from '../../src/channels/program-version.js';

test.each([
  ['2.1.326 (Claude Code)', '2.1.326'],
  ['codex-cli 0.169.0\n', '0.169.0'],
  ['v20.1.2', null],
  ['no number here', null],
])('the version in %j is %s', (text, version) => {
  expect(versionIn(text)).toBe(version);
});

test.each([
  ['2.1.9', '2.1.10', -1],
  ['2.1.10', '2.1.10', 0],
  ['3.0', '2.9.9', 1],
])('%s against %s is %d', (one, other, expected) => {
  expect(compareVersions(one, other)).toBe(expected);
});

test.each([
  [['claude', '--continue'], ['claude']],
  [
    ['/usr/bin/node', '/opt/codex.js', '--no-daemon'],
    ['/usr/bin/node', '/opt/codex.js'],
  ],
  [['node', '--inspect'], ['node']],
])('of %j, %j is asked', (command, words) => {
  expect(programWords(command)).toEqual(words);
});

test('a program is asked once, and again when its file has changed', async () => {
  const { dir, asked, write } = folder();
  write('1.2.3');
  const question = {
    command: ['./agent', '--flag'],
    cwd: dir,
    env: { PATH: process.env.PATH ?? '' },
    cache: join(dir, 'cache', 'versions.json'),
    resolve: () => join(dir, 'agent'),
  };
  expect(await versionOf(question)).toBe('1.2.3');
  expect(await versionOf(question)).toBe('1.2.3');
  expect(asked()).toBe(1);
  write('1.2.4-longer');
  expect(await versionOf(question)).toBe('1.2.4');
  expect(asked()).toBe(2);
  writeFileSync(question.cache, '{half');
  expect(await versionOf(question)).toBe('1.2.4');
});

test('an answer that takes too long is not remembered', async () => {
  const { dir, write } = folder();
  writeFileSync(join(dir, 'agent'), '#!/bin/sh\nsleep 60\n');
  chmodSync(join(dir, 'agent'), 0o755);
  const question = {
    ...{ command: ['./agent'], cwd: dir, env: { PATH: process.env.PATH ?? '' }, limitMs: 100 },
    ...{ cache: join(dir, 'versions.json'), resolve: () => join(dir, 'agent') },
  };
  await expect(versionOf(question)).rejects.toThrow('It did not tell its version within 0.1 seconds.');
  write('1.2.3');
  expect(await versionOf({ ...question, limitMs: 5_000 })).toBe('1.2.3');
});

function folder() {
  const dir = mkdtempSync(join(tmpdir(), 'synapse-version-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const log = join(dir, 'asked');
  writeFileSync(log, '');
  return {
    dir,
    asked: () => readFileSync(log, 'utf8').length,
    write(version: string) {
      writeFileSync(join(dir, 'agent'), `#!/bin/sh\nprintf x >> ${log}\necho "agent ${version}"\n`);
      chmodSync(join(dir, 'agent'), 0o755);
    },
  };
}
