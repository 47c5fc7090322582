/** What the profiles of the real agents read from screens recorded with those agents (see test/screens/README.md). */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { BUILTIN_PROFILES } from '../../../src/profiles/builtin-profiles.js';
import { Reader, type Reading } from '../../../src/terminal/screen/reading.js';
import type { ScreenView } from '../../../src/terminal/screen/screen.js';

const ROOT = fileURLToPath(new URL('../../screens/', import.meta.url));
const AGENTS = readdirSync(ROOT, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
const SCREENS = AGENTS.flatMap((agent) =>
  readdirSync(ROOT + agent).map((file) => ({ agent, state: file.replace(/\.json$/, '') })),
);

/** What must be read from a screen, by the prefix of its name, the longest prefix first. */
const MEANING: readonly (readonly [string, (reading: Reading) => void])[] = [
  ['busy-', (reading) => expect(isFree(reading)).toBe(false)],
  ['busy', ({ state }) => expect(state).toBe('busy')],
  ['dialog', dialog],
  ['draft-lines', ({ box }) => expect(box).toMatch(/first line of a thought\s+second line\s+third line$/)],
  ['draft', ({ box }) => expect(box).toMatch(/\S/)],
  ['pasted-lines', ({ box }) => expect(box).toMatch(/\S/)],
  ['pasted-tall', ({ box }) => expect(box).toMatch(/line 2\d|\[Pasted/)],
  ['pasted', ({ box }) => expect(box).toMatch(/\[(?:A2A:1a2b3c4d|Pasted)/)],
  ['ready', (reading) => expect(isFree(reading)).toBe(true)],
  ['trust', dialog],
  // Here a text would run as a command, or go into a menu.
  ['shell-mode', (reading) => expect(isFree(reading)).toBe(false)],
  ['slash-menu', (reading) => expect(isFree(reading)).toBe(false)],
  ['file-menu', (reading) => expect(isFree(reading)).toBe(false)],
  ['search', (reading) => expect(isFree(reading)).toBe(false)],
  ['suspended', (reading) => expect(isFree(reading)).toBe(false)],
  ['model-picker', (reading) => expect(isFree(reading)).toBe(false)],
];

test.each(SCREENS)('$agent: $state', ({ agent, state }) => {
  const profile = BUILTIN_PROFILES.find(({ name }) => name === agent);
  const { view } = JSON.parse(readFileSync(`${ROOT}${agent}/${state}.json`, 'utf8')) as { view: ScreenView };
  const reading = new Reader(profile?.screen as never).read(view);
  const meaning = MEANING.find(([beginning]) => state.startsWith(beginning));
  meaning?.[1](reading);
});

test('every agent has a screen for each state that delivery must tell apart', () => {
  for (const agent of AGENTS) {
    const states = SCREENS.filter((screen) => screen.agent === agent).map(({ state }) => state);
    expect(states).toEqual(
      expect.arrayContaining(['ready', 'ready-after', 'busy', 'dialog', 'draft', 'pasted', 'pasted-long']),
    );
  }
});

function isFree({ state, box }: Reading): boolean {
  return state === 'ready' && box === '';
}

function dialog({ state, box, dialog: found }: Reading): void {
  expect({ state, box }).toEqual({ state: 'dialog', box: null });
  expect(found?.choices.length).toBeGreaterThan(1);
  expect(found?.choices.filter(({ marked }) => marked)).toHaveLength(1);
}

test.each([
  ['claude', 'It is a small example.', 'Do you want to see it?'],
  ['codex', 'It is a small example.', 'Would you like to see it?'],
  ['gemini', 'It is a small example.', 'Allow execution of it?'],
])('%s: an answer that contains a question is not a dialog', (agent, words, question) => {
  expect(isFree(readChanged(agent, 'ready-after', words, question))).toBe(true);
});

test('gemini: an answer with the words of its queue is not a queue', () => {
  const { view } = JSON.parse(readFileSync(`${ROOT}gemini/ready-after.json`, 'utf8')) as { view: ScreenView };
  const last = view.rows.findIndex((runs) => runs.some(({ text }) => text.includes('Nothing else')));
  const words = new Map([
    [last - 1, '  Queued (press ↑ to edit):'],
    [last, '    hello'],
  ]);
  const rows = view.rows.map((runs, at) => (words.has(at) ? [{ text: words.get(at) as string }] : runs));
  const reader = new Reader(BUILTIN_PROFILES.find(({ name }) => name === 'gemini')?.screen as never);
  expect(isFree(reader.read({ ...view, rows }))).toBe(true);
});

test.each([
  ['claude', 'Do you want to go on?'],
  ['claude', '  ❯ 1. Yes'],
  ['codex', 'Would you like to go on?'],
  ['gemini', 'Allow execution of it?'],
  ['opencode', '△ Permission required'],
  ['gemini', 'Type your message or @path/to/file'],
  ['opencode', 'Ask anything… Fix broken tests'],
])('%s: a draft with the words of a dialog, or of an empty box, is a draft: %s', (agent, words) => {
  expect(readChanged(agent, 'draft', 'half a thought', words)).toMatchObject({
    state: 'ready',
    box: expect.stringContaining(words.trim()),
  });
});

test.each([
  ['an edit between dashed lines', ['Edit file', '╌'.repeat(80), '1 -old', '2 +SECRET', '╌'.repeat(80)]],
  ['a long command', ['Bash command', 'SECRET', ...Array.from({ length: 25 }, (_, line) => `line ${line}`)]],
])('claude: two dialogs that differ only in %s are two dialogs', (_, asked) => {
  const claude = new Reader(BUILTIN_PROFILES.find(({ name }) => name === 'claude')?.screen as never);
  const lines = ['─'.repeat(80), ...asked, 'Do you want to proceed?', ' ❯ 1. Yes', '   2. No'];
  const read = (word: string) =>
    claude.read({
      rows: lines.map((text) => [{ text: text.replace('SECRET', word) }]),
      cursor: { column: 1, row: lines.length - 2 },
    }).dialog;
  expect(read('one')?.text).toContain('one');
  expect(read('one')?.id).not.toBe(read('other')?.id);
});

/** What is read from a recorded screen with other words on it. */
function readChanged(agent: string, state: string, words: string, others: string): Reading {
  const screen = readFileSync(`${ROOT}${agent}/${state}.json`, 'utf8');
  expect(screen).toContain(words);
  const { view } = JSON.parse(screen.replaceAll(words, others)) as { view: ScreenView };
  const profile = BUILTIN_PROFILES.find(({ name }) => name === agent);
  return new Reader(profile?.screen as never).read(view);
}

test('codex: a box that shows only that there is more above is not empty', () => {
  expect(readChanged('codex', 'draft-tall-tiny', 'word', '    ')).toMatchObject({ state: 'ready', box: '↑' });
});

test('gemini: with an unknown dialog open the last prompt is not taken for the box', () => {
  expect(readChanged('gemini', 'dialog', '●', '>')).toMatchObject({ state: 'unknown', box: null });
});

test('a dialog is shown with its question and everything above the choices', () => {
  expect(read('codex', 'trust').dialog).toMatchObject({
    text: expect.stringMatching(/^Folder access[\s\S]*Trust this folder\?/),
    choices: [{ text: 'Trust and continue' }, { text: 'Quit' }],
  });
  expect(read('codex', 'dialog').dialog?.text).toMatch(/^Would you like to run[\s\S]*touch made-by-a-tool/);
  expect(read('gemini', 'dialog').dialog?.text).toMatch(/Shell[\s\S]*Allow execution of/);
  expect(read('opencode', 'dialog').dialog?.text).toMatch(/Permission required[\s\S]*touch made-by-a-tool/);
});

test('choices without numbers are chosen with the arrow keys', () => {
  expect(read('claude', 'dialog-auto-mode').dialog).toMatchObject({
    text: expect.stringMatching(/^Make auto mode your default/),
    choices: [
      { key: '1', text: 'Yes, set auto mode as my default permission mode', keys: '\r' },
      { key: '2', text: 'No, keep manual mode', keys: '\x1b[B\r' },
    ],
  });
});

test.each(AGENTS)(
  '%s: with the words of a dialog said before, an open dialog is still read from its own edge',
  (agent) => {
    const words = ['❯ 1. Yes', '● 1. Yes', '△ Permission required', 'Do you want to proceed?'];
    for (const said of words) {
      const changed = readChanged(agent, 'dialog', 'Please run a command.', said).dialog;
      expect(changed).toEqual(read(agent, 'dialog').dialog);
    }
  },
);

/** What is read from a recorded screen. */
function read(agent: string, state: string): Reading {
  return readChanged(agent, state, '', '');
}
