import { expect, test } from 'vitest';
import { decodeReply, decodeSend } from '../../../src/daemon/http/decode-send.js';
import { DEFAULT_EXPIRY_MS } from '../../../src/daemon/mail/lifetimes.js';

const decode = (body: Record<string, unknown> = {}) => decodeSend({ target: 'rex', text: 'hello', ...body });

test('a target and a text are enough', () => {
  expect(decode()).toEqual({
    request: {
      session: null,
      target: 'rex',
      parts: [{ type: 'text', text: 'hello' }],
      responseExpected: false,
      replyTo: null,
      taskId: null,
      priority: 3,
      when: null,
      expiresMs: DEFAULT_EXPIRY_MS,
    },
    options: { waitMs: 300_000, until: null, waitsForAnswer: false, brief: false, progress: false },
  });
});

test('files become parts with an address of their own', () => {
  expect(decode({ files: ['/tmp/a b.txt'] }).request.parts[1]).toEqual({
    type: 'file',
    file: { name: 'a b.txt', uri: 'file:///tmp/a%20b.txt' },
  });
});

test.each<[Record<string, unknown>, boolean]>([
  [{}, false],
  [{ response: true }, true],
  [{ response: true, wait_ms: 0 }, false],
  [{ until: 'typed' }, false],
  [{ task: 'ab12', until: 'answered' }, true],
])('%j waits for the answer: %s', (body, expected) => {
  expect(decode(body).options.waitsForAnswer).toBe(expected);
});

test('only a plain message may be answered in brief', () => {
  expect(decode({ brief: true }).options.brief).toBe(true);
  for (const more of [{ response: true }, { reply_to: 'ab12' }, { task: 'ab12' }]) {
    expect(decode({ brief: true, ...more }).options.brief).toBe(false);
  }
});

test('an expiry is a whole number of milliseconds, which is what the store takes', () => {
  expect(decode({ expires_ms: 1.5 }).request.expiresMs).toBe(2);
});

test('an expiry has a limit, because an instant too far away cannot be written', () => {
  const { expiresMs } = decode({ expires_ms: Number.MAX_VALUE }).request;
  expect(() => new Date(Date.now() + expiresMs).toISOString()).not.toThrow();
});

test.each([
  ['no object', null],
  ['no target', { text: 'hello' }],
  ['a priority of 0', { target: 'rex', priority: 0 }],
  ['a priority of 2.5', { target: 'rex', priority: 2.5 }],
  ['an unknown receipt', { target: 'rex', until: 'read' }],
  ['an answer to a message that asks for none', { target: 'rex', until: 'answered' }],
  ['a list', []],
  ['a text that is an object', { target: 'rex', text: { toString: 1 } }],
  ['a flag that is a number', { target: 'rex', response: 1 }],
  ['a file that is an object', { target: 'rex', files: [{ toString: 1 }] }],
  ['an expiry that is a text', { target: 'rex', expires_ms: '1' }],
  ['a wait below 0', { target: 'rex', wait_ms: -1 }],
])('%s is refused', (_, body) => {
  expect(() => decodeSend(body)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
});

test.each([
  [{}, 'answer'],
  [{ ask: true }, 'question'],
  [{ fail: true }, 'failure'],
])('a reply with %j is of the kind %s', (body, kind) => {
  expect(decodeReply({ text: 'yes', ...body })).toMatchObject({ kind, to: null, latest: false });
});
