import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { writeWhole } from '../../src/registry/whole-files.js';

const SOURCE = fileURLToPath(new URL('../../src/registry/whole-files.ts', import.meta.url));

test('a file that fits only in part stays as it was, and nothing is left beside it', () => {
  const dir = mkdtempSync(join(tmpdir(), 'syn-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const file = join(dir, 'entry.json');
  writeWhole(file, 'before');
  const code = join(dir, 'code.cjs');
  buildSync({ entryPoints: [SOURCE], outfile: code, bundle: true, platform: 'node', format: 'cjs' });
  const writing = `require(${JSON.stringify(code)}).writeWhole(${JSON.stringify(file)}, 'x'.repeat(100_000))`;
  // The system takes what fits below this limit, which is less than the whole text, and refuses the rest.
  const { status, stderr } = spawnSync('sh', ['-c', 'ulimit -f 8; exec "$0" -e "$1"', process.execPath, writing], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('EFBIG') });
  expect(readFileSync(file, 'utf8')).toBe('before');
  expect(readdirSync(dir).sort()).toEqual(['code.cjs', 'entry.json']);
});
