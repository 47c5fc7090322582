import { expect, test } from 'vitest';
import { COMMAND_WORDS, COMMANDS, FAMILIES } from '../../../src/cli/commands/table.js';
import { familyAskedAbout } from '../../../src/cli/spec/find-command.js';
import { commandHelp, familyHelp, overview } from '../../../src/cli/spec/help.js';
import { describeOption } from '../../../src/cli/spec/option.js';

const BY_PATH = COMMANDS.map((spec) => [spec.path, spec] as const);
const WIDTHS = [40, 60, 80, 100];

test.each(BY_PATH)('the help of %s shows its options, its examples and its exit codes', (_path, spec) => {
  const help = commandHelp(spec, plain(100));
  for (const example of spec.examples) expect(help.replace(/ \\\n\s+/g, ' ')).toContain(example.command);
  for (const option of spec.options) expect(help).toContain(option.flag);
  for (const meaning of Object.values(spec.exits ?? {})) expect(help).toContain(meaning);
});

test('a command without exit codes of its own has no section about them', () => {
  const spec = COMMANDS.find(({ path }) => path === 'keys');
  expect(spec && commandHelp(spec, plain(80))).not.toContain('Exit codes');
});

test.each(FAMILIES)('$word --help shows all commands of the family, and the one that runs without a name', (family) => {
  expect(familyAskedAbout([family.word, '--help'])).toBe(family);
  const help = familyHelp(family, plain(80));
  for (const { path, summary, isDefault } of family.commands) {
    expect(help.replace(/\s+/g, ' ')).toContain(`${path.slice(family.word.length + 1)} ${summary}`);
    expect(help.includes(`runs \`synapse ${path}\``)).toBe(isDefault === true);
  }
});

test.each([[['tasks', 'list', '--help']], [['tasks']], [['send', '--help']]])('%j asks about no family', (words) => {
  expect(familyAskedAbout(words)).toBeNull();
});

test('the overview names every command', () => {
  const text = overview(plain(80));
  for (const word of COMMAND_WORDS) expect(text).toMatch(new RegExp(`^  ${word} `, 'm'));
});

test.each([40, 60, 80, 100])('every help fits a terminal of %i columns', (width) => {
  const texts = [overview(plain(width)), ...COMMANDS.map((spec) => commandHelp(spec, plain(width)))];
  texts.push(...FAMILIES.map((family) => familyHelp(family, plain(width))));
  const tooLong = texts.flatMap((text) => text.split('\n')).filter((line) => line.length > width);
  // A single word, such as an address or a quoted text, is not broken.
  const isOneWord = (line: string) => /^(\S+|"[^"]*"|'[^']*')( \\)?$/.test(line.trim());
  expect(tooLong.filter((line) => !isOneWord(line))).toEqual([]);
});

test.each(BY_PATH)('the help of %s names every value that an option can have', (_path, spec) => {
  const help = commandHelp(spec, plain(1000));
  for (const { choices = [] } of spec.options) for (const choice of choices) expect(help).toContain(choice);
});

test.each([
  ['a list of words', { description: 'The kind', choices: ['a', 'b'] }, 'The kind; one of a, b'],
  [
    'words that are explained',
    { description: 'now: at once; idle: later', choices: ['now', 'idle'] },
    'now: at once; idle: later',
  ],
  ['a range', { type: 'integer', min: 1, max: 9, description: 'How many' }, 'How many; 1 to 9'],
  ['a duration', { type: 'duration', description: 'How old' }, 'How old; such as 90s, 15m, 24h or 30d'],
] as const)('an option tells its values: %s', (_kind, option, expected) => {
  expect(describeOption({ flag: '--x <x>', type: 'string', ...option })).toBe(expected);
});

test.each(WIDTHS)('a help of %i columns has the same words as a wide one: none is broken', (width) => {
  for (const spec of COMMANDS) {
    // A long command goes on after a backslash, and a long comment after a sign of its own.
    const words = (columns: number) =>
      commandHelp(spec, plain(columns))
        .split(/\s+/)
        .filter((word) => word !== '\\' && word !== '#');
    expect(words(width)).toEqual(words(1000));
  }
});

function plain(width: number) {
  return { heading: (text: string) => text, width };
}
