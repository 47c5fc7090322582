/** What can go wrong with an outside agent, and whether it may have got the message all the same. */

import { type Facts, fill } from '../../i18n/fill.js';
import { EXTERNAL_REASONS, type ExternalReason } from '../../i18n/said/retold/external.js';

/**
 * down: it did not get the request, so another try is safe · unclear: it may have got it · refused: it answered with an
 * error · unauthorized: it wants another token · broken: its answer cannot be used.
 */
export type TroubleKind = 'down' | 'unclear' | 'refused' | 'unauthorized' | 'broken';

export interface Trouble {
  readonly type: 'trouble';
  readonly kind: TroubleKind;
  /** A sentence, or the words of the agent. */
  readonly reason: string;
  /** The name that A2A has for it, such as TASK_NOT_FOUND. */
  readonly code: string | null;
}

/** Thrown where a call fails on its way; `asTrouble` turns it into a value. */
export class CallFailed extends Error {
  constructor(
    readonly kind: TroubleKind,
    why: ExternalReason,
    facts: Facts = {},
  ) {
    super(reasonText(why, facts));
  }
}

/** In English; it is translated where it is printed. */
export function reasonText(why: ExternalReason, facts: Facts = {}): string {
  return fill(EXTERNAL_REASONS[why].en, facts, 'command');
}

/** Longer words of an agent are cut. */
const LONGEST_REASON = 300;

export function asTrouble(error: unknown): Trouble {
  if (error instanceof CallFailed) return { type: 'trouble', kind: error.kind, reason: error.message, code: null };
  const { message, cause } = error as { message?: unknown; cause?: unknown };
  // The SDK wraps what arrives in a stream.
  if (cause instanceof Error && isOfProtocol(cause)) return asTrouble(cause);
  const said = String(message ?? error).slice(0, LONGEST_REASON);
  if (isOfProtocol(error)) return { type: 'trouble', kind: 'refused', reason: said, code: codeOf(error as Refusal) };
  if (error instanceof SyntaxError)
    return { type: 'trouble', kind: 'broken', reason: reasonText('not_json'), code: null };
  return { type: 'trouble', kind: 'broken', reason: said, code: null };
}

/** An error of the SDK. */
interface Refusal {
  readonly reason: string;
  readonly envelopeCode?: number;
  readonly statusCode?: number;
}

const METHOD_NOT_FOUND = -32601;

/** The SDK has one name for several errors that say that there is no such method. */
function codeOf({ reason, envelopeCode, statusCode }: Refusal): string {
  if (envelopeCode === METHOD_NOT_FOUND) return 'METHOD_NOT_FOUND';
  return reason === 'INTERNAL_ERROR' && statusCode !== undefined ? `HTTP_${statusCode}` : reason;
}

/** An error that the agent answered with. The SDK's classes are in several bundles, so their shape decides. */
function isOfProtocol(error: unknown): boolean {
  const { transport, reason } = (error ?? {}) as { transport?: unknown; reason?: unknown };
  return (transport === 'rest' || transport === 'jsonrpc') && typeof reason === 'string';
}
