import { expect, test } from 'vitest';
import { makeProfile } from '../../src/profiles/profile.js';
import { programOf } from '../../src/profiles/program-command.js';
import { splitWords } from '../../src/profiles/split-words.js';

test.each([
  ['node agent.mjs', ['node', 'agent.mjs']],
  ['  spaced   out  ', ['spaced', 'out']],
  [`echo "two words" 'and $three'`, ['echo', 'two words', 'and $three']],
  [`a"b c"d 'e'"f"`, ['ab cd', 'ef']],
  ['back\\ slash "say \\"hi\\""', ['back slash', 'say "hi"']],
  ['', []],
  [`open 'quote`, null],
  ['open "quote', null],
])('%j is split like a shell does', (line, words) => {
  expect(splitWords(line)).toEqual(words);
});

const line = makeProfile('echo', { command: ['cat', '-n'], line: true });

test('a declared command replaces that of the profile', () => {
  expect(programOf(line, null)).toEqual(['cat', '-n']);
  expect(programOf(line, 'node "my agent.mjs"')).toEqual(['node', 'my agent.mjs']);
});

test('a program must be named somewhere', () => {
  expect(() => programOf(makeProfile('shell', { line: true }), null)).toThrow('needs a "command"');
  expect(() => programOf(line, "cat 'x")).toThrow('a quote that is not closed');
});

test('a full-screen program needs a pattern for its input box', () => {
  expect(() => programOf(makeProfile('tui', { command: ['tui'] }), null)).toThrow(
    expect.objectContaining({ code: 'profile_invalid', message: expect.stringContaining('screen.box') }),
  );
});
