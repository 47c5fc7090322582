/** Finds the name that a word means: that name, or the only one that begins with the word. */
import { fail } from '../../errors.js';
import { MIN_PREFIX_LENGTH } from '../../ids.js';

/** A word that matches none stays as it is, so that the lookup says what is missing. */
export function nameMeant(word: string, names: readonly string[]): string {
  if (names.includes(word) || word.length < MIN_PREFIX_LENGTH) return word;
  const [found, ...others] = names.filter((name) => name.startsWith(word));
  if (others.length > 0) throw fail('ambiguous_id', { task: word, matches: [found, ...others] });
  return found ?? word;
}
