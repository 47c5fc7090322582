/** Runs a command on a real terminal and returns everything it printed, on stdout and stderr. */
import { spawn } from 'node-pty';
import { BINARY } from './binary.js';
import type { Home } from './home.js';

const END = '\u001eend';
/** Stays until everything was read, because what a program prints last may be lost when it ends. */
const AND_WAIT = `"$@"; printf '\\036end'; read -r _`;

export function onTerminal(home: Home, args: readonly string[], cwd = home.dir): Promise<{ text: string }> {
  return new Promise((resolve) => {
    const terminal = spawn('/bin/sh', ['-c', AND_WAIT, 'sh', process.execPath, BINARY, ...args], {
      cols: 120,
      rows: 40,
      cwd,
      env: home.environment() as Record<string, string>,
    });
    let text = '';
    terminal.onData((chunk) => {
      text += chunk;
      if (text.endsWith(END)) terminal.write('\n');
    });
    terminal.onExit(() => resolve({ text: text.slice(0, text.indexOf(END)) }));
  });
}
