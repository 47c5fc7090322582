/** A failure as something to throw, and as the JSON that processes send each other. */
import { hangingLines } from './clean-text.js';
import type { CatalogueEntry, ErrorDetails } from './error-catalogue.js';
// A namespace import, so that the bundle of `synapse send` loads the catalogue only when something goes wrong.
import * as catalogue from './error-catalogue.js';
import { isText, type Language, type Text } from './i18n/language.js';
import * as retelling from './i18n/retell.js';

export type { ErrorDetails } from './error-catalogue.js';

export type ErrorCode = keyof typeof catalogue.ERROR_CATALOGUE;

/** A failure from the catalogue. Anything else that is thrown is a bug. */
export class SynapseError extends Error {
  override readonly name = 'SynapseError';
  readonly details: ErrorDetails;
  readonly hint: string | null;
  readonly status: number;
  readonly exit: number;
  readonly #given: { readonly details: ErrorDetails; readonly texts: ErrorTexts };

  /** A detail may be a text in every language. */
  constructor(
    readonly code: ErrorCode,
    details: ErrorDetails = {},
    texts: ErrorTexts = {},
    language: Language = 'en',
  ) {
    const entry: CatalogueEntry = catalogue.ERROR_CATALOGUE[code];
    const told = detailsIn(details, language);
    super(said(texts.message, language) ?? entry.message(told, language));
    this.details = told;
    this.hint = texts.hint === null ? null : (said(texts.hint, language) ?? entry.hint(told, language));
    this.status = entry.status;
    this.exit = entry.exit;
    this.#given = { details, texts };
  }

  /** The same failure in a language. */
  in(language: Language): SynapseError {
    const { details, texts } = this.#given;
    const told = new SynapseError(this.code, details, texts, language);
    if (this.stack !== undefined) told.stack = this.stack;
    return told;
  }

  /** The message for a person, with the hint on a line of its own. */
  toText(): string {
    const message = hangingLines(this.message);
    return this.hint === null ? message : `${message}\nhint: ${hangingLines(this.hint)}`;
  }

  /** The JSON that daemons answer and `--json` prints. */
  toBody(): Record<string, unknown> {
    const body = { ...this.details, success: false, error: this.code, message: this.message };
    return this.hint === null ? body : { ...body, hint: this.hint.replace(OPEN_HELP, PLAIN_HELP) };
  }
}

/** What stands in a hint for the command that was typed, which only the command line knows. */
export const TYPED_COMMAND = '<command>';
const OPEN_HELP = `synapse ${TYPED_COMMAND} --help`;
/** What other programs get instead. */
const PLAIN_HELP = 'synapse --help';

/** Sentences that replace those of the catalogue. */
export interface ErrorTexts {
  readonly message?: string | Text | undefined;
  readonly hint?: string | Text | null | undefined;
}

function said(text: string | Text | undefined, language: Language): string | undefined {
  if (isText(text)) return text[language];
  return text === undefined || language === 'en' ? text : retelling.retell(language, text);
}

/** Details that are sentences of ours; others may hold what somebody else has written. */
const OURS = new Set(['reason', 'how']);

function detailsIn(details: ErrorDetails, language: Language): ErrorDetails {
  if (language === 'en' && !Object.values(details).some(isText)) return details;
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => {
      if (name === 'problems' && Array.isArray(value)) return [name, value.map((each) => problemIn(each, language))];
      return [name, isText(value) || OURS.has(name) ? said(value as Text, language) : value];
    }),
  );
}

/** A line of a file that is not valid. */
function problemIn<Problem extends { readonly message: string }>(problem: Problem, language: Language): Problem {
  return { ...problem, message: said(problem.message, language) ?? '' };
}

export function fail(code: ErrorCode, details: ErrorDetails = {}): SynapseError {
  return new SynapseError(code, details);
}

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(catalogue.ERROR_CATALOGUE, code);
}

/** Restores the failure that another process described with `toBody()`. */
export function errorFromBody(body: unknown, fallback: string): SynapseError {
  const { success: _success, error, message, hint, ...details } = (body ?? {}) as Record<string, unknown>;
  if (!isErrorCode(error)) return fail('internal_error', { reason: fallback });
  const plain = new SynapseError(error, details);
  if (typeof message !== 'string') return plain;
  if (typeof hint !== 'string') return new SynapseError(error, details, { message, hint: null });
  const wasOpen = plain.hint?.includes(OPEN_HELP) && hint.includes(PLAIN_HELP);
  return new SynapseError(error, details, { message, hint: wasOpen ? undefined : hint });
}

/** Whether the system had no room for what was written. */
export function isNoSpace(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException | null)?.code ?? '');
}

export function asSynapseError(error: unknown): SynapseError {
  if (error instanceof SynapseError) return error;
  if (isNoSpace(error)) {
    return fail('storage_failed', {
      reason: 'the disk is full',
      path: (error as NodeJS.ErrnoException).path ?? 'the home folder',
    });
  }
  return fail('internal_error', { reason: error instanceof Error ? error.message : String(error) });
}
