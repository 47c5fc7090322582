import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { complaintAbout } from '../../../src/channels/codex-app-server/complaint.js';
import { processesWithEnvironment } from '../../../src/processes.js';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'wrapper-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const REFUSAL = 'ERROR: --no-daemon cannot be used with --remote.';

test.each([
  ['adds what contradicts --remote', `echo '${REFUSAL}' >&2; exit 1`, '--no-daemon cannot be used with --remote'],
  ['adds nothing', 'echo "Error: stdin is not a terminal" >&2; exit 1', null],
  ['complains of something else', 'echo "error: the argument --x is unknown" >&2; exit 1', null],
  ['only talks about it', 'echo "Joining with --remote"; exit 0', null],
  ['cannot run', 'exec /nothing/there', null],
])('a wrapper that %s', async (_, script, expected) => {
  expect(await ask(wrapper(script))).toBe(expected);
});

test('a wrapper that does not end may join, and is ended with all that it started', async () => {
  expect(await ask(wrapper('sleep 60 & sleep 60'), 300)).toBeNull();
  await expect.poll(() => processesWithEnvironment('WRAPPER_TEST', dir)).toEqual([]);
});

test('Codex itself is not asked', async () => {
  const script = wrapper(`echo '${REFUSAL}' >&2; exit 1`, 'codex.js');
  symlinkSync(script, join(dir, 'codex'));
  expect(await ask(join(dir, 'codex'))).toBeNull();
});

function wrapper(script: string, name = 'codex'): string {
  const file = join(dir, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return file;
}

function ask(program: string, limitMs?: number): Promise<string | null> {
  const env = { PATH: process.env.PATH ?? '', WRAPPER_TEST: dir };
  const limit = limitMs === undefined ? {} : { limitMs };
  const question = { program: [program], cwd: dir, env, option: '--remote', ...limit };
  return complaintAbout([program, '--remote', 'unix:///x'], question);
}
