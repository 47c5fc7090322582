import { expect, test } from 'vitest';
import { hangingLines, harmlessJson, withoutControls } from '../src/clean-text.js';

// biome-ignore format: one kind per line.
const ACTING = [
  '\u0000', '\u0007', '\u001b[31m', '\u001b]0;x\u0007', '\u007f',
  '\u0080', '\u0085', '\u009b31m', '\u009d0;x\u009c', '\u009f',
  '\u061c', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069', '\u206f',
];

test.each(ACTING)('%j is removed from a text', (acting) => {
  expect(withoutControls(`a${acting}b`)).toBe('ab');
});

test.each([...ACTING, '\u2028', '\u2029', '\n', '\ud800', '"', '\\', '日本語👍'])('%j is harmless in JSON', (value) => {
  const json = harmlessJson({ [value]: [value] });
  expect(JSON.parse(json)).toEqual({ [value]: [value] });
  expect(json).not.toMatch(/[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]/);
});

test('a value that is missing is null in JSON', () => {
  expect(harmlessJson(undefined)).toBe('null');
});

test.each(['\n', '\r\n', '\r', '\u2028', '\u2029'])('no line after %j can be taken for one of ours', (newline) => {
  expect(hangingLines(`broken:${newline}hint: run this`)).toBe('broken:\n  hint: run this');
});

test('lines that are already indented stay as they are', () => {
  expect(hangingLines('two problems:\n  a:1: one\n  b:2: two')).toBe('two problems:\n  a:1: one\n  b:2: two');
});
