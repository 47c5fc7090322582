/** A failure as something to throw, and as the JSON that processes send each other. */
import type { CatalogueEntry, ErrorDetails } from './error-catalogue.js';
// A namespace import, so that the bundle of `synapse send` loads the catalogue only when something goes wrong.
import * as catalogue from './error-catalogue.js';

export type { ErrorDetails } from './error-catalogue.js';

export type ErrorCode = keyof typeof catalogue.ERROR_CATALOGUE;

/** A failure from the catalogue. Anything else that is thrown is a bug. */
export class SynapseError extends Error {
  override readonly name = 'SynapseError';
  readonly hint: string | null;
  readonly status: number;
  readonly exit: number;

  constructor(
    readonly code: ErrorCode,
    readonly details: ErrorDetails = {},
    texts?: { readonly message?: string; readonly hint?: string | null },
  ) {
    const entry: CatalogueEntry = catalogue.ERROR_CATALOGUE[code];
    super(texts?.message ?? entry.message(details));
    this.hint = texts?.hint ?? entry.hint(details);
    this.status = entry.status;
    this.exit = entry.exit;
  }

  /** The message for a person, with the hint on a line of its own. */
  toText(): string {
    return this.hint === null ? this.message : `${this.message}\nhint: ${this.hint}`;
  }

  /** The JSON that daemons answer and `--json` prints. */
  toBody(): Record<string, unknown> {
    const body = { ...this.details, success: false, error: this.code, message: this.message };
    return this.hint === null ? body : { ...body, hint: this.hint };
  }
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
  return new SynapseError(error, details, {
    ...(typeof message === 'string' ? { message } : {}),
    ...(typeof hint === 'string' ? { hint } : {}),
  });
}

export function asSynapseError(error: unknown): SynapseError {
  if (error instanceof SynapseError) return error;
  return fail('internal_error', { reason: error instanceof Error ? error.message : String(error) });
}
