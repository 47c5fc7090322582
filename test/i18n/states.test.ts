/** A thing has one name, wherever it is shown. */
import { expect, test } from 'vitest';
import { RECEIPT_WORDS, STATUS_WORDS, WORK_WORDS } from '../../src/i18n/said/progress.js';
import { STATES, STATUSES, stateMeant } from '../../src/i18n/said/states.js';
import { STATE_WORDS } from '../../src/web/words/state-words.js';

type Words = Readonly<Record<string, Readonly<Record<'en' | 'ja', string>>>>;

const page: Words = STATE_WORDS;

test.each(Object.entries(STATES))('%s is called the same by commands, the feed and the page', (code, text) => {
  expect(page[code]).toEqual(text);
});

test('the live line of a command says it in the same Japanese, and work in the same English', () => {
  for (const words of [RECEIPT_WORDS, STATUS_WORDS, WORK_WORDS, STATUSES] as readonly Words[]) {
    const known = Object.keys(words).filter((code) => Object.hasOwn(page, code) && code !== 'dead');
    for (const code of known) expect([code, words[code]?.ja]).toEqual([code, page[code]?.ja]);
  }
  for (const code of ['backlog', 'todo', 'in_progress']) {
    expect((WORK_WORDS as Words)[code]).toEqual(page[code]);
  }
});

test('what has ended well has one word in each language', () => {
  for (const language of ['en', 'ja'] as const) {
    expect(STATES.completed[language]).toBe(STATES.done[language]);
    expect(STATES.canceled[language]).toBe(STATES.cancelled[language]);
  }
});

test('a state is found by its code, and by what it is called', () => {
  const codes = ['working', 'completed', 'input-required'];
  const meant = (word: string) => stateMeant(word, codes);
  expect(['working', 'done', 'asks back', '質問あり', 'nonsense'].map(meant)).toEqual([
    'working',
    'completed',
    'input-required',
    'input-required',
    'nonsense',
  ]);
});
