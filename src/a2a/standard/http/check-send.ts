/** Checks a message before it is decoded, because the decoder takes almost anything. */
import { RequestMalformedError } from '@a2a-js/sdk/errors';
import type { Version } from '../call.js';

type Json = Readonly<Record<string, unknown>>;

/** The parameters of any operation. */
export function checkParameters(params: unknown): void {
  if (!isObject(params)) return;
  checkHistoryLength(params);
  if (isObject(params.configuration)) checkHistoryLength(params.configuration);
  if ('configuration' in params && params.configuration !== undefined && !isObject(params.configuration)) {
    throw new RequestMalformedError('configuration must be an object');
  }
}

export function checkMessage(params: unknown, version: Version): void {
  const message = isObject(params) ? params.message : undefined;
  if (!isObject(message)) throw new RequestMalformedError('message is required');
  const role = version === '1.0' ? 'ROLE_USER' : 'user';
  if (typeof message.messageId !== 'string' || message.messageId === '') throw missing('messageId', 'a text');
  if (message.role !== role) throw missing('role', role);
  for (const key of ['taskId', 'contextId']) {
    if (message[key] !== undefined && message[key] !== null && typeof message[key] !== 'string')
      throw missing(key, 'a text');
  }
  if (!Array.isArray(message.parts) || message.parts.length === 0)
    throw missing('parts', 'a list with at least one part');
  const isRight = version === '1.0' ? isPart : isLegacyPart;
  const wrong = message.parts.findIndex((part) => !isObject(part) || !isRight(part));
  if (wrong >= 0)
    throw missing(`parts[${wrong}]`, version === '1.0' ? 'one of text, raw, url and data' : 'text, file or data');
}

/** Exactly one kind of content. */
function isPart(part: Json): boolean {
  const kinds = CONTENTS.filter((key) => part[key] !== undefined && part[key] !== null);
  const [kind] = kinds;
  if (kinds.length !== 1 || kind === undefined) return false;
  return kind === 'data' || (typeof part[kind] === 'string' && (kind !== 'raw' || isBase64(part.raw as string)));
}

const CONTENTS = ['text', 'raw', 'url', 'data'] as const;

function isLegacyPart(part: Json): boolean {
  if (part.kind === 'text') return typeof part.text === 'string';
  if (part.kind === 'data') return isObject(part.data);
  if (part.kind !== 'file' || !isObject(part.file)) return false;
  const { bytes, uri } = part.file;
  return typeof bytes === 'string' ? uri === undefined && isBase64(bytes) : typeof uri === 'string';
}

/** Either alphabet, with or without padding. */
function isBase64(text: string): boolean {
  return /^[A-Za-z0-9+/_-]*={0,2}$/.test(text);
}

function checkHistoryLength({ historyLength }: Json): void {
  if (historyLength === undefined || historyLength === null) return;
  if (Number.isInteger(Number(historyLength)) && Number(historyLength) >= 0) return;
  throw new RequestMalformedError('historyLength must be a whole number, 0 or more');
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function missing(name: string, expected: string): Error {
  return new RequestMalformedError(`message.${name} must be ${expected}`);
}
