/** What can go wrong, as something to throw, and as the JSON that travels between processes. */
import type { CatalogueEntry, ErrorDetails } from './error-catalogue.js';
// As a namespace: the bundle of `synapse send` reads these texts only when something has gone wrong.
import * as catalogue from './error-catalogue.js';

export type { ErrorDetails } from './error-catalogue.js';

export type ErrorCode = keyof typeof catalogue.ERROR_CATALOGUE;

/** A failure from the catalogue. Anything else that is thrown is a bug. */
export class SynapseError extends Error {
  override readonly name = 'SynapseError';
  readonly hint: string;
  readonly status: number;
  readonly exit: number;

  constructor(
    readonly code: ErrorCode,
    readonly details: ErrorDetails = {},
    texts?: { readonly message?: string; readonly hint?: string },
  ) {
    const entry: CatalogueEntry = catalogue.ERROR_CATALOGUE[code];
    super(texts?.message ?? entry.message(details));
    this.hint = texts?.hint ?? entry.hint(details);
    this.status = entry.status;
    this.exit = entry.exit;
  }

  /** The JSON form that daemons answer and `--json` prints. */
  toBody(): Record<string, unknown> {
    return { ...this.details, success: false, error: this.code, message: this.message, hint: this.hint };
  }
}

export function fail(code: ErrorCode, details: ErrorDetails = {}): SynapseError {
  return new SynapseError(code, details);
}

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(catalogue.ERROR_CATALOGUE, code);
}

/** Gives back the failure that another process described with `toBody()`. */
export function errorFromBody(body: unknown, fallback: string): SynapseError {
  const { success: _success, error, message, hint, ...details } = (body ?? {}) as Record<string, unknown>;
  if (!isErrorCode(error)) return fail('internal_error', { reason: fallback });
  return new SynapseError(error, details, {
    ...(typeof message === 'string' ? { message } : {}),
    ...(typeof hint === 'string' ? { hint } : {}),
  });
}

export function asSynapseError(error: unknown): SynapseError {
  if (error instanceof SynapseError) return error;
  return fail('internal_error', { reason: error instanceof Error ? error.message : String(error) });
}
