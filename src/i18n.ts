/** What Synapse says to agents, in English and Japanese. */
import type { ErrorCode } from './errors.js';
import { ARGUMENT_TEXTS } from './i18n/arguments.js';
import { CHAT_TEXTS } from './i18n/chat.js';
import { DELEGATION_TEXTS } from './i18n/delegations.js';
import { ERRORS_JA } from './i18n/errors-ja.js';
import type { Language } from './i18n/language.js';
import { NOTICE_TEXTS } from './i18n/notices.js';
import { SESSION_TEXTS } from './i18n/sessions.js';
import { WORK_TEXTS } from './i18n/work.js';

export { type Language, languageOf } from './i18n/language.js';

export type Facts = Readonly<Record<string, unknown>>;
export type TextKey = keyof typeof TEXTS;

export const TEXTS = {
  ...SESSION_TEXTS,
  ...CHAT_TEXTS,
  ...DELEGATION_TEXTS,
  ...NOTICE_TEXTS,
  ...WORK_TEXTS,
  ...ARGUMENT_TEXTS,
};

export function textOf(language: Language, key: TextKey, facts: Facts = {}): string {
  return fill(TEXTS[key][language], facts);
}

/** Fills in a sentence in one language, usually the caller's. */
export type Say = (key: TextKey, facts?: Facts) => string;

export function sayIn(language: Language): Say {
  return (key, facts) => textOf(language, key, facts);
}

/** The message of an error in a language other than English; null if there is no translation. */
export function errorTextOf(language: Language, code: ErrorCode, facts: Facts): string | null {
  const template = language === 'ja' ? ERRORS_JA[code] : undefined;
  return template === undefined ? null : fill(template, { reason: '', ...facts });
}

function fill(template: string, facts: Facts): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = facts[name];
    if (value === undefined || value === null) return name in facts ? '' : whole;
    return Array.isArray(value) ? value.join(', ') : String(value);
  });
}
