/**
 * Says a sentence in another language that was made in English: finds the text that it was made from, and fills in the
 * same facts. Commands and stores keep one wording, and whoever prints it chooses the language.
 */
import { ERROR_CATALOGUE } from '../error-catalogue.js';
import { fill } from './fill.js';
import type { Language, Text } from './language.js';
import { REASON_TEXTS } from './reasons.js';
import { NOTES } from './said/notes.js';
import { USAGE } from './said/usage.js';

/** A sentence that comes from elsewhere stays as it is. A fact may itself be such a sentence. */
export function retell(language: Language, english: string): string {
  if (language === 'en') return english;
  for (const { pattern, text } of allPatterns()) {
    const facts = pattern.exec(english)?.groups;
    if (facts)
      return fill(
        text[language],
        mapped(facts, (fact) => retell(language, fact)),
        'command',
      );
    if (pattern.test(english)) return text[language];
  }
  return english;
}

/** The lines of a note, each with or without a mark such as `hint:` before it. */
export function retellNote(language: Language, english: string): string {
  const whole = retell(language, english);
  if (language === 'en' || whole !== english) return whole;
  return english.split('\n').map(lineIn(language)).join('\n');
}

const MARKS: Readonly<Record<string, Text>> = {
  error: { en: 'error', ja: 'エラー' },
  hint: { en: 'hint', ja: 'ヒント' },
  note: { en: 'note', ja: '注意' },
  warning: { en: 'warning', ja: '警告' },
};

/** The mark may be colored. */
const MARKED = /^((?:\x1b\[\d+m)*)(error|hint|note|warning)(:(?:\x1b\[\d+m)* )(.*)$/;

function lineIn(language: Language): (line: string) => string {
  return (line) => {
    const [, color = '', mark, end = '', rest = ''] = MARKED.exec(line) ?? [];
    if (mark === undefined) return retell(language, line);
    return `${color}${MARKS[mark]?.[language]}${end}${retell(language, rest)}`;
  };
}

interface Pattern {
  readonly pattern: RegExp;
  readonly text: Text;
}

let patterns: readonly Pattern[] | null = null;

/** Made when they are first needed, because most readers need none. The one that says most itself comes first. */
function allPatterns(): readonly Pattern[] {
  patterns ??= [
    ...Object.values(REASON_TEXTS),
    ...NOTES,
    ...USAGE,
    ...Object.values(ERROR_CATALOGUE).flatMap(({ templates }) => templates),
  ]
    .sort((a, b) => fixedLength(b) - fixedLength(a))
    .map((text) => ({ text, pattern: patternOf(text.en) }));
  return patterns;
}

function fixedLength({ en }: Text): number {
  return en.replace(/\{\w+\}/g, '').length;
}

function patternOf(template: string): RegExp {
  const named = new Set<string>();
  const pattern = template
    .split(/(\{\w+\})/)
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      if (name === undefined) return part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
      if (named.has(name)) return `\\k<${name}>`;
      named.add(name);
      return `(?<${name}>[\\s\\S]+?)`;
    })
    .join('');
  return new RegExp(`^${pattern}$`);
}

function mapped(facts: Readonly<Record<string, string>>, change: (fact: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, change(fact)]));
}
