/** What Synapse says to agents, in English and Japanese. */
import { ARGUMENT_TEXTS } from './i18n/arguments.js';
import { CHAT_TEXTS } from './i18n/chat.js';
import { DELEGATION_TEXTS } from './i18n/delegations.js';
import { type Facts, fill } from './i18n/fill.js';
import type { Form, Language } from './i18n/language.js';
import { MCP_TEXTS } from './i18n/mcp/texts.js';
import { MESSAGE_TEXTS } from './i18n/messages.js';
import { NOTICE_TEXTS } from './i18n/notices.js';
import { REASON_TEXTS } from './i18n/reasons.js';
import { retell } from './i18n/retell.js';
import { SESSION_TEXTS } from './i18n/sessions.js';
import { WORK_TEXTS } from './i18n/work.js';

export { type Facts, fill } from './i18n/fill.js';
export { type Form, type Language, languageOf } from './i18n/language.js';

export type TextKey = keyof typeof TEXTS;

export const TEXTS = {
  ...SESSION_TEXTS,
  ...CHAT_TEXTS,
  ...DELEGATION_TEXTS,
  ...NOTICE_TEXTS,
  ...WORK_TEXTS,
  ...REASON_TEXTS,
  ...MESSAGE_TEXTS,
  ...MCP_TEXTS,
  ...ARGUMENT_TEXTS,
};

export function textOf(language: Language, key: TextKey, facts: Facts = {}, form: Form = 'call'): string {
  return fill(TEXTS[key][language], retold(language, facts), form);
}

/** These facts are stored sentences. */
const STORED = ['why', 'reason'] as const;

function retold(language: Language, facts: Facts): Facts {
  const stored = STORED.filter((name) => typeof facts[name] === 'string');
  if (language === 'en' || stored.length === 0) return facts;
  return { ...facts, ...Object.fromEntries(stored.map((name) => [name, retell(language, String(facts[name]))])) };
}

/** Fills in a sentence in the reader's language, with tools in the form that the reader can use. */
export type Say = (key: TextKey, facts?: Facts) => string;

export function sayIn(language: Language, form: Form = 'call'): Say {
  return (key, facts) => textOf(language, key, facts, form);
}
