import { expect, test } from 'vitest';
import { checkTextSize, decodeEnvelope, MAX_TEXT_BYTES, textOf } from '../../src/a2a/decode.js';
import type { Part } from '../../src/taskstore/message.js';

function decode(metadata: Record<string, unknown> = {}, parts: unknown = [{ type: 'text', text: 'hello' }]) {
  return decodeEnvelope({ message: { role: 'user', parts }, metadata });
}

test('a message alone is enough; everything else has a default', () => {
  expect(decodeEnvelope({ message: { parts: [{ text: 'hello' }] } })).toEqual({
    text: 'hello',
    parts: [{ type: 'text', text: 'hello' }],
    senderId: null,
    senderType: null,
    senderEndpoint: null,
    senderStore: null,
    senderTaskId: null,
    responseExpected: false,
    messageId: null,
    priority: 3,
    when: null,
    inReplyTo: null,
    contextId: null,
    answerKind: 'answer',
    doubt: null,
    expiresAt: null,
    metadata: {},
  });
});

test('unknown keys of the metadata are kept unchanged', () => {
  const { metadata, priority } = decode({ priority: 5, color: 'blue', deep: { a: [1] } });
  expect({ metadata, priority }).toEqual({ metadata: { color: 'blue', deep: { a: [1] } }, priority: 5 });
});

test.each<[string, unknown, Part]>([
  ['our own', { type: 'text', text: 'a' }, { type: 'text', text: 'a' }],
  ['A2A v0.3', { kind: 'text', text: 'a' }, { type: 'text', text: 'a' }],
  ['A2A v1.0', { text: 'a' }, { type: 'text', text: 'a' }],
  ['a file', { kind: 'file', file: { uri: 'file:///a' } }, { type: 'file', file: { uri: 'file:///a' } }],
  ['a bare file', { url: 'http://a/b', name: 'b' }, { type: 'file', file: { url: 'http://a/b', name: 'b' } }],
  ['data', { kind: 'data', data: { a: 1 } }, { type: 'data', data: { a: 1 } }],
])('the spelling of a part is understood: %s', (_, part, expected) => {
  expect(decode({}, [part]).parts).toEqual([expected]);
});

test.each<[string, readonly Part[]]>([
  [
    'one\ntwo',
    [
      { type: 'text', text: 'one' },
      { type: 'text', text: 'two' },
    ],
  ],
  [
    'look (file: /tmp/a b)',
    [
      { type: 'text', text: 'look' },
      { type: 'file', file: { uri: 'file:///tmp/a%20b' } },
    ],
  ],
  ['(file: notes.txt)', [{ type: 'file', file: { name: 'notes.txt' } }]],
  ['(file: unnamed)', [{ type: 'file', file: {} }]],
  ['(data: {"a":1})', [{ type: 'data', data: { a: 1 } }]],
  [
    'look (data: [1])',
    [
      { type: 'data', data: [1] },
      { type: 'text', text: 'look' },
    ],
  ],
])('a reader sees %j', (text, parts) => {
  expect(textOf(parts)).toBe(text);
});

test('only the beginning of long data is shown', () => {
  expect(textOf([{ type: 'data', data: 'x'.repeat(2_000) }])).toMatch(/^\(data: "x{999}…\)$/);
});

test.each<[string, Record<string, unknown>]>([
  ['"metadata.priority" must be a whole number from 1 to 5.', { priority: 6 }],
  ['"metadata.priority" must be a whole number from 1 to 5.', { priority: 1.5 }],
  ['"metadata.answer" must be answer, question, failure or rejection.', { answer: 'maybe' }],
  ['"metadata.expires_at" must be an ISO-8601 time.', { expires_at: 5 }],
  ['"metadata.sender" must be a JSON object.', { sender: ['ada'] }],
  ['"metadata.sender_task_id" must be a string.', { sender_task_id: 7 }],
  ['"metadata.message_id" has more than 128 characters.', { message_id: 'x'.repeat(129) }],
])('a wrong field is named: %s', (reason, metadata) => {
  expect(() => decode(metadata)).toThrow(reason);
});

test.each([
  ['no parts', []],
  ['no list', 'hello'],
  ['a part that is nothing', [{}]],
  ['a part that is no object', ['hello']],
  ['a text that is no text', [{ type: 'text', text: 1 }]],
])('a message with %s is refused', (_, parts) => {
  expect(() => decode({}, parts)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
});

test('metadata or text that is too large is refused, and the error names the size', () => {
  expect(() => decode({ note: 'x'.repeat(5_000) })).toThrow(expect.objectContaining({ code: 'content_too_large' }));
  expect(() => checkTextSize('x'.repeat(MAX_TEXT_BYTES))).not.toThrow();
  expect(() => checkTextSize('ü'.repeat(MAX_TEXT_BYTES / 2 + 1))).toThrow(
    expect.objectContaining({ code: 'content_too_large' }),
  );
});

const TO_STRING = { toString: 1, valueOf: 1 };

test.each<[string, Record<string, unknown>]>([
  ['a flag that is a text', { response_expected: 'yes' }],
  ['a priority of 1.5', { priority: 1.5 }],
  ['an endless priority', { priority: Number.POSITIVE_INFINITY }],
  ['an id that is an object', { sender_task_id: TO_STRING }],
  ['a sender that is a list', { sender: [] }],
  ['a time that is a number', { expires_at: 1 }],
  ['a time that is not ISO 8601', { expires_at: '1' }],
  ['more than 100 keys', Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`k${index}`, 1]))],
])('in the metadata, %s is refused', (_, metadata) => {
  expect(() => decode(metadata)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
});

test('metadata of more than 256 KiB is refused, however small its keys are', () => {
  const keys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'x'.repeat(4_000)]));
  expect(() => decode(keys(65))).not.toThrow();
  expect(() => decode(keys(66))).toThrow(expect.objectContaining({ code: 'content_too_large' }));
});

test.each<[string, unknown]>([
  ['a name that is an object', { file: { name: TO_STRING } }],
  ['an address that is a number', { url: 1.5 }],
  ['a file that is a list', { kind: 'file', file: [] }],
])('a file part with %s is refused', (_, part) => {
  expect(() => decode({}, [part])).toThrow(expect.objectContaining({ code: 'invalid_request' }));
});
