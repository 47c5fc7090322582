/** Says a stored sentence in another language: finds the text that it was made from, and fills in the same facts. */
import { ERROR_CATALOGUE } from '../error-catalogue.js';
import { fill } from './fill.js';
import type { Language, Text } from './language.js';
import { REASON_TEXTS } from './reasons.js';

/** A sentence that comes from elsewhere stays as it is. */
export function retell(language: Language, stored: string): string {
  if (language === 'en') return stored;
  for (const text of SAID) {
    const found = patternOf(text.en).exec(stored);
    if (found) return fill(text[language], found.groups ?? {}, 'command');
  }
  return stored;
}

const SAID: readonly Text[] = [
  ...Object.values(REASON_TEXTS),
  ...Object.values(ERROR_CATALOGUE).flatMap(({ template }) => template ?? []),
];

function patternOf(template: string): RegExp {
  const named = new Set<string>();
  const pattern = template
    .split(/(\{\w+\})/)
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      if (name === undefined) return part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
      if (named.has(name)) return `\\k<${name}>`;
      named.add(name);
      return `(?<${name}>[\\s\\S]*?)`;
    })
    .join('');
  return new RegExp(`^${pattern}$`);
}
