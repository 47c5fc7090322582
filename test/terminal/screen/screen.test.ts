import { expect, test } from 'vitest';
import { Screen } from '../../../src/terminal/screen/screen.js';

test('the screen shows what was written, without blanks at the ends of lines', async () => {
  const screen = new Screen(20, 4, () => {});
  await written(screen, 'one   \r\n\x1b[31mtwo\x1b[0m\r\nthr');
  expect(screen.text()).toBe('one\ntwo\nthr\n');
  expect(screen.cursor).toEqual({ column: 3, row: 2 });
});

test('if there are more lines than rows, the last ones are shown', async () => {
  const screen = new Screen(20, 3, () => {});
  await written(screen, Array.from({ length: 500 }, (_, index) => `line ${index}`).join('\r\n'));
  expect(screen.text()).toBe('line 497\nline 498\nline 499');
});

test('a character that is split over two chunks is put together', async () => {
  const screen = new Screen(20, 1, () => {});
  const bytes = Buffer.from('日本');
  screen.write(bytes.subarray(0, 4));
  await new Promise<void>((resolve) => screen.write(bytes.subarray(4), resolve));
  expect(screen.text()).toBe('日本');
});

test.each([
  { cols: 10, rows: 2 },
  { cols: 60, rows: 5 },
  { cols: 12, rows: 30 },
])(
  'a terminal of $cols x $rows gets the end of the screen, and what stands above it in its scrollback',
  async (size) => {
    const screen = new Screen(20, 5, () => {});
    const lines = Array.from({ length: 100 }, (_, index) => `line ${index} 日本日本`);
    await written(screen, lines.join('\r\n'));
    const viewer = new Screen(size.cols, size.rows, () => {});
    await written(viewer, screen.drawClipped(size, 50));
    const cut = lines.slice(-55).map((line) => line.slice(0, size.cols === 10 ? 9 : size.cols === 12 ? 10 : 12));
    expect(
      viewer
        .text(200)
        .trimEnd()
        .split('\n')
        .map((line) => line.trimEnd()),
    ).toEqual(cut);
    expect(viewer.text()).toContain('line 99');
    expect(viewer.cursor.row).toBe(Math.min(4, size.rows - 1));
  },
);

test('questions about the cursor and the terminal are answered', async () => {
  const replies: string[] = [];
  const screen = new Screen(20, 4, (data) => replies.push(data));
  await written(screen, 'ab\x1b[6n\x1b[c');
  expect(replies[0]).toBe('\x1b[1;3R');
  expect(replies[1]).toMatch(/^\x1b\[\?[\d;]+c$/);
});

test('questions about colors are answered, unless the terminal of the person does not tell them', async () => {
  const replies: string[] = [];
  const screen = new Screen(20, 4, (data) => replies.push(data));
  await written(screen, '\x1b]11;?\x1b\\');
  screen.colors = { foreground: 'rgb:00/00/00', background: 'rgb:ff/ff/ff' };
  await written(screen, '\x1b]11;?\x1b\\');
  screen.colors = null;
  await written(screen, '\x1b]11;?\x1b\\\x1b[6n');
  expect(replies).toEqual(['\x1b]11;rgb:0000/0000/0000\x1b\\', '\x1b]11;rgb:ff/ff/ff\x1b\\', '\x1b[1;1R']);
});

test('a new size wraps the lines again', async () => {
  const screen = new Screen(10, 3, () => {});
  await written(screen, 'abcdefghij\r\n');
  screen.resize(5, 3);
  expect(screen.text()).toBe('abcde\nfghij\n');
  screen.dispose();
});

function written(screen: Screen, text: string): Promise<void> {
  return new Promise((resolve) => screen.write(Buffer.from(text), resolve));
}
