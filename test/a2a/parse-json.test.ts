import { expect, test } from 'vitest';
import { parseJson } from '../../src/a2a/parse-json.js';

const nested = (depth: number, open = '[', close = ']') => `${open.repeat(depth)}1${close.repeat(depth)}`;

test.each<[string, unknown]>([
  ['{"a":"[[[{{{,,,"}', { a: '[[[{{{,,,' }],
  [String.raw`["\\","\"[","\\\"["]`, ['\\', '"[', '\\"[']],
  ['{"a":1,"a":2}', { a: 2 }],
  [nested(64), JSON.parse(nested(64))],
  [`[${Array(90_000).fill('1').join()}]`, Array(90_000).fill(1)],
])('what is within the limits is parsed', (text, expected) => {
  expect(parseJson(Buffer.from(text))).toEqual(expected);
});

test.each<[string, string | Buffer, string]>([
  ['a million keys', `{${Array.from({ length: 1e6 }, (_, index) => `"k${index}":1`).join()}}`, '100,000 values'],
  ['a million lists', `[${'[],'.repeat(1e6)}1]`, '100,000 values'],
  ['lists in lists', nested(65), '64 levels'],
  ['objects in objects', nested(65, '{"a":', '}'), '64 levels'],
  ['brackets that never close', '['.repeat(1e6), '64 levels'],
  ['a text that never ends', '"[[[', 'not valid JSON'],
  ['an empty body', '', 'not valid JSON'],
  ['a byte order mark', '\ufeff{}', 'not valid JSON'],
  ['bytes that are not UTF-8', Buffer.from('{"a":"\xff"}', 'latin1'), 'not valid UTF-8'],
  ['an overlong encoding', Buffer.from([0x22, 0xc0, 0xaf, 0x22]), 'not valid UTF-8'],
])('%s are refused', (_, body, reason) => {
  expect(() => parseJson(Buffer.from(body as string))).toThrow(reason);
});
