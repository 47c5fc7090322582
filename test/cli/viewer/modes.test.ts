import { Terminal } from '@xterm/headless';
import { expect, test } from 'vitest';
import { TerminalModes } from '../../../src/cli/viewer/modes.js';

test('on the normal screen the cursor and the text stay where they are', async () => {
  const terminal = await after('one\r\n\x1b7\r\ntwo', '\x1b[2;4r\x1b[3;2H', '\x1b[?1000h\x1b[?2004h\x1b[31m');
  expect(terminal.buffer.active).toMatchObject({ cursorX: 1, cursorY: 2 });
  expect(terminal.modes).toMatchObject({ mouseTrackingMode: 'none', bracketedPasteMode: false });
});

test('the alternate screen is left, and the cursor is where it was before', async () => {
  const terminal = await after('one\r\ntwo\r\n', '\x1b[?1049h\x1b[H\x1b[5;20rfull', '\x1b[10;10H\x1b[4h\x1b[?7l');
  expect(terminal.buffer.active).toMatchObject({ type: 'normal', cursorX: 0, cursorY: 2 });
  expect(terminal.modes).toMatchObject({ insertMode: false, wraparoundMode: true });
});

test('keyboard modes that were pushed are popped, on each screen', () => {
  const modes = new TerminalModes();
  modes.follow(Buffer.from('\x1b[>1u\x1b[?1049h\x1b[>1u\x1b[>3u\x1b[<u'));
  expect(modes.restore()).toMatch(/^\x1b\[<1u\x1b\[\?1049l\x1b\[<1u/);
  expect(modes.restore()).not.toContain('u');
});

test('colors that were changed are reset, and only those', () => {
  const modes = new TerminalModes();
  modes.follow(Buffer.from('\x1b]11;rgb:00/00/00\x07\x1b]0;title\x07'));
  expect(modes.restore()).toContain('\x1b]111\x1b\\');
  expect(new TerminalModes().restore()).not.toMatch(/\x1b\]11/);
});

test('no sequence is long: tmux drops one of more than 63 bytes', () => {
  const sequences = new TerminalModes().restore().split('\x1b').slice(1);
  expect(sequences.filter((sequence) => sequence.length > 12)).toEqual([]);
});

/** A terminal to which all of this was written, and then what restores it. */
async function after(...output: readonly string[]): Promise<Terminal> {
  const modes = new TerminalModes();
  const terminal = new Terminal({ cols: 80, rows: 24, allowProposedApi: true });
  for (const text of output) modes.follow(Buffer.from(text));
  await new Promise<void>((resolve) => terminal.write(output.join('') + modes.restore(), resolve));
  return terminal;
}
