import { expect, test } from 'vitest';
import { ERROR_CATALOGUE } from '../src/error-catalogue.js';
import type { ErrorCode } from '../src/errors.js';
import { errorTextOf, languageOf, textOf } from '../src/i18n.js';

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

test('what a tool can fail with is said in Japanese, with the same facts', () => {
  const named = new Proxy({}, { get: (_, name) => `<${String(name)}>`, has: () => true });
  const codes = Object.keys(ERROR_CATALOGUE) as ErrorCode[];
  const spoken = codes.filter((code) => errorTextOf('ja', code, named) !== null);
  expect(spoken).toEqual(
    expect.arrayContaining([
      'content_too_long',
      'cannot_message_self',
      'agent_not_found',
      'target_agent_not_in_project',
      'working_directory_not_set',
      'cannot_conversation_with_self',
      'cannot_start_conversation_with_human',
      'conversation_already_active',
      'conversation_not_found',
      'no_active_conversation',
      'not_conversation_participant',
      'conversation_required_for_ai_to_ai',
    ]),
  );
  for (const code of spoken) {
    const facts = [...(errorTextOf('ja', code, named) ?? '').matchAll(/<(\w+)>/g)].map(([, name]) => name);
    const english = ERROR_CATALOGUE[code].message(named);
    for (const fact of facts)
      expect({ code, english }).toEqual({ code, english: expect.stringContaining(`<${fact}>`) });
  }
});
