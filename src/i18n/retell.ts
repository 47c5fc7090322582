/**
 * Says a sentence in another language that was made in English: finds the text that it was made from, and fills in the
 * same facts. Commands and stores keep one wording, and whoever prints it chooses the language.
 */
import { ERROR_CATALOGUE } from '../error-catalogue.js';
import { fill } from './fill.js';
import type { Language, Text } from './language.js';
import { REASON_TEXTS } from './reasons.js';
import { HELD } from './said/held.js';
import { EXTERNAL_REASONS } from './said/retold/external.js';
import { HOST_REASONS, HOSTS, MOVED, SERVED } from './said/retold/hosts.js';
import { INIT } from './said/retold/init.js';
import { MAIL } from './said/retold/mail.js';
import { NOTES } from './said/retold/notes.js';
import { PAGE } from './said/retold/page.js';
import { REQUESTS } from './said/retold/requests.js';
import { SETUP } from './said/retold/setup.js';
import { USAGE } from './said/retold/usage.js';

/** A sentence that comes from elsewhere stays as it is. A fact may itself be such a sentence. */
export function retell(language: Language, english: string): string {
  if (language === 'en') return english;
  for (const { pattern, text } of allPatterns()) {
    const facts = pattern.exec(english)?.groups;
    if (facts) return fill(text[language], toldAgain(language, facts), 'command');
    if (pattern.test(english)) return text[language];
  }
  return english;
}

/** A note, with or without a mark such as `error:` before it and a hint after it, as a whole or line by line. */
export function retellNote(language: Language, english: string): string {
  if (language === 'en') return english;
  // A text of several lines that somebody else has written is one fact of the sentence before it.
  const [, body = '', hint = ''] = /^([\s\S]*?)(\nhint: .*)?$/.exec(english) ?? [];
  const whole = partIn(language)(body);
  const said = whole === body ? body.split('\n').map(partIn(language)).join('\n') : whole;
  return `${said}${hint === '' ? '' : `\n${partIn(language)(hint.slice(1))}`}`;
}

const MARKS: Readonly<Record<string, Text>> = {
  error: { en: 'error', ja: 'エラー' },
  hint: { en: 'hint', ja: 'ヒント' },
  note: { en: 'note', ja: '注意' },
  warning: { en: 'warning', ja: '警告' },
};

/** The mark may be colored. */
const MARKED = /^((?:\x1b\[\d+m)*)(error|hint|note|warning)(:(?:\x1b\[\d+m)* )([\s\S]*)$/;

function partIn(language: Language): (part: string) => string {
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
    ...Object.values(HELD),
    ...Object.values(EXTERNAL_REASONS),
    ...NOTES,
    ...MAIL,
    ...PAGE,
    ...HOSTS,
    ...HOST_REASONS,
    ...MOVED,
    ...SERVED,
    ...USAGE,
    ...REQUESTS,
    ...SETUP,
    ...INIT,
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
      return `(?<${name}>${FREE.has(name) ? '[\\s\\S]' : '\\S'}+?)`;
    })
    .join('');
  return new RegExp(`^${pattern}$`);
}

/** Facts that may be more than one word. A name that is one word keeps what others have written from being taken for ours. */
const FREE = new Set(
  'reason why text cause remedy now expected command words title receipt choice known matches keys fields path file home what description label trouble platform loop fact names output screen projects pids found missing kinds people plays settings topics note at first second dir value agents given near word'.split(
    ' ',
  ),
);
/** Facts that are sentences of ours. */
const OURS = new Set(['reason', 'why', 'cause', 'remedy', 'now', 'expected']);

function toldAgain(language: Language, facts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [name, OURS.has(name) ? retell(language, fact) : fact]),
  );
}
