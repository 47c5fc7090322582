import { spawn } from 'node-pty';
import { afterAll, expect, test } from 'vitest';
import { BINARY, TestHome } from '../rig/binary.js';

const home = new TestHome();

afterAll(() => home.close());

test('on a terminal list --watch redraws in place and gives the cursor back when it ends', async () => {
  await home.run(['start', 'shell', '--id', 'worker-t', '--', 'cat']);
  const terminal = spawn(process.execPath, [BINARY, 'list', '--watch'], {
    cols: 100,
    rows: 20,
    cwd: home.dir,
    env: home.environment({ TERM: 'xterm-256color' }) as Record<string, string>,
  });
  let screen = '';
  terminal.onData((text) => {
    screen += text;
  });
  const ended = new Promise<number>((resolve) => terminal.onExit(({ exitCode }) => resolve(exitCode)));
  await expect.poll(() => screen).toContain('worker-t');
  await home.run(['pause', 'worker-t']);
  await expect.poll(() => screen).toContain('paused');
  terminal.write('\x03');
  expect(await ended).toBe(130);
  expect(screen).toContain('\x1b[H');
  expect(screen.lastIndexOf('\x1b[?25h')).toBeGreaterThan(screen.lastIndexOf('\x1b[?25l'));
});
