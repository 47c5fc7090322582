import { expect, test } from 'vitest';
import { loadRun } from '../../../src/cli/entry/command-loaders.js';
import { EXIT_MEANINGS, FAMILIES } from '../../../src/cli/spec/command.js';
import { COMMAND_WORDS, COMMANDS } from '../../../src/cli/spec/command-table.js';
import { commandHelp, overview } from '../../../src/cli/spec/help.js';
import { flagNames } from '../../../src/cli/spec/option.js';
import { parseCommandLine } from '../../../src/cli/spec/parse.js';
import { RESERVED_NAMES } from '../../../src/profiles/reserved-names.js';

const plain = (text: string): string => text;
const BY_PATH = COMMANDS.map((spec) => [spec.path, spec] as const);

test.each(BY_PATH)('the help of %s shows its options, its examples and its exit codes', (_path, spec) => {
  const help = commandHelp(spec, plain);
  expect(spec.examples.length).toBeGreaterThan(0);
  for (const example of spec.examples) expect(help).toContain(example.command);
  for (const option of spec.options) expect(help).toContain(option.flag);
  for (const code of spec.exits) expect(help).toContain(EXIT_MEANINGS[code]);
});

test.each(BY_PATH)('the examples of %s are command lines that it understands', (path, spec) => {
  for (const example of spec.examples) {
    for (const argv of synapseCalls(example.command)) {
      const parsed = parseCommandLine(argv);
      if (argv === synapseCalls(example.command)[0]) expect(parsed.spec.path).toBe(path);
    }
  }
});

test.each(BY_PATH)('the options of %s have distinct names, and keys that follow from them', (_path, spec) => {
  const names = spec.options.flatMap((option) => Object.values(flagNames(option)));
  expect(new Set(names).size).toBe(names.length);
  for (const option of spec.options) {
    expect(option.key).toBe(flagNames(option).long.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()));
  }
});

test.each(BY_PATH)('there is code that runs %s', async (path) => {
  expect(await loadRun(path)).toBeTypeOf('function');
});

test('the overview names every command', () => {
  const text = overview(plain);
  for (const word of COMMAND_WORDS) expect(text).toMatch(new RegExp(`^  ${word} `, 'm'));
});

test('no line of any help is wider than 100 columns, except examples', () => {
  const examples = new Set(COMMANDS.flatMap((spec) => spec.examples.map((example) => `  ${example.command}`)));
  const lines = [overview(plain), ...COMMANDS.map((spec) => commandHelp(spec, plain))].flatMap((text) =>
    text.split('\n'),
  );
  expect(lines.filter((line) => line.length > 100 && !examples.has(line))).toEqual([]);
});

test('every command word is reserved, so that no profile can hide it', () => {
  expect(COMMAND_WORDS.filter((word) => !RESERVED_NAMES.has(word))).toEqual([]);
});

test('every family has commands', () => {
  for (const family of Object.keys(FAMILIES)) {
    expect(COMMANDS.filter((spec) => spec.path.startsWith(`${family} `)).length).toBeGreaterThan(0);
  }
});

/** The calls of synapse in a shell line, as words without their quotes. */
function synapseCalls(line: string): string[][] {
  const words = line.match(/"[^"]*"|'[^']*'|[|<>()]|[^\s|<>()"']+/g) ?? [];
  const calls: string[][] = [];
  let current: string[] | null = null;
  for (const word of words.flatMap((found) => (found.startsWith('"$(') ? ['('] : [found]))) {
    if (/^[|<>()]$/.test(word)) current = null;
    else if (word === 'synapse') {
      current = [];
      calls.push(current);
    } else current?.push(word.replace(/^["']|["']$/g, ''));
  }
  return calls;
}
