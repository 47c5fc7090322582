import { expect, test } from 'vitest';
import { BUILTIN_PROFILES } from '../../../src/profiles/builtin-profiles.js';
import { Reader, type Reading } from '../../../src/terminal/screen/reading.js';

const DIM = { text: 'Ask Codex to do anything', dim: true as const };

test.each([
  ['a finished turn below the top of the history', ['  ~/demo', '› one', '• Yes.', '  Worked for <1s'], 'ready'],
  ['several finished turns', ['› one', '• Yes.', '  Worked for <1s', '› two', '• No.', '  Worked for 2s'], 'ready'],
  ['the last turn still streams', ['› one', '• Yes.', '  Worked for <1s', '› two', '• The first words'], 'busy'],
  ['an answer that fills the screen', ['  and so on', '  and so on', '  and so on'], 'busy'],
  ['the end of an answer that filled the screen', ['  and so on', '  Worked for 9s'], 'ready'],
  ['an interrupted turn', ['› one', '• The first words', '■ Conversation interrupted'], 'ready'],
  ['nothing said yet', ['  >_ OpenAI Codex', '  ~/demo'], 'ready'],
])('codex, %s', (_name, above, state) => {
  expect(read('codex', above).state).toBe(state);
});

test('the content of a box with several lines is read without its left edge', () => {
  const rows = ['  ┃', '  ┃  first', '  ┃  second', '  ┃', '  ┃  Build · Model', '  ╹▀▀▀▀▀'];
  expect(reader('opencode').read(viewOf(rows)).box?.replace(/\s+/g, ' ')).toBe('first second');
});

test('gemini, a command that ran between the last prompt and the box', () => {
  const above = ['▄'.repeat(20), ' > run it', '▀'.repeat(20), '╭────╮', '│ ✓  Shell ls │', '╰────╯', '✦ Done.'];
  const rows = [...above, '▄'.repeat(20), ' >', '▀'.repeat(20), ' ~/demo'];
  expect(reader('gemini').read(viewOf(rows))).toEqual({ state: 'ready', box: '', dialog: null });
});

function read(name: string, above: readonly string[]): Reading {
  const view = viewOf([...above, '']);
  return reader(name).read({ ...view, rows: [...view.rows, [{ text: '› ' }, DIM], [], [{ text: '  status' }]] });
}

function reader(name: string): Reader {
  const profile = BUILTIN_PROFILES.find((each) => each.name === name);
  if (!profile) throw new Error(name);
  return new Reader(profile.screen);
}

function viewOf(lines: readonly string[]) {
  return { rows: lines.map((text) => [{ text }]), cursor: { column: 0, row: 0 } };
}
