/**
 * Runs a command in a real terminal, with an empty home, and draws what it shows as an animated SVG, for the README:
 * node scripts/pictures/record-terminal.mjs <file.svg> [--columns N] [--rows N] [--title TEXT] -- <command> [args…]
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import xterm from '@xterm/headless';
import pty from 'node-pty';
import { drawTerminal } from './draw-terminal.mjs';

/** Output that comes closer together than this is one frame. */
const FRAME_MS = 40;
/** A reader is slower than a program, but does not like to wait either. */
const [SHORTEST_MS, LONGEST_MS] = [700, 1_100];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    columns: { type: 'string', default: '92' },
    rows: { type: 'string', default: '30' },
    title: { type: 'string', default: '' },
  },
});
const [file, command, ...args] = positionals;
const [columns, rows] = [Number(values.columns), Number(values.rows)];

const home = mkdtempSync(join(tmpdir(), 'syn-'));
const env = {
  ...process.env,
  PATH: `${fileURLToPath(new URL('../../bin', import.meta.url))}:${process.env.PATH}`,
  SYNAPSE_HOME: home,
  TERM: 'xterm-256color',
};
const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 0 });
const program = pty.spawn(command, args, { cols: columns, rows, env });
const start = performance.now();
const frames = [];

program.onData((data) => {
  const atMs = performance.now() - start;
  terminal.write(data, () => {
    if (frames.length > 0 && atMs - frames.at(-1).atMs < FRAME_MS) frames.pop();
    frames.push({ atMs, lines: readScreen() });
  });
});
program.onExit(({ exitCode }) =>
  terminal.write('', () => {
    writeFileSync(file, drawTerminal(paced(frames), { columns, rows, title: values.title }));
    console.log(`${file}: ${frames.length} frames, ${exitCode === 0 ? 'ok' : `exit code ${exitCode}`}`);
    rmSync(home, { recursive: true, force: true });
    process.exitCode = exitCode;
  }),
);

function paced(all) {
  let atMs = 0;
  return all.map(({ lines, atMs: wasAtMs }, index) => {
    if (index > 0) atMs += Math.min(Math.max(wasAtMs - all[index - 1].atMs, SHORTEST_MS), LONGEST_MS);
    return { atMs, lines };
  });
}

/** Each line as runs of cells that look alike. */
function readScreen() {
  const buffer = terminal.buffer.active;
  return Array.from({ length: rows }, (_, row) => readLine(buffer.getLine(buffer.viewportY + row)));
}

function readLine(line) {
  const runs = [];
  for (let column = 0; column < columns; column += 1) {
    const cell = line.getCell(column);
    const text = cell.getChars() || (cell.getWidth() === 0 ? '' : ' ');
    const look = { color: colorOf(cell), isBold: cell.isBold() !== 0, isDim: cell.isDim() !== 0 };
    const last = runs.at(-1);
    if (last && last.color === look.color && last.isBold === look.isBold && last.isDim === look.isDim)
      last.text += text;
    else runs.push({ column, text, ...look });
  }
  return runs.filter(({ text }) => text.trim() !== '');
}

/** The number of a color of the palette, a `#rrggbb`, or null for the default. */
function colorOf(cell) {
  if (cell.isFgRGB()) return `#${cell.getFgColor().toString(16).padStart(6, '0')}`;
  return cell.isFgPalette() ? cell.getFgColor() : null;
}
