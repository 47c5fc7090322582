/** Decodes the bodies of `POST /send` and `POST /reply`, which only our own command line sends. */
import { pathToFileURL } from 'node:url';
import { DEFAULT_PRIORITY } from '../../a2a/decode.js';
import { fail } from '../../errors.js';
import { isOwnForm } from '../../ids.js';
import type { Part, ReceiptState } from '../../taskstore/message.js';
import { DEFAULT_EXPIRY_MS } from '../mail/lifetimes.js';
import type { ReplyRequest, SendRequest } from '../mail/outgoing/sent.js';
import { attachedParts } from './door/decode-attached.js';
import { amountField, type Fields, fieldsOf, flagField, textField, textsField } from './door/fields.js';

export interface SendOptions {
  readonly waitMs: number;
  /** The receipt to wait for; null when the answer, or only the first try, is waited for. */
  readonly until: ReceiptState | null;
  readonly waitsForAnswer: boolean;
  /** The caller needs only the outcome and the id, not the whole task. */
  readonly brief: boolean;
  /** The caller shows how the message is doing. */
  readonly progress: boolean;
}

export const DEFAULT_WAIT_MS = 300_000;
const UNTIL = ['delivered', 'typed', 'submitted', 'answered'] as const;
/** A hundred years, because an instant too far away cannot be written as a date. */
const LONGEST_EXPIRY_MS = 36_525 * DEFAULT_EXPIRY_MS;

export function decodeSend(
  value: unknown,
  session: string | null = null,
): { readonly request: SendRequest; readonly options: SendOptions } {
  const body = fieldsOf(value);
  const request = { ...decodeRequest(body), session };
  return { request, options: decodeOptions(body, request) };
}

const REPLY_KINDS = [
  ['ask', 'question'],
  ['fail', 'failure'],
  ['reject', 'rejection'],
  ['partial', 'partial'],
] as const;

export function decodeReply(value: unknown, session: string | null = null): ReplyRequest {
  const body = fieldsOf(value);
  return {
    session,
    messageId: messageIdIn(body),
    to: textField(body, 'to'),
    latest: flagField(body, 'latest'),
    parts: [...partsOf(body), ...attachedParts(body)],
    kind: REPLY_KINDS.find(([flag]) => flagField(body, flag))?.[1] ?? 'answer',
    form: flagField(body, 'message') ? 'message' : undefined,
  };
}

function whenIn({ when }: Fields): 'now' | 'idle' | null {
  if (when === undefined || when === null) return null;
  if (when === 'now' || when === 'idle') return when;
  throw fail('invalid_request', { reason: '"when" must be one of now, idle.' });
}

function decodeRequest(body: Fields): Omit<SendRequest, 'session'> {
  const target = textField(body, 'target');
  if (target === null) throw fail('invalid_request', { reason: '"target" is missing.' });
  const priority = body.priority ?? DEFAULT_PRIORITY;
  if (!Number.isInteger(priority) || (priority as number) < 1 || (priority as number) > 5) {
    throw fail('invalid_request', { reason: 'The priority must be a whole number from 1 to 5.' });
  }
  return {
    messageId: messageIdIn(body),
    target,
    parts: partsOf(body),
    responseExpected: flagField(body, 'response'),
    replyTo: textField(body, 'reply_to'),
    taskId: textField(body, 'task'),
    priority: priority as number,
    when: whenIn(body),
    expiresMs: Math.min(Math.ceil(amountField(body, 'expires_ms') || DEFAULT_EXPIRY_MS), LONGEST_EXPIRY_MS),
  };
}

function decodeOptions(body: Fields, request: Omit<SendRequest, 'session'>): SendOptions {
  const until = (UNTIL as readonly unknown[]).includes(body.until) ? (body.until as ReceiptState) : null;
  if (body.until !== undefined && until === null) {
    throw fail('invalid_request', { reason: `--until must be one of ${UNTIL.join(', ')}.` });
  }
  if (until === 'answered' && !request.responseExpected && request.taskId === null) {
    throw fail('invalid_request', {
      reason: '--until answered requires --response.',
    });
  }
  const waitMs = amountField(body, 'wait_ms') ?? DEFAULT_WAIT_MS;
  const isPlain = !request.responseExpected && request.replyTo === null && request.taskId === null;
  return {
    waitMs,
    until: until === 'answered' ? null : until,
    waitsForAnswer: (request.responseExpected || until === 'answered') && waitMs > 0,
    brief: flagField(body, 'brief') && isPlain,
    progress: flagField(body, 'progress'),
  };
}

function partsOf(body: Fields): Part[] {
  const text = textField(body, 'text');
  return [
    ...(text === null ? [] : [{ type: 'text' as const, text }]),
    ...textsField(body, 'files').map((path) => ({
      type: 'file' as const,
      file: { name: path.split('/').at(-1), uri: pathToFileURL(path).href },
    })),
  ];
}

/** Only ids of our own form, because a plain message is shown by it. */
function messageIdIn({ message_id: given }: Fields): string | undefined {
  if (given === undefined || given === null) return undefined;
  const id = typeof given === 'string' ? given.toLowerCase() : '';
  if (!isOwnForm(id)) throw fail('invalid_request', { reason: '"message_id" must be a UUID.' });
  return id;
}
