/** Decodes what arrives, once, at the door. No other file knows the wire format of a request. */
import { fail } from '../errors.js';
import { MAX_FOREIGN_ID_LENGTH } from '../ids.js';
import type { Part } from '../taskstore/message.js';

export const MAX_BODY_BYTES = 16 * 1024 * 1024;
export const MAX_TEXT_BYTES = 1024 * 1024;
/** Of a file that a message contains. */
export const MAX_FILE_BYTES = 1024 * 1024;
/** Of one key, and of all keys together. */
const MAX_METADATA_BYTES = 4 * 1024;
const MAX_ALL_METADATA_BYTES = 256 * 1024;
const MOST_METADATA_KEYS = 100;
const MOST_PARTS = 1_000;
export const DEFAULT_PRIORITY = 3;
const LONGEST_DATA = 1_000;
/** Of a receipt. A longer one is cut. */
export const LONGEST_REASON = 300;

/** How an answer changes the task of the agent that asked. */
export type AnswerKind = 'answer' | 'question' | 'failure' | 'rejection';

/** A decoded `POST /tasks/send`. */
export interface Envelope {
  readonly text: string;
  readonly parts: readonly Part[];
  readonly senderId: string | null;
  readonly senderType: string | null;
  readonly senderEndpoint: string | null;
  /** The sender's store, so that an answer never goes to another program that got the same address. */
  readonly senderStore: string | null;
  readonly senderTaskId: string | null;
  readonly responseExpected: boolean;
  readonly messageId: string | null;
  readonly priority: number;
  /** Whether it may be read during the receiver's work; null if its priority decides. */
  readonly when?: 'now' | 'idle' | null;
  readonly inReplyTo: string | null;
  readonly contextId: string | null;
  readonly answerKind: AnswerKind;
  /** Answers: why an earlier instance of the program may have got the request, too. */
  readonly doubt: string | null;
  readonly expiresAt: number | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The number of the task here that it continues, if the task is known by that. */
  readonly continues?: number | null;
  /** What is noted about this message alone. */
  readonly note?: Readonly<Record<string, unknown>>;
}

/** The keys that have a meaning. The rest of the metadata is stored unchanged. */
const KNOWN_KEYS = [
  'sender',
  'sender_task_id',
  'response_expected',
  'message_id',
  'priority',
  'when',
  'in_reply_to',
  'context_id',
  'answer',
  'doubt',
  'expires_at',
];

export function decodeEnvelope(body: unknown): Envelope {
  const request = object(body, 'The body');
  const message = object(request.message, '"message"');
  const metadata =
    request.metadata === undefined || request.metadata === null ? {} : object(request.metadata, '"metadata"');
  checkMetadata(metadata);
  const parts = decodeParts(message.parts);
  const sender =
    metadata.sender === undefined || metadata.sender === null ? {} : object(metadata.sender, '"metadata.sender"');
  const rest = Object.fromEntries(Object.entries(metadata).filter(([key]) => isForOthers(key)));
  return {
    text: textOf(parts),
    parts,
    senderId: optionalText(sender.sender_id, 'metadata.sender.sender_id'),
    senderType: optionalText(sender.sender_type, 'metadata.sender.sender_type'),
    senderEndpoint: optionalText(sender.sender_endpoint, 'metadata.sender.sender_endpoint', 1024),
    senderStore: optionalText(sender.sender_store, 'metadata.sender.sender_store'),
    senderTaskId: optionalText(metadata.sender_task_id, 'metadata.sender_task_id'),
    responseExpected: decodeFlag(metadata.response_expected, 'metadata.response_expected'),
    messageId: optionalText(metadata.message_id ?? message.messageId ?? message.message_id, 'metadata.message_id'),
    priority: decodePriority(metadata.priority),
    when: decodeWhen(metadata.when),
    inReplyTo: optionalText(metadata.in_reply_to, 'metadata.in_reply_to'),
    contextId: optionalText(metadata.context_id ?? message.contextId, 'metadata.context_id'),
    answerKind: decodeAnswerKind(metadata.answer),
    doubt: typeof metadata.doubt === 'string' ? metadata.doubt.slice(0, LONGEST_REASON) : null,
    expiresAt: decodeInstant(metadata.expires_at),
    metadata: rest,
  };
}

/** Keys with a leading underscore are what a daemon notes for itself, so nobody else can set them. */
function isForOthers(key: string): boolean {
  return !KNOWN_KEYS.includes(key) && !key.startsWith('_');
}

/** Accepts our own form (`type`), A2A v0.3 (`kind`) and v1.0 (a bare `text`, `data`, `url` or `raw`). */
function decodeParts(value: unknown): Part[] {
  if (!Array.isArray(value) || value.length === 0) throw invalid('"message.parts" must hold at least one part.');
  if (value.length > MOST_PARTS) throw invalid(`"message.parts" has more than ${MOST_PARTS} parts.`);
  return value.map((item, index) => decodePart(object(item, `"message.parts[${index}]"`), index));
}

function decodePart(part: Record<string, unknown>, index: number): Part {
  const kind = part.type ?? part.kind;
  if (typeof part.text === 'string' && (kind === undefined || kind === 'text'))
    return { type: 'text', text: part.text };
  if (kind === 'file' || (kind === undefined && ('file' in part || 'url' in part || 'raw' in part))) {
    const { type: _type, kind: _kind, ...bare } = part;
    const file = part.file === undefined ? bare : object(part.file, `"message.parts[${index}].file"`);
    for (const key of FILE_TEXTS) mustBeText(file[key], `message.parts[${index}].${key}`);
    return { type: 'file', file };
  }
  if ((kind === undefined || kind === 'data') && part.data !== undefined) return { type: 'data', data: part.data };
  throw invalid(`"message.parts[${index}]" is neither text, file nor data.`);
}

/** The fields of a file that are shown. */
const FILE_TEXTS = ['uri', 'url', 'fileWithUri', 'name', 'filename'];

function mustBeText(value: unknown, name: string): void {
  if (value !== undefined && value !== null && typeof value !== 'string') throw invalid(`"${name}" must be a string.`);
}

/** The readable form of the parts: the texts, and the locations of the files. */
export function textOf(parts: readonly Part[]): string {
  const texts = parts.filter((part) => part.type === 'text').map((part) => part.text);
  const files = parts.filter((part) => part.type === 'file').map((part) => `(file: ${locationOf(part.file)})`);
  return [texts.join('\n'), ...files, ...parts.flatMap(dataOf)].filter((text) => text !== '').join(' ');
}

/** Whoever reads only the text should know that there are data, so this shows their beginning. */
function dataOf(part: Part): string[] {
  if (part.type !== 'data') return [];
  const json = JSON.stringify(part.data);
  return [`(data: ${json.length > LONGEST_DATA ? `${json.slice(0, LONGEST_DATA)}…` : json})`];
}

export function checkTextSize(text: string): void {
  const size = Buffer.byteLength(text);
  if (size > MAX_TEXT_BYTES) throw fail('content_too_large', { what: 'The text', size, limit: MAX_TEXT_BYTES });
}

function locationOf(file: Readonly<Record<string, unknown>>): string {
  const uri = file.uri ?? file.url ?? file.fileWithUri;
  if (typeof uri === 'string') return uri.startsWith('file://') ? pathOf(uri) : uri;
  return String(file.name ?? file.filename ?? 'unnamed');
}

function pathOf(uri: string): string {
  try {
    return decodeURIComponent(uri.slice('file://'.length));
  } catch {
    throw invalid('A file part has an address that cannot be read.');
  }
}

function object(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid(`${what} must be a JSON object.`);
  return value as Record<string, unknown>;
}

function optionalText(value: unknown, name: string, limit = MAX_FOREIGN_ID_LENGTH): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') throw invalid(`"${name}" must be a string.`);
  if (value.length > limit) throw invalid(`"${name}" has more than ${limit} characters.`);
  return value;
}

function decodeFlag(value: unknown, name: string): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value !== 'boolean') throw invalid(`"${name}" must be true or false.`);
  return value;
}

function decodeWhen(value: unknown): 'now' | 'idle' | null {
  if (value === undefined || value === null) return null;
  if (value === 'now' || value === 'idle') return value;
  throw invalid('"metadata.when" must be now or idle.');
}

function decodePriority(value: unknown): number {
  if (value === undefined || value === null) return DEFAULT_PRIORITY;
  if (!Number.isInteger(value) || (value as number) < 1 || (value as number) > 5) {
    throw invalid('"metadata.priority" must be a whole number from 1 to 5.');
  }
  return value as number;
}

function decodeAnswerKind(value: unknown): AnswerKind {
  if (value === undefined || value === null) return 'answer';
  if (value === 'answer' || value === 'question' || value === 'failure' || value === 'rejection') return value;
  throw invalid('"metadata.answer" must be answer, question, failure or rejection.');
}

/** Date.parse alone takes almost anything: "1" is a day in 2001. */
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/;

function decodeInstant(value: unknown): number | null {
  if (value === undefined || value === null) return null;
  const at = typeof value === 'string' && ISO_TIME.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(at)) throw invalid('"metadata.expires_at" must be an ISO-8601 time.');
  return at;
}

function checkMetadata(metadata: Record<string, unknown>): void {
  const entries = Object.entries(metadata);
  if (entries.length > MOST_METADATA_KEYS) throw invalid(`"metadata" has more than ${MOST_METADATA_KEYS} keys.`);
  let all = 0;
  for (const [key, value] of entries) {
    const text = typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : '';
    const size = Math.max(Buffer.byteLength(text), Buffer.byteLength(key));
    if (size > MAX_METADATA_BYTES) {
      throw fail('content_too_large', { what: `metadata.${key.slice(0, 40)}`, size, limit: MAX_METADATA_BYTES });
    }
    all += Buffer.byteLength(text) + Buffer.byteLength(key);
  }
  if (all > MAX_ALL_METADATA_BYTES) {
    throw fail('content_too_large', { what: 'The metadata', size: all, limit: MAX_ALL_METADATA_BYTES });
  }
}

function invalid(reason: string) {
  return fail('invalid_request', { reason });
}
