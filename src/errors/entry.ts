/** One row of the error catalogue, and how its sentences are filled in. */
import type { Language, Text } from '../i18n/language.js';

/** Facts about one failure. They fill in the sentence and are part of the JSON answer. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

export interface CatalogueEntry {
  readonly status: number;
  readonly exit: number;
  /** What happened. */
  readonly message: (details: ErrorDetails, language?: Language) => string;
  /** The message and the hint before facts are filled in, if they are plain sentences. */
  readonly templates: readonly Text[];
  /** What to type next; null if there is nothing to type. */
  readonly hint: (details: ErrorDetails, language?: Language) => string | null;
}

/** `{fact}` is filled in. */
type Sentence = string | ((details: ErrorDetails) => string);
type Sentences = Readonly<Record<Language, Sentence>>;

/** The exit codes that errors use. */
export const FAILED = 1;
export const USAGE = 2;
export const NOT_FOUND = 3;
export const OPEN = 4;
export const QUEUED = 5;

export function entry(status: number, exit: number, message: Sentences, hint: Sentences | null = null): CatalogueEntry {
  return {
    status,
    exit,
    message: filler(message),
    templates: [message, hint].flatMap(templateOf),
    hint: hint === null ? () => null : filler(hint),
  };
}

/** `a, b, c` for a list; anything else as it is. */
function list(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value ?? '');
}

/** One line per problem, as compilers and editors write it. */
export function problemLines(value: unknown): string {
  if (!Array.isArray(value)) return ` ${value}`;
  return value.map(({ file, line, column, message }) => `\n  ${file}:${line}:${column}: ${message}`).join('');
}

function filler(sentences: Sentences): (details: ErrorDetails, language?: Language) => string {
  return (details, language = 'en') => {
    const sentence = sentences[language];
    return typeof sentence === 'string' ? fill(sentence, details) : sentence(details);
  };
}

function templateOf(sentences: Sentences | null): Text[] {
  if (sentences === null) return [];
  const { en, ja } = sentences;
  return typeof en === 'string' && typeof ja === 'string' && en !== ja ? [{ en, ja }] : [];
}

function fill(template: string, details: ErrorDetails): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => list(details[name] ?? name));
}
