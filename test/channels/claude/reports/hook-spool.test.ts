import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HookSpool, hookCommands } from '../../../../src/channels/claude/reports/hook-spool.js';

let root: string;
let folder: string;
let spool: HookSpool;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "spool's "));
  folder = join(root, 'hooks');
  spool = new HookSpool(folder, () => {});
});

afterEach(() => {
  spool.close();
  rmSync(root, { recursive: true, force: true });
});

function run(event: object, command = hookCommands(folder).Stop ?? '') {
  return spawnSync('/bin/sh', ['-c', command], { input: JSON.stringify(event), encoding: 'utf8' });
}

test('a hook leaves its event, says nothing and ends well', () => {
  const { status, stdout, stderr } = run({ hook_event_name: 'Stop', session_id: 's' });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
  expect(spool.take()).toMatchObject([{ name: 'Stop', sessionId: 's' }]);
  expect(spool.take()).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
});

test('a hook ends well and says nothing when nobody is there any more, because the agent would stop otherwise', () => {
  const commands = hookCommands(folder, 'mv /nothing "$f.mail" && cat "$f.mail"; ');
  rmSync(root, { recursive: true });
  for (const [event, command] of Object.entries(commands)) {
    const { status, stdout, stderr } = run({ hook_event_name: event }, command);
    expect({ event, status, stdout, stderr }).toEqual({ event, status: 0, stdout: '', stderr: '' });
  }
});

test('an event of several megabytes is understood by its beginning', () => {
  run({ session_id: 's', hook_event_name: 'PostToolUse', tool_input: {}, tool_response: 'x'.repeat(5_000_000) });
  expect(spool.take()).toMatchObject([{ name: 'PostToolUse', sessionId: 's' }]);
});

test('hooks that run at the same time do not disturb each other', async () => {
  const hooks = Array.from({ length: 10 }, (_, index) => {
    const child = spawn('/bin/sh', ['-c', hookCommands(folder).Stop ?? ''], { stdio: ['pipe', 'ignore', 'ignore'] });
    child.stdin.end(JSON.stringify({ hook_event_name: 'Stop', session_id: `s${index}` }));
    return once(child, 'exit');
  });
  await Promise.all(hooks);
  const ids = spool.take().map(({ sessionId }) => sessionId);
  expect(ids.sort()).toEqual(hooks.map((_, index) => `s${index}`));
});

test('pipes and folders in its place are removed and never waited for', () => {
  spawnSync('mkfifo', [join(folder, 'pipe.hook')]);
  writeFileSync(join(folder, 'other'), 'not ours');
  expect(spool.take()).toEqual([]);
  expect(readdirSync(folder)).toEqual(['other']);
});
