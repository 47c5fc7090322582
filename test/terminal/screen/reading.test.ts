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

const LOGO = ' ▐▛███▜▌ Claude Code v2.1.197';
const DRAWN_OVER = `❯ ${LOGO}`;
const STOPPED = ['❯ one', '', '· Musing…', '  ⎿  Tip: Use Plan Mode to prepare for a change.', '', '─'.repeat(20)];

test.each([
  ['a spinner', ['❯ one', '', '✽ Musing…'], 'busy'],
  ['a spinner below finished turns', [LOGO, '❯ one', '● Yes.', '✻ Cooked for 1m 2s', '❯ two', '✶ Musing…'], 'busy'],
  [
    'a command that prints nothing',
    ['● Bash(sleep 60)', '  ⎿  Running…', '✢ Musing… (1m 1s · thought for 5s)'],
    'busy',
  ],
  ['a spinner with a list below', ['✢ Musing…', '  ⎿  ☒ It waited for 5s', '     ☐ * Cooked for 5s'], 'busy'],
  [
    'a spinner with a queue below',
    ['✢ Musing…', '', '  ❯ ✻ Cooked for 5s', `    ✻ Cooked for 5s`, `   ${LOGO}`],
    'busy',
  ],
  ['finished after a stop', [...STOPPED, DRAWN_OVER, '❯ one', '● Yes.', '✻ Worked for 4s'], 'ready'],
  ['finished after a stop, with a frame', [...STOPPED, '❯ ╭─── Claude Code v2.1.197 ──╮', '● Yes.'], 'ready'],
  ['finished after a stop, its banner out of sight', [...STOPPED, '❯ one', '● Yes.', '✻ Worked for 1h 2m 4s'], 'ready'],
  ['interrupted after a stop', [...STOPPED, DRAWN_OVER, '❯ one', '  ⎿  Interrupted'], 'ready'],
  ['still working after a stop', [...STOPPED, DRAWN_OVER, '❯ one', '✳ Musing…'], 'busy'],
  ['working again after a stop', [...STOPPED, DRAWN_OVER, '● Yes.', '✻ Worked for 4s', '❯ two', '✳ Musing…'], 'busy'],
  ['stopped twice', [...STOPPED, DRAWN_OVER, ...STOPPED, DRAWN_OVER, '● Yes.', '✻ Worked for 9s'], 'ready'],
])('claude, %s', (_name, above, state) => {
  const rows = [...above, '', '─'.repeat(20), '❯ ', '─'.repeat(20), '  ? for shortcuts'];
  expect(reader('claude').read(viewOf(rows, rows.length - 3)).state).toBe(state);
});

test('the content of a box with several lines is read without its left edge', () => {
  const rows = ['  ┃', '  ┃  first', '  ┃  second', '  ┃', '  ┃  Build · Model', '  ╹▀▀▀▀▀'];
  expect(reader('opencode').read(viewOf(rows, 2)).box?.replace(/\s+/g, ' ')).toBe('first second');
});

test('gemini, a command that ran between the last prompt and the box', () => {
  const above = ['▄'.repeat(20), ' > run it', '▀'.repeat(20), '╭────╮', '│ ✓  Shell ls │', '╰────╯', '✦ Done.'];
  const rows = [...above, '▄'.repeat(20), ' >', '▀'.repeat(20), ' ~/demo'];
  expect(reader('gemini').read(viewOf(rows, 8))).toEqual({ state: 'ready', box: '', dialog: null });
});

function read(name: string, above: readonly string[]): Reading {
  const { rows } = viewOf([...above, '']);
  const cursor = { column: 2, row: rows.length };
  return reader(name).read({ rows: [...rows, [{ text: '› ' }, DIM], [], [{ text: '  status' }]], cursor });
}

function reader(name: string): Reader {
  const profile = BUILTIN_PROFILES.find((each) => each.name === name);
  if (!profile) throw new Error(name);
  return new Reader(profile.screen);
}

function viewOf(lines: readonly string[], row = 0) {
  return { rows: lines.map(runsOf), cursor: { column: 0, row } };
}

/** Codex shows the marks of earlier prompts faintly. */
function runsOf(text: string) {
  return text.startsWith('› ') ? [{ text: '› ', dim: true as const }, { text: text.slice(2) }] : [{ text }];
}
