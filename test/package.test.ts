import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BINARY, ROOT } from './rig/home/binary.js';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
}

interface PackedFile {
  readonly path: string;
  readonly mode: number;
}

test('the package holds what an installation needs, and no sources', () => {
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const packed = JSON.parse(stdout) as { files: PackedFile[] }[] | Record<string, { files: PackedFile[] }>;
  const files = Object.values(packed)[0]?.files.map(({ path }) => path) ?? [];
  for (const needed of [
    'bin/synapse',
    'dist/send.cjs',
    'dist/synapse.cjs',
    'dist/main.cjs',
    'dist/daemon.cjs',
    'dist/daemon.cjs.map',
    'man/synapse.1',
    'schema/synapse.schema.json',
    'schema/profile.schema.json',
    'examples/team/synapse.yaml',
    'examples/lib/agent.mjs',
    'LICENSE',
  ]) {
    expect(files).toContain(needed);
  }
  expect(files.filter((path) => /^(src|test|scripts|bench|\.ci)\//.test(path))).toEqual([]);
});

test('node-pty is pinned to one version, because its internals are used', () => {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;
  expect(dependencies['node-pty']).toMatch(/^npm:@lydell\/node-pty@\d+\.\d+\.\d+$/);
});

test('the lock file names no registry', () => {
  expect(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).not.toContain('"resolved"');
});

test('what is bundled is listed with its license', () => {
  const text = readFileSync(join(ROOT, 'dist/THIRD_PARTY_LICENSES.txt'), 'utf8');
  for (const name of ['commander', 'undici', 'chalk', 'yaml', 'kysely', '@xterm/headless'])
    expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'));
});

const [STORE_WITHOUT_BINARY, STORE_BINARY] =
  Number(process.versions.napi) < 10
    ? [
        ['better-sqlite3/package.json', 'better-sqlite3/lib', 'bindings', 'file-uri-to-path'],
        'better-sqlite3/build/Release/better_sqlite3.node',
      ]
    : [['better-sqlite3-13/package.json', 'better-sqlite3-13/lib'], 'better-sqlite3-13/prebuilds'];

test.each([
  ['better-sqlite3', STORE_WITHOUT_BINARY],
  ['node-pty', [...STORE_WITHOUT_BINARY, STORE_BINARY, 'node-pty']],
])('an installation in which the binary of %s is missing says what to do', (_name, modules) => {
  const dir = mkdtempSync(join(tmpdir(), 'syn-'));
  try {
    for (const part of ['bin', 'dist', ...modules.map((name) => `node_modules/${name}`)])
      cpSync(join(ROOT, part), join(dir, part), { recursive: true });
    const { status, stderr } = spawnSync(join(dir, 'bin', 'synapse'), ['start', 'shell', '--', 'cat'], {
      encoding: 'utf8',
      env: { ...process.env, SYNAPSE_HOME: join(dir, 'home') },
    });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(/^error: A native module[^\n]*\nhint: .*npm ci.*\n$/),
    });
  } finally {
    rmSync(dir, { recursive: true });
  }
});

test('a clone that is not built says what to do', () => {
  const dir = mkdtempSync(join(tmpdir(), 'syn-'));
  try {
    mkdirSync(join(dir, 'bin'));
    cpSync(BINARY, join(dir, 'bin', 'synapse'));
    const { status, stderr } = spawnSync(process.execPath, [join(dir, 'bin', 'synapse'), 'list'], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('npm ci') });
  } finally {
    rmSync(dir, { recursive: true });
  }
});
