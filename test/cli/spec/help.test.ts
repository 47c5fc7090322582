import { expect, test } from 'vitest';
import { COMMAND_WORDS, COMMANDS, FAMILIES } from '../../../src/cli/commands/table.js';
import { familyAskedAbout } from '../../../src/cli/spec/find-command.js';
import { commandHelp, familyHelp, overview } from '../../../src/cli/spec/help.js';

const BY_PATH = COMMANDS.map((spec) => [spec.path, spec] as const);
const WIDTHS = [60, 80, 100];

test.each(BY_PATH)('the help of %s shows its options, its examples and its exit codes', (_path, spec) => {
  const help = commandHelp(spec, plain(100));
  for (const example of spec.examples) expect(help).toContain(example.command);
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

test('every help fits a terminal of 80 columns', () => {
  const texts = [overview(plain(80)), ...COMMANDS.map((spec) => commandHelp(spec, plain(80)))];
  texts.push(...FAMILIES.map((family) => familyHelp(family, plain(80))));
  expect(texts.flatMap((text) => text.split('\n')).filter((line) => line.length > 80)).toEqual([]);
});

test.each(WIDTHS)('a help of %i columns has the same words as a wide one: none is broken', (width) => {
  for (const spec of COMMANDS) {
    const words = (columns: number) => commandHelp(spec, plain(columns)).split(/\s+/);
    expect(words(width)).toEqual(words(1000));
  }
});

function plain(width: number) {
  return { heading: (text: string) => text, width };
}
