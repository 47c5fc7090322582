/** A user can have only a limited number of watchers, and an editor may have them all. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { describe, expect } from 'vitest';
import { BINARY } from '../../rig/home/binary.js';
import { finished, type Home, test } from '../../rig/home/home.js';
import { canForbidWatchers, withoutWatchers } from '../../rig/machine/no-watchers.js';

const startBlind = (home: Home, args: readonly string[]): ChildProcessWithoutNullStreams => {
  const [file = '', ...rest] = withoutWatchers([process.execPath, BINARY, ...args]);
  return spawn(file, rest, { cwd: home.dir, env: home.environment() });
};

describe.runIf(canForbidWatchers)('without watchers', () => {
  test('agents find each other, and commands that follow something see what happens', async ({ home }) => {
    const run = (...args: readonly string[]) => finished(startBlind(home, args));
    const follow = (...args: readonly string[]) => {
      const child = startBlind(home, args);
      const following = { child, text: '', done: finished(child) };
      child.stdout.on('data', (chunk: string) => {
        following.text += chunk;
      });
      return following;
    };
    expect(await run('start', 'shell', '--id', 'reader', '--', 'cat')).toMatchObject({ code: 0 });
    expect(await run('send', 'reader', 'good morning', '--until', 'submitted')).toMatchObject({ code: 0 });
    const list = follow('list', '--watch', '--json');
    const logs = follow('logs', 'reader', '-f');
    const feed = follow('feed', '--json', '--since', '10m');
    await expect.poll(() => list.text).toContain('"reader"');
    for (const each of [logs, feed]) await expect.poll(() => each.text).toContain('good morning');
    expect(await run('send', 'reader', 'good night')).toMatchObject({ code: 0 });
    for (const each of [logs, feed]) await expect.poll(() => each.text).toContain('good night');
    expect(await run('pause', 'reader')).toMatchObject({ code: 0 });
    await expect.poll(() => list.text).toContain('"status":"paused"');
    for (const { child, done } of [list, logs, feed]) {
      child.kill('SIGINT');
      expect(await done).toMatchObject({ code: 130 });
    }
  });
});
