/** The quick parser and commander must read every command line alike. */
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../../src/cli/commands/table.js';
import type { CommandSpec } from '../../../src/cli/spec/command.js';
import { flagNames, type OptionSpec } from '../../../src/cli/spec/option.js';
import { parseCommandLine } from '../../../src/cli/spec/parse.js';
import { parseQuickly } from '../../../src/cli/spec/quick-parse.js';
import { globalOptions } from '../../../src/cli/spec/shared-options.js';

const LINES_PER_COMMAND = 1000;
/** Commands that the quick parser reads, and some with short options and values, which those have few of. */
const PATHS = ['send', 'reply', 'show', 'inbox', 'history', 'status', 'tasks list', 'list', 'logs', 'start', 'stop'];

test.each(PATHS)('both parsers read %s alike', (path) => {
  const spec = COMMANDS.find((each) => each.path === path) as CommandSpec;
  const random = seeded(path.length * 7919 + path.charCodeAt(0));
  let accepted = 0;
  for (let line = 0; line < LINES_PER_COMMAND; line++) {
    const words = generateWords(spec, random);
    const full = readFully(spec, words);
    const quick = parseQuickly(spec, words);
    // An assertion takes long, so only differences are asserted.
    if (!isDeepStrictEqual(quick, full)) expect(quick, JSON.stringify(words)).toEqual(full);
    if (full) accepted += 1;
  }
  // The comparison means little if hardly any line is right, or hardly any is wrong.
  expect(accepted).toBeGreaterThan(LINES_PER_COMMAND / 20);
  expect(accepted).toBeLessThan((LINES_PER_COMMAND * 19) / 20);
});

test.each([
  [['codex', 'hi', '--responce']],
  [['codex', 'hi', '--wait']],
  [['codex', '--help']],
  [['codex', 'hi', '--wait', '-5']],
  [['codex', 'hi', 'there']],
  [[]],
])('the quick parser leaves send %j to the full one, which explains', (words) => {
  expect(parseQuickly(COMMANDS.find(({ path }) => path === 'send') as CommandSpec, words)).toBeNull();
});

/** Null where commander refuses the words or shows help, as the quick parser answers. */
function readFully(spec: CommandSpec, words: readonly string[]) {
  try {
    const { args, options, wantsHelp } = parseCommandLine([...spec.path.split(' '), ...words]);
    return wantsHelp ? null : { args, options };
  } catch {
    return null;
  }
}

type Random = () => number;

function generateWords(spec: CommandSpec, random: Random): string[] {
  const options = [...spec.options, ...globalOptions];
  const count = Math.floor(random() * 6);
  return Array.from({ length: count }, () => generateWord(options, random)).flat();
}

const VALUES = [
  '',
  '0',
  '5',
  '-5',
  '-.5',
  '-1e3',
  '2.5',
  '90s',
  '15m',
  'typed',
  'x=y',
  '-',
  '--',
  '-x',
  '--json',
  'a b',
  'ü',
];
const ODD_WORDS = [
  '--',
  '-',
  '',
  '---',
  '--=',
  '--=x',
  '-=',
  '--unknown',
  '--unknown=1',
  '-z',
  '-zq',
  '--help',
  '-h',
  '-5',
  '-5x',
];

function generateWord(options: readonly OptionSpec[], random: Random): string[] {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const option = pick(options);
  const { long, short } = flagNames(option);
  const fitting = option.choices ?? (option.type === 'duration' ? ['15m'] : ['3']);
  const value = random() < 0.6 ? pick(fitting) : pick(VALUES);
  const letters = options.flatMap((each) => flagNames(each).short ?? []);
  const forms: (() => string[])[] = [
    () => [pick(['codex', 'hi', 'worker-a'])],
    () => (option.type === 'boolean' ? [`--${long}`] : [`--${long}`, value]),
    () => (option.type === 'boolean' ? [`--${long}`] : [`--${long}`, value]),
    () => [`--${long}=${value}`],
    () => [`--${long}`],
    () => (short ? pick([[`-${short}`], [`-${short}`, value], [`-${short}${value}`], [`-${short}=${value}`]]) : []),
    () => (letters.length > 0 ? [`-${pick(letters)}${pick(letters)}${pick([...VALUES, 'q', 'n'])}`] : []),
    () => [pick(random() < 0.3 ? ODD_WORDS : ['hi', '-'])],
  ];
  return pick(forms)();
}

/** Mulberry32: small, and the same on every machine. */
function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
