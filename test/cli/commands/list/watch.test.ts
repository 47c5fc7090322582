import { Terminal } from '@xterm/headless';
import { spawn } from 'node-pty';
import { afterAll, expect, test } from 'vitest';
import { BINARY, TestHome } from '../../../rig/home/binary.js';

const home = new TestHome();

afterAll(() => home.close());

test('on a terminal list --watch redraws in place and gives the cursor back when it ends', async () => {
  await home.run(['start', 'shell', '--id', 'worker-t', '--', 'cat']);
  const terminal = spawn(process.execPath, [BINARY, 'list', '--watch'], {
    cols: 50,
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
  for (const [on, off] of [
    ['\x1b[?25h', '\x1b[?25l'],
    ['\x1b[?7h', '\x1b[?7l'],
  ] as const) {
    expect(screen).toContain(off);
    expect(screen.lastIndexOf(on)).toBeGreaterThan(screen.lastIndexOf(off));
  }
  // Narrower than the table, which gives way.
  const emulator = new Terminal({ cols: 50, rows: 20, allowProposedApi: true });
  await new Promise<void>((resolve) => emulator.write(screen, resolve));
  const lines = Array.from({ length: 3 }, (_, row) => emulator.buffer.active.getLine(row)?.translateToString(true));
  expect(lines[0]).toMatch(/^ID +PROGRAM/);
  expect(lines[1]).toMatch(/^worker-t +shell/);
  expect(lines[2]).toBe('');
});
