import { Option } from 'commander';
import { expect, test } from 'vitest';
import { ALIASES, COMMAND_WORDS, COMMANDS, FAMILIES } from '../../../src/cli/commands/table.js';
import { flagNames } from '../../../src/cli/spec/option.js';
import { parseCommandLine } from '../../../src/cli/spec/parse.js';
import { globalOptions } from '../../../src/cli/spec/shared-options.js';
import { RESERVED_NAMES } from '../../../src/profiles/reserved-names.js';

const BY_PATH = COMMANDS.map((spec) => [spec.path, spec] as const);

test.each(BY_PATH)('the examples of %s are command lines that it understands', (path, spec) => {
  expect(spec.examples.length).toBeGreaterThan(0);
  for (const example of spec.examples) {
    const [own, ...others] = synapseCalls(example.command);
    expect(parseCommandLine(own ?? []).spec.path).toBe(path);
    for (const argv of others) parseCommandLine(argv);
  }
});

test.each(BY_PATH)('the options of %s have distinct names, and the keys that commander gives them', (_path, spec) => {
  const names = spec.options.flatMap((option) => Object.values(flagNames(option)));
  expect(new Set(names).size).toBe(names.length);
  for (const { flag, key } of [...spec.options, ...globalOptions]) expect(new Option(flag).attributeName()).toBe(key);
});

test.each(BY_PATH)('there is code that runs %s', async (_path, spec) => {
  expect(await spec.load()).toBeTypeOf('function');
});

test('every command word is reserved, so that no profile can hide it', () => {
  expect([...COMMAND_WORDS, ...ALIASES].filter((word) => !RESERVED_NAMES.has(word))).toEqual([]);
});

test.each([
  ['ls', 'list'],
  ['ps', 'list'],
  ['kill', 'stop'],
])('%s is another word for %s', (alias, path) => {
  expect(parseCommandLine([alias]).spec.path).toBe(path);
  expect(COMMAND_WORDS).not.toContain(alias);
});

test('every path is unique, and every command of a family begins with the word of the family', () => {
  expect(new Set(COMMANDS.map(({ path }) => path)).size).toBe(COMMANDS.length);
  for (const { word, commands } of FAMILIES) {
    for (const { path } of commands) expect(path).toMatch(new RegExp(`^${word} [a-z]+$`));
  }
});

/** The calls of synapse in a shell line, as words without their quotes. */
function synapseCalls(line: string): string[][] {
  const words = line.match(/"[^"]*"|'[^']*'|[|<>()]|[^\s|<>()"']+/g) ?? [];
  const calls: string[][] = [];
  let current: string[] | null = null;
  for (const word of words.flatMap((found) => (found.startsWith('"$(') ? shellWords(found) : [found]))) {
    if (/^[|<>()]$/.test(word)) current = null;
    else if (word === 'synapse') {
      current = [];
      calls.push(current);
    } else current?.push(word.replace(/^["']|["']$/g, ''));
  }
  // In `claude mcp add synapse -- synapse mcp` the first one is the name of a server.
  return calls.filter(([first]) => first !== '--');
}

/** `"$(synapse profiles path)/mine.yaml"` → `(`, `synapse`, `profiles`, `path`, `)`. */
function shellWords(substitution: string): string[] {
  const [, inner = ''] = /^"\$\(([^)]*)\)/.exec(substitution) ?? [];
  return ['(', ...inner.split(' '), ')'];
}
