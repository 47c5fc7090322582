/** `synapse feed`: what it prints of real agents, on a terminal and in a pipe. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { spawn as spawnOnTerminal } from 'node-pty';
import { expect } from 'vitest';
import { displayWidth } from '../../../src/cli/print/width.js';
import { BINARY, finished } from '../../rig/home/binary.js';
import { testInProcess as test } from '../../rig/home/home-in-process.js';

test('the feed begins with the past, goes on live, and ends with its reader', async ({ home }) => {
  const [ada, rex] = [await home.agent('ada'), await home.agent('rex')];
  await ada.call('/send', { body: { target: 'rex', text: 'first', wait_ms: 0 } });
  await rex.line('first');
  const feed = home.start(['feed', '--since', '10m']);
  let printed = '';
  feed.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  await expect.poll(() => printed, { timeout: 30_000 }).toMatch(/ada │ → rex \[\w{8}\] first\n/);
  await ada.call('/send', { body: { target: 'rex', text: 'second\n\x1b[31mline', response: true, wait_ms: 0 } });
  await expect.poll(() => printed, { timeout: 30_000 }).toMatch(/ada │ → rex \[\w{8}\] second line\n/);
  await rex.call('/reply', { body: { text: 'done' } });
  await expect.poll(() => printed, { timeout: 30_000 }).toMatch(/rex │ ↩ ada \[\w{8}\] done\n/);
  expect(printed.match(/first/g)).toHaveLength(1);
  const ended = once(feed, 'exit');
  feed.stdout.destroy();
  const [code] = await ended;
  expect(code).toBe(0);
});

test('what runs until it is interrupted ends with the reader of its pipe, although nothing happens', async ({
  home,
}) => {
  const ada = await home.agent('ada');
  await home.run(['send', 'ada', 'one']);
  await ada.line('one');
  await ada.synapse('send', 'tester', 'two');
  const ends = async (args: string) => {
    const line = `{ "$0" "$1" ${args}; echo "code $?" >&2; } | head -n 1`;
    const environment = { cwd: home.dir, env: home.environment() };
    return (await finished(spawn('sh', ['-c', line, process.execPath, BINARY], environment))).stderr;
  };
  const all = ['feed --since 10m', 'list --watch', 'logs ada -f', 'inbox --watch --peek'];
  expect(await Promise.all(all.map(ends))).toEqual(all.map(() => expect.stringContaining('code 0')));
});

test('scripts get one object per line, of the agent that they name', async ({ home }) => {
  const [ada, rex, tom] = [await home.agent('ada'), await home.agent('rex'), await home.agent('tom')];
  const feed = home.start(['feed', '--json', '--agent', 'tom', '--since', '10m']);
  let printed = '';
  feed.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  const told = () =>
    printed
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  await ada.call('/send', { body: { target: 'rex', text: 'not for tom', wait_ms: 0 } });
  await rex.line('not for tom');
  await ada.call('/send', { body: { target: 'tom', text: 'for tom', wait_ms: 0 } });
  await tom.line('for tom');
  await expect
    .poll(told, { timeout: 30_000 })
    .toContainEqual(expect.objectContaining({ event: 'message', from: 'ada', to: 'tom', text: 'for tom' }));
  expect(printed).not.toContain('not for tom');
  feed.kill('SIGINT');
  const [code] = await once(feed, 'exit');
  expect(code).toBe(130);
});

test('on a terminal an entry takes one line, whatever it says', async ({ home }) => {
  const [ada, rex] = [await home.agent('ada'), await home.agent('rex')];
  await ada.call('/send', { body: { target: 'rex', text: `${'長い話'.repeat(60)}\n\x1b]0;title\x07end`, wait_ms: 0 } });
  await rex.line('長い話');
  const env = home.environment() as Record<string, string>;
  const options = { cols: 60, rows: 12, cwd: home.dir, env };
  const feed = spawnOnTerminal(process.execPath, [BINARY, 'feed', '--since', '10m', '--no-color'], options);
  let printed = '';
  feed.onData((chunk) => {
    printed += chunk;
  });
  const ended = new Promise((resolve) => feed.onExit(({ exitCode }) => resolve(exitCode)));
  await expect.poll(() => printed, { timeout: 30_000 }).toMatch(/長い話.*…\r?\n/);
  const lines = printed.split(/\r?\n/).filter((line) => line.includes('長い話'));
  expect(lines).toHaveLength(1);
  expect(displayWidth(lines[0] as string)).toBeGreaterThan(55);
  expect(displayWidth(lines[0] as string)).toBeLessThanOrEqual(60);
  expect(printed).not.toContain('title');
  feed.write('\x03');
  expect(await ended).toBe(130);
});
