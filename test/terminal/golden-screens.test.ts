/** What the profiles of the real agents read from screens recorded with those agents (see test/screens/README.md). */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { BUILTIN_PROFILES } from '../../src/profiles/builtin.js';
import { Reader, type Reading } from '../../src/terminal/reading.js';
import type { ScreenView } from '../../src/terminal/screen.js';

const ROOT = fileURLToPath(new URL('../screens/', import.meta.url));
const AGENTS = readdirSync(ROOT, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
const SCREENS = AGENTS.flatMap((agent) =>
  readdirSync(ROOT + agent).map((file) => ({ agent, state: file.replace(/\.json$/, '') })),
);

/** By how the name of a screen begins, the longest beginning first: what must be read from it. */
const MEANING: readonly (readonly [string, (reading: Reading) => void])[] = [
  ['busy-', (reading) => expect(isFree(reading)).toBe(false)],
  ['busy', ({ state }) => expect(state).toBe('busy')],
  ['dialog', dialog],
  ['draft', ({ box }) => expect(box).toMatch(/\S/)],
  ['pasted-lines', ({ box }) => expect(box).toMatch(/\S/)],
  ['pasted', ({ box }) => expect(box).toMatch(/\[(?:A2A:1a2b3c4d|Pasted)/)],
  ['ready', (reading) => expect(isFree(reading)).toBe(true)],
  ['trust', dialog],
  // Here a text would run as a command, or go into a menu.
  ['shell-mode', (reading) => expect(isFree(reading)).toBe(false)],
  ['slash-menu', (reading) => expect(isFree(reading)).toBe(false)],
  ['file-menu', (reading) => expect(isFree(reading)).toBe(false)],
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
}
