/** What agents type works the same in a sandbox that forbids sockets as outside. */
import { readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { describe, expect } from 'vitest';
import { terminalsOf } from '../../../src/registry/entry.js';
import type { Home, Result } from '../../rig/home/home.js';
import { testInProcess as test } from '../../rig/home/home-in-process.js';
import { canForbidSockets, canHaveOwnPids, sandboxed } from '../../rig/machine/sandbox.js';
import { stretched } from '../../rig/times.js';

const pair = (home: Home) => Promise.all([home.agent('ada'), home.agent('rex')]);
const spoolOf = (home: Home, id: string) => terminalsOf(home.entry(id))[0]?.spool ?? '';

const SAME_WORDS = [
  'tasks',
  'tasks --json',
  'show ffffffff',
  'reply nothing',
  'reply --list-targets --json',
  'send nobody hello',
  'send ada myself',
  'tool',
  'tool no_such_tool',
  'tool logout',
  'history',
  'inbox',
  'list',
  'list --json',
  'status ada --json',
  'status rex --json',
  'status nobody',
  'doctor',
  'whoami',
  'whoami --json',
];

function withoutAges({ code, stdout, stderr }: Result): Result {
  return { code, stderr, stdout: stdout.replace(/"age_seconds":\d+/g, '').replace(/\b\d+s\b *| +$/gm, '') };
}

describe.runIf(canForbidSockets)('in a sandbox', () => {
  test('send, reply and show carry a request and its answer', async ({ home }) => {
    const [ada, rex] = await pair(home);
    const asking = sandboxed(ada, ['send', 'rex', 'Do the tests pass?', '--response']);
    const line = await rex.line('Do the tests pass?');
    const id = /\[A2A:([0-9a-f]{8}):ada\]/.exec(line)?.[1] ?? '';
    const reply = await sandboxed(rex, ['reply', '--to', id, 'All of them.']);
    expect(reply).toEqual({ code: 0, stdout: `${id}\n`, stderr: 'Replied to ada.\n' });
    expect(await asking).toEqual({ code: 0, stdout: 'All of them.\n', stderr: '' });
    const shown = await sandboxed(ada, ['show', id]);
    expect(shown).toEqual(await ada.synapse('show', id));
    expect(shown.stdout).toContain('All of them.');
    // The command has shown the answer, so it is not typed as well.
    expect(ada.lines()).toEqual([]);
    expect(readdirSync(spoolOf(home, 'ada'))).toEqual([]);
  });

  test('every command says the same as outside', async ({ home }) => {
    const [ada] = await pair(home);
    await ada.synapse('send', 'rex', 'something to list');
    for (const command of SAME_WORDS) {
      const args = command.split(' ');
      const [outside, inside] = [await ada.synapse(...args), await sandboxed(ada, args)];
      expect({ command, ...withoutAges(inside) }).toEqual({ command, ...withoutAges(outside) });
    }
  });

  test('a message of nearly the size limit and one beyond it fare as outside', async ({ home }) => {
    const [ada] = await pair(home);
    const long = 'ü'.repeat(400_000);
    expect((await sandboxed(ada, ['send', 'rex', '-'], { input: long })).code).toBe(0);
    const tooLong = 'x'.repeat(12 * 2 ** 20);
    const [outside, inside] = [
      await ada.inside(['synapse', 'send', 'rex', '-'], { input: tooLong }),
      await sandboxed(ada, ['send', 'rex', '-'], { input: tooLong }),
    ];
    expect(inside).toEqual(outside);
    expect(inside.code).not.toBe(0);
  });

  test('twenty commands at the same time get their own answers', async ({ home }) => {
    const [ada, rex] = await pair(home);
    const texts = Array.from({ length: 20 }, (_, index) => `number ${index};`);
    const sent = await Promise.all(texts.map((text) => sandboxed(ada, ['send', 'rex', text, '--until', 'delivered'])));
    expect(sent.map(({ code }) => code)).toEqual(texts.map(() => 0));
    await Promise.all(texts.map((text) => rex.line(text)));
    expect(rex.lines()).toHaveLength(20);
  });

  test('what drives terminals or starts programs is refused', async ({ home }) => {
    const [ada, rex] = await pair(home);
    for (const args of [
      ['keys', 'ada', 'x'],
      ['interrupt', 'ada'],
      ['rename', 'ada', 'b'],
      ['stop', 'ada'],
    ]) {
      const { code, stderr } = await sandboxed(ada, args);
      expect({ args, code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('inside a sandbox') });
    }
    for (const args of [
      ['send', 'ada', 'hello', '--from', 'rex'],
      ['keys', 'rex', 'x'],
      ['stop', 'rex'],
    ]) {
      expect(await sandboxed(ada, args)).toMatchObject({ code: 1, stdout: '' });
    }
    expect(await rex.status()).toBe('ready');
  });

  test('a command that is not part of an agent says so at once, and starts nothing', async ({ home }) => {
    const ada = await home.agent('ada');
    const env = { SYNAPSE_SPOOL: '', SYNAPSE_AGENT_ID: '', SYNAPSE_INSTANCE: '' };
    const limitMs = await stretched(1_500);
    for (const args of [['send', 'ada', 'hello'], ['reply', 'hello'], ['tasks'], ['tool']]) {
      const startedAt = performance.now();
      const { code, stderr } = await sandboxed(ada, args, { env });
      // Without pids of its own, it is found among the processes of the program.
      expect({ args, code, stderr }).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('Sockets are forbidden'),
      });
      expect(performance.now() - startedAt).toBeLessThan(limitMs);
    }
    expect(readdirSync(`${home.home}/live`)).toEqual(['ada.json']);
  });

  test.runIf(canHaveOwnPids)('with sockets but pids of its own, everything is found too', async ({ home }) => {
    const [ada] = await pair(home);
    const own = ['unshare', '--user', '--map-root-user', '--pid', '--mount-proc', '--fork', 'synapse'];
    expect((await ada.inside([...own, 'send', 'rex', 'hello'])).code).toBe(0);
    const { stdout } = await ada.inside([...own, 'list', '--json']);
    expect(JSON.parse(stdout).agents.map(({ status }: { status: string }) => status)).toEqual(['ready', 'ready']);
  });
});

test('each program has a private spool folder, which ends with it', async ({ home }) => {
  const [ada] = await pair(home);
  const folder = (await ada.inside(['sh', '-c', 'printf %s "$SYNAPSE_SPOOL"'])).stdout;
  expect(folder).toBe(spoolOf(home, 'ada'));
  expect(dirname(folder)).toBe(tmpdir());
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(folder).not.toBe(spoolOf(home, 'rex'));
  await home.stop('ada');
  expect(statSync(folder, { throwIfNoEntry: false })).toBeUndefined();
});
