import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BINARY, ROOT } from './rig/binary.js';

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
    'man/synapse.1',
    'schema/synapse.schema.json',
    'examples/team/synapse.yaml',
    'examples/lib/agent.mjs',
    'LICENSE',
  ]) {
    expect(files).toContain(needed);
  }
  expect(files.filter((path) => /^(src|test|scripts|bench|\.ci)\//.test(path))).toEqual([]);
});

test('what is bundled is named with its licence', () => {
  const text = readFileSync(join(ROOT, 'dist/THIRD_PARTY_LICENSES.txt'), 'utf8');
  for (const name of ['commander', 'undici', 'chalk', 'yaml', 'kysely', '@xterm/headless'])
    expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'));
});

test('an installation whose native modules were not compiled says what to do', () => {
  const dir = mkdtempSync(join(tmpdir(), 'syn-'));
  const modules = ['better-sqlite3/package.json', 'better-sqlite3/lib', 'bindings', 'file-uri-to-path'];
  try {
    for (const part of ['bin', 'dist', ...modules.map((name) => `node_modules/${name}`)])
      cpSync(join(ROOT, part), join(dir, part), { recursive: true });
    const { status, stderr } = spawnSync(join(dir, 'bin', 'synapse'), ['start', 'shell', '--', 'cat'], {
      encoding: 'utf8',
      env: { ...process.env, SYNAPSE_HOME: join(dir, 'home') },
    });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(/^error: A compiled part[^\n]*\nhint: .*npm rebuild.*\n$/),
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
