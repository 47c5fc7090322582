/** Says a text to the user of a command. */
import { type Facts, fill } from './fill.js';
import { languageOf, type Text } from './language.js';

export function told(text: Text, facts: Facts = {}): string {
  return fill(text[languageOf(process.env)], facts, 'command');
}
