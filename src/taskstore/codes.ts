/** How words, texts and lists are stored in columns: words as small numbers, and the usual value as null. */
import type { MessageKind, Part, Receipt, ReceiptState } from './message.js';
import type { Direction, Reply, TaskState } from './task.js';

// These codes are on people's disks. Give a new word the next free number, and never change an old one.
export const DIRECTION: Record<Direction, number> = { outgoing: 0, incoming: 1 };
export const TASK_STATE: Record<TaskState, number> = {
  submitted: 0,
  working: 1,
  'input-required': 2,
  completed: 3,
  failed: 4,
  canceled: 5,
  rejected: 6,
};
export const RECEIPT_STATE: Record<ReceiptState, number> = {
  queued: 0,
  delivered: 1,
  held: 2,
  typing: 3,
  typed: 4,
  submitted: 5,
  answered: 6,
  expired: 7,
  failed: 8,
  uncertain: 9,
};
export const KIND: Record<MessageKind, number> = {
  request: 0,
  message: 1,
  answer: 2,
  question: 3,
  failure: 4,
  continuation: 5,
  rejection: 6,
  partial: 7,
  cancellation: 8,
};

export const DIRECTIONS = words(DIRECTION);
export const TASK_STATES = words(TASK_STATE);
export const RECEIPT_STATES = words(RECEIPT_STATE);
export const KINDS = words(KIND);

const LONE_SURROGATE = /\p{Surrogate}/u;

/** UTF-8 cannot hold half a surrogate pair, and a text must be stored as it was sent. */
export function encodeText(text: string): string | Buffer {
  return LONE_SURROGATE.test(text) ? Buffer.from(text, 'utf16le') : text;
}

export function decodeText(column: string | Buffer): string {
  return typeof column === 'string' ? column : column.toString('utf16le');
}

export function encodeJson(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

export function encodeReply(reply: Reply): string {
  return JSON.stringify({ ...reply, parts: isTextOnly(reply.parts, reply.text) ? undefined : reply.parts });
}

export function decodeReply(column: string): Reply {
  const reply = JSON.parse(column) as Omit<Reply, 'parts'> & Partial<Pick<Reply, 'parts'>>;
  return { ...reply, parts: reply.parts ?? [{ type: 'text', text: reply.text }] };
}

export function encodeParts(parts: readonly Part[], text: string): string | null {
  return isTextOnly(parts, text) ? null : JSON.stringify(parts);
}

export function decodeParts(column: string | null, text: string): readonly Part[] {
  return column === null ? [{ type: 'text', text }] : JSON.parse(column);
}

function isTextOnly(parts: readonly Part[], text: string): boolean {
  const [first] = parts;
  return parts.length === 1 && first?.type === 'text' && first.text === text && Object.keys(first).length === 2;
}

export function encodeMetadata(metadata: Readonly<Record<string, unknown>>): string | null {
  const json = JSON.stringify(metadata);
  return json === '{}' ? null : json;
}

type ReceiptCode = readonly [state: number, at: number, reason?: string | null, via?: string];

export function encodeReceipts(receipts: readonly Receipt[]): string {
  const codes = receipts.map(({ state, at, reason, via }): ReceiptCode => {
    if (via !== undefined) return [RECEIPT_STATE[state], at, reason, via];
    return reason === null ? [RECEIPT_STATE[state], at] : [RECEIPT_STATE[state], at, reason];
  });
  return JSON.stringify(codes);
}

export function decodeReceipts(column: string): readonly Receipt[] {
  return (JSON.parse(column) as ReceiptCode[]).map(([state, at, reason, via]) => ({
    state: wordOf(RECEIPT_STATES, state),
    reason: reason ?? null,
    at,
    ...(via === undefined ? {} : { via }),
  }));
}

function words<Word extends string>(codes: Record<Word, number>): readonly Word[] {
  const list: Word[] = [];
  for (const word of Object.keys(codes) as Word[]) list[codes[word]] = word;
  return list;
}

export function wordOf<Word>(list: readonly Word[], code: number): Word {
  const word = list[code];
  if (word === undefined) throw new Error(`a stored code ${code} has no meaning`);
  return word;
}
