/** What the page says, in English and Japanese. `{name}` is filled in. */
import { harmless } from '../parts/harmless.js';
import { language } from '../state/session.js';
import { ACTION_WORDS } from './action-words.js';
import { STATE_WORDS } from './state-words.js';
import { VIEW_WORDS } from './view-words.js';

const WORDS = { ...VIEW_WORDS, ...ACTION_WORDS } as const;

export type Word = keyof typeof WORDS;
type Facts = Readonly<Record<string, string | number>>;

export function say(word: Word, facts: Facts = {}): string {
  return WORDS[word][language.value].replace(/\{(\w+)\}/g, (whole, name: string) =>
    harmless(String(facts[name] ?? whole)),
  );
}

/** The same where it stands alone, as on a button. */
export function stateTitle(state: string): string {
  const word = stateWord(state);
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}

/** A status, state or kind as the daemon names it, in the words of the reader. */
export function stateWord(state: string): string {
  const known = Object.hasOwn(STATE_WORDS, state) ? STATE_WORDS[state as keyof typeof STATE_WORDS] : null;
  return known ? known[language.value] : harmless(state.replaceAll('_', ' '));
}
