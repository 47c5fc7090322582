import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ERROR_CATALOGUE } from '../src/error-catalogue.js';
import type { ErrorCode } from '../src/errors.js';
import { errorTextOf, languageOf, TEXTS, textOf } from '../src/i18n.js';

const LOCALES: readonly [Record<string, string>, string][] = [
  [{}, 'en'],
  [{ LANG: 'C.UTF-8' }, 'en'],
  [{ LANG: 'ja_JP.UTF-8' }, 'ja'],
  [{ LC_ALL: 'en_GB.UTF-8', LANG: 'ja_JP.UTF-8' }, 'en'],
  [{ SYNAPSE_LANG: 'ja', LANG: 'en_US.UTF-8' }, 'ja'],
  [{ SYNAPSE_LANG: 'en', LANG: 'ja_JP.UTF-8' }, 'en'],
  [{ LANG: 'jam_JM' }, 'en'],
];

test.each(LOCALES)('%o speaks %s', (env, language) => {
  expect(languageOf(env)).toBe(language);
});

test('facts fill a sentence, in both languages', () => {
  const facts = { from_agent_name: 'Analysis Worker' };
  expect(textOf('en', 'conversation_request', facts)).toMatch(/^Analysis Worker wants/);
  expect(textOf('ja', 'conversation_request', facts)).toMatch(/^Analysis Workerから会話/);
});

const ROOMS = ['src/tools', 'src/team'].map((room) => fileURLToPath(new URL(`../${room}`, import.meta.url)));
/** Errors that only people can get, because only they create and change teams. */
const FOR_PEOPLE = new Set([
  'agent_id_reserved',
  'agent_is_person',
  'agent_works_elsewhere',
  'ambiguous_id',
  'hierarchy_cycle',
  'project_declared_elsewhere',
  'project_exists',
]);

function thrown(): ErrorCode[] {
  const files = ROOMS.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(room, name), 'utf8')),
  );
  const codes = files.flatMap((text) => [...text.matchAll(/fail\(\s*'(\w+)'/g)].map(([, code]) => code as ErrorCode));
  return [...new Set(codes)].filter((code) => !FOR_PEOPLE.has(code)).sort();
}

test('every error of a tool has a Japanese message', () => {
  expect(thrown()).toEqual(expect.arrayContaining(['content_too_long', 'session_expired', 'team_store_busy']));
  expect(thrown().filter((code) => errorTextOf('ja', code, {}) === null)).toEqual([]);
});

test('an error says the same facts in both languages', () => {
  const named = new Proxy({}, { get: (_, name) => `<${String(name)}>`, has: () => true });
  const codes = Object.keys(ERROR_CATALOGUE) as ErrorCode[];
  for (const code of codes) {
    const facts = [...(errorTextOf('ja', code, named) ?? '').matchAll(/<(\w+)>/g)].map(([, name]) => name);
    const english = ERROR_CATALOGUE[code].message(named);
    for (const fact of facts)
      expect({ code, english }).toEqual({ code, english: expect.stringContaining(`<${fact}>`) });
  }
});

test('a text has the same facts in both languages', () => {
  const factsOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
  const different = Object.entries(TEXTS).filter(([, { en, ja }]) => String(factsOf(en)) !== String(factsOf(ja)));
  expect(different.map(([key]) => key)).toEqual([]);
});
