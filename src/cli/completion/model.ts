/** What can stand at each place of a command line, in a form that every shell's script is made from. */
import { type CommandSpec, FAMILIES, WRAP } from '../spec/command.js';
import { COMMAND_WORDS, COMMANDS, familyOf, PROFILE_WORDS } from '../spec/command-table.js';
import { flagNames, type OptionSpec } from '../spec/option.js';
import { globalOptions } from '../spec/options.js';

export type Completes = 'agent' | 'profile' | 'shell' | 'command' | 'file' | 'folder' | 'nothing';

export interface Flag {
  readonly long: string;
  readonly short: string | null;
  readonly description: string;
  readonly takesValue: boolean;
  readonly repeats: boolean;
  readonly choices: readonly string[];
  readonly value: Completes;
}

export interface Entry {
  readonly path: string;
  readonly summary: string;
  readonly flags: readonly Flag[];
  readonly argument: Completes;
}

export interface Word {
  readonly word: string;
  readonly summary: string;
}

export const ENTRIES: readonly Entry[] = COMMANDS.flatMap((spec) => {
  const entry: Entry = {
    path: spec.path,
    summary: spec.summary,
    flags: [...spec.options, helpOption(), ...globalOptions].map(flagOf),
    argument: spec.arguments[0]?.completes ?? 'nothing',
  };
  // The profile is the word itself; what follows it is a program.
  return spec.path === WRAP ? PROFILE_WORDS.map((path) => ({ ...entry, path, argument: 'nothing' })) : [entry];
});

export const FIRST_WORDS: readonly Word[] = [
  ...COMMAND_WORDS.map((word) => ({ word, summary: summaryOf(word) })),
  ...PROFILE_WORDS.map((word) => ({ word, summary: summaryOf(WRAP) })),
];

/** The second words of the commands that have commands of their own. */
export const SECOND_WORDS: ReadonlyMap<string, readonly Word[]> = new Map(
  Object.keys(FAMILIES).map((family) => [
    family,
    familyOf(family).map((spec) => ({ word: secondWord(spec), summary: spec.summary })),
  ]),
);

export const SHELL_NAMES = ['bash', 'zsh', 'fish'] as const;

/** Prints the ids and names of all agents, with nothing but what every system has. */
export const AGENTS_COMMAND = `synapse list --json 2>/dev/null | grep -oE '"(id|name)":"[^"]*"' | cut -d'"' -f4`;
export const PROFILES_COMMAND = `synapse profiles list --json 2>/dev/null | grep -oE '"name":"[^"]*"' | cut -d'"' -f4`;

function helpOption(): OptionSpec {
  return { flag: '-h, --help', key: 'help', type: 'boolean', description: 'show help' };
}

function flagOf(spec: OptionSpec): Flag {
  const { long, short } = flagNames(spec);
  return {
    long,
    short: short ?? null,
    description: spec.description,
    takesValue: spec.type !== 'boolean',
    repeats: spec.type === 'list',
    choices: spec.choices ?? [],
    value: completesValue(spec.flag),
  };
}

function completesValue(flag: string): Completes {
  if (/<(agent|sender\|id)>/.test(flag)) return 'agent';
  if (flag.includes('<path>')) return 'file';
  return flag.includes('<dir>') ? 'folder' : 'nothing';
}

function summaryOf(word: string): string {
  return FAMILIES[word] ?? COMMANDS.find((spec) => spec.path === word)?.summary ?? '';
}

function secondWord(spec: CommandSpec): string {
  return spec.path.split(' ')[1] ?? '';
}
