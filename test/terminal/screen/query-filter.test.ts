import { expect, test } from 'vitest';
import { QueryFilter } from '../../../src/terminal/screen/query-filter.js';
import { nastyText, randomFrom } from '../../rig/texts/nasty-text.js';
import { stretched } from '../../rig/times.js';

const QUESTIONS = [
  '\x1b[c',
  '\x1b[0c',
  '\x1b[>c',
  '\x1b[>0c',
  '\x1b[=c',
  '\x1bZ',
  '\x05',
  '\x1b[5n',
  '\x1b[6n',
  '\x1b[?6n',
  '\x1b[?996n',
  '\x1b[?u',
  '\x1b[?2026$p',
  '\x1b[4$p',
  '\x1b[>q',
  '\x1b[>0q',
  '\x1b[14t',
  '\x1b[18t',
  '\x1b[21t',
  '\x1b]10;?\x07',
  '\x1b]11;?\x1b\\',
  '\x1b]12;?\x1b\\',
  '\x1b]4;1;?\x07',
  '\x1b]4;1;?;2;?\x1b\\',
  '\x1b]52;c;?\x07',
  '\x1bP$q"p\x1b\\',
  '\x1bP+q544e\x1b\\',
  '\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\',
];

const OTHERS = [
  'plain text, 日本語 and 👍',
  '\x1b[31m',
  '\x1b[2J\x1b[H',
  '\x1b[?1049h',
  '\x1b[>1u',
  '\x1b[<u',
  '\x1b[=1u',
  '\x1b[22;0t',
  '\x1b[8;30;100t',
  '\x1b[!p',
  '\x1b[2 q',
  '\x1b[>4;2m',
  '\x1b[s\x1b[u',
  '\x1b]0;a title?\x07',
  '\x1b]8;;https://example.com/?q=1\x1b\\link\x1b]8;;\x1b\\',
  '\x1b]11;rgb:00/00/00\x07',
  '\x1b]52;c;aGVsbG8=\x07',
  '\x1b]133;A\x07',
  '\x1bPq#0;2;0;0;0#0~~@@vv\x1b\\',
  '\x1b_Ga=T,f=100;AAAA\x1b\\',
  '\x1b7\x1b8\x1bM\x1b(B',
  '\x1b\x1b[A',
];

test.each(QUESTIONS)('%j is a question', (question) => {
  expect(passed([`a${question}b`])).toBe('ab');
});

test.each(OTHERS)('%j passes as it is', (text) => {
  expect(passed([`a${text}b`])).toBe(`a${text}b`);
});

test('it does not matter where the chunks end', () => {
  const pieces = [...QUESTIONS, ...OTHERS];
  const text = pieces.map((piece, index) => `${piece}<${index}>`).join('');
  const expected = pieces.map((piece, index) => `${QUESTIONS.includes(piece) ? '' : piece}<${index}>`).join('');
  const random = randomFrom(7);
  for (let round = 0; round < 200; round++) {
    const bytes = Buffer.from(text);
    const chunks: Buffer[] = [];
    for (let at = 0; at < bytes.length; ) {
      const size = 1 + random(round < 10 ? 1 : 20);
      chunks.push(bytes.subarray(at, at + size));
      at += size;
    }
    expect(passed(chunks)).toBe(expected);
  }
});

test('nothing is kept back unless it begins a sequence', () => {
  const filter = new QueryFilter();
  expect(filter.pass(Buffer.from('text\x1b[3')).toString()).toBe('text');
  expect(filter.pass(Buffer.from('1mred')).toString()).toBe('\x1b[31mred');
  expect(filter.pass(Buffer.from('\x1b]0;half a ti')).toString()).toBe('\x1b]0;half a ti');
  expect(filter.pass(Buffer.from('\x1bPq#0;2;0')).toString()).toBe('\x1bPq#0;2;0');
});

test('an unterminated string is passed on eventually', () => {
  const filter = new QueryFilter();
  const long = `\x1b]52;c;${'A'.repeat(10_000)}`;
  expect(filter.pass(Buffer.from(long)).toString()).toBe(long);
});

test('any input passes without the removed sequences, and nothing throws', () => {
  const random = randomFrom(11);
  for (let round = 0; round < 2_000; round++) {
    const text = nastyText(random);
    const out = passed([`${text}\x18 end`]);
    expect(out.endsWith(' end')).toBe(true);
    expect(out.length).toBeLessThanOrEqual(text.length + 5);
  }
});

test('a chunk full of sequences is looked at once', async () => {
  const chunk = Buffer.from('\x1b[31mx\x1b[0m'.repeat(200_000));
  const startedAt = performance.now();
  expect(new QueryFilter().pass(chunk)).toHaveLength(chunk.length);
  const tookMs = performance.now() - startedAt;
  expect(tookMs).toBeLessThan(await stretched(2_000));
});

function passed(chunks: readonly (string | Buffer)[]): string {
  const filter = new QueryFilter();
  return Buffer.concat(chunks.map((chunk) => filter.pass(Buffer.from(chunk)))).toString();
}
