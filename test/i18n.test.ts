import { expect, test } from 'vitest';
import { ERROR_CATALOGUE } from '../src/error-catalogue.js';
import { type ErrorCode, errorFromBody, fail, SynapseError } from '../src/errors.js';
import { languageOf, TEXTS, textOf } from '../src/i18n.js';

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

/** Every fact that a sentence names, by giving it facts that show their own name. */
const named = new Proxy({}, { get: (_, name) => `<${String(name)}>`, has: () => true });
const factsOf = (text: string | null) => [...new Set(text?.match(/<\w+>/g))].sort();
const CODES = Object.keys(ERROR_CATALOGUE) as ErrorCode[];

test.each(CODES)('the error %s says the same facts in both languages, and Japanese in Japanese', (code) => {
  const { message, hint } = ERROR_CATALOGUE[code];
  for (const say of [message, hint]) {
    expect(factsOf(say(named, 'ja'))).toEqual(factsOf(say(named, 'en')));
    const japanese = say(named, 'ja');
    if (japanese !== null && japanese !== '<reason>') expect(japanese).toMatch(/[ぁ-ん]/);
  }
});

test('a text has the same facts in both languages', () => {
  const factsIn = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
  const different = Object.entries(TEXTS).filter(([, { en, ja }]) => String(factsIn(en)) !== String(factsIn(ja)));
  expect(different.map(([key]) => key)).toEqual([]);
});

test('an error is said again in another language, with what was said in place of the catalogue', () => {
  const reason = { en: 'The message is empty.', ja: 'メッセージが空です。' };
  const error = fail('invalid_request', { reason });
  expect(error.message).toBe(reason.en);
  expect(error.in('ja').toBody()).toMatchObject({ message: reason.ja, reason: reason.ja });
  const told = errorFromBody(error.in('ja').toBody(), '');
  expect(told.in('en').message).toBe(reason.ja);
});

test('a hint names the command only on the command line, which knows it', () => {
  const body = fail('invalid_request', { reason: 'The message is empty.' }).toBody();
  expect(body).toMatchObject({ hint: 'Run `synapse --help` to see how to use it.' });
  const told = errorFromBody(body, '');
  expect(told.hint).toContain('synapse <command> --help');
  expect(told.in('ja').hint).toContain('使い方は');
});

test('an error without a hint stays without one on its way to another process', () => {
  const error = new SynapseError('task_not_found', { task: 'x' }, { hint: null });
  expect(errorFromBody(error.toBody(), '').hint).toBeNull();
});
