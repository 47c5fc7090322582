/** What the launcher keeps of its bundles between two commands, and that nothing depends on it. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { version } from '../package.json';
import { ROOT } from './rig/home/binary.js';

/** An installation of its own. */
function installed(): { readonly dist: string; readonly run: (...args: string[]) => string } {
  const dir = mkdtempSync(join(tmpdir(), 'syn-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const [bin, dist] = [join(dir, 'bin'), join(dir, 'dist')];
  cpSync(join(ROOT, 'bin'), bin, { recursive: true });
  mkdirSync(dist);
  for (const name of readdirSync(join(ROOT, 'dist')).filter((each) => each.endsWith('.cjs')))
    cpSync(join(ROOT, 'dist', name), join(dist, name));
  symlinkSync(join(ROOT, 'node_modules'), join(dir, 'node_modules'));
  const env = { ...process.env, SYNAPSE_HOME: join(dir, 'home') };
  const run = (...args: string[]) => execFileSync(join(bin, 'synapse'), args, { env, encoding: 'utf8' });
  return { dist, run };
}

function keptIn(dist: string): string[] {
  return readdirSync(dist).filter((name) => !name.endsWith('.cjs'));
}

test('a command that succeeds writes a code cache; one that fails does not', () => {
  const { dist, run } = installed();
  expect(() => run('no-such-command')).toThrow('no-such-command');
  expect(keptIn(dist)).toEqual([]);
  expect(run('--version').trim()).toBe(version);
  const kept = keptIn(dist);
  expect(kept.map((name) => name.replace(/\.cjs\..*/, '')).sort()).toEqual(['synapse']);
  expect(run('--version').trim()).toBe(version);
  expect(keptIn(dist)).toEqual(kept);
});

test('a daemon that was stopped writes a code cache, and the next one uses it', () => {
  const { dist, run } = installed();
  const startAndStop = () => {
    run('start', 'shell', '--id', 'worker', '--', 'cat');
    run('stop', '--all');
    const kept = keptIn(dist).find((name) => /^daemon\.cjs\..*-daemon-/.test(name)) ?? 'none';
    return { kept, ...statSync(join(dist, kept)) };
  };
  const first = startAndStop();
  expect(startAndStop()).toMatchObject({ kept: first.kept, mtimeMs: first.mtimeMs });
});

test('a damaged code cache is replaced, and the command works', () => {
  const { dist, run } = installed();
  run('--version');
  const files = keptIn(dist).map((name) => join(dist, name));
  const damages: ((bytes: Buffer) => Buffer)[] = [
    () => Buffer.alloc(0),
    (bytes) => randomBytes(bytes.length),
    (bytes) => bytes.subarray(0, bytes.length / 3),
    ...[0.1, 0.3, 0.6, 0.9].map((at) => (bytes: Buffer) => changed(bytes, Math.floor(bytes.length * at))),
  ];
  for (const damage of damages) {
    const damaged = files.map((file) => damage(readFileSync(file)));
    for (const [index, file] of files.entries()) writeFileSync(file, damaged[index] as Buffer);
    expect(run('--version').trim()).toBe(version);
    for (const [index, file] of files.entries())
      expect(readFileSync(file).equals(damaged[index] as Buffer)).toBe(false);
  }
});

test('a changed bundle does not run from the old code cache, even if it has the same length', () => {
  const { dist, run } = installed();
  run('--version');
  const file = join(dist, 'synapse.cjs');
  const other = version.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
  const text = readFileSync(file, 'utf8').replaceAll(`"${version}"`, `"${other}"`);
  writeFileSync(
    file,
    text.replace(/[0-9a-f]\n$/, (end) => (end === '0\n' ? '1\n' : '0\n')),
  );
  expect(run('--version').trim()).toBe(other);
});

test('without its bundles, the launcher says what to do', () => {
  const { dist, run } = installed();
  rmSync(dist, { recursive: true });
  expect(() => run('list')).toThrow('Synapse is not built yet.');
});

function changed(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] as number) ^ 1;
  return copy;
}
