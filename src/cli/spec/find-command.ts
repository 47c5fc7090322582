/** Which command a command line means. */
import { SynapseError } from '../../errors.js';
import { nearest } from '../../nearest.js';
import { ALIASES, COMMAND_WORDS, COMMANDS, FAMILIES, PROFILE_WORDS } from '../commands/table.js';
import { type CommandSpec, type Family, WRAP } from './command.js';

export interface Found {
  readonly spec: CommandSpec;
  /** The words after the command's own. */
  readonly rest: readonly string[];
}

/** Throws, with the nearest command as a hint, if the words name none. */
export function findCommand(words: readonly string[], isProfile = isBuiltin): Found {
  const [first = '', second] = words;
  const plain = COMMANDS.find(({ path, aliases = [] }) => path === first || aliases.includes(first));
  if (plain) return { spec: plain, rest: words.slice(1) };
  const family = FAMILIES.find(({ word }) => word === first);
  if (!family) {
    const wrap = COMMANDS.find((spec) => spec.path === WRAP);
    if (wrap && isProfile(first)) return { spec: wrap, rest: words };
    throw unknownCommand(first);
  }
  const named = family.commands.find((spec) => spec.path === `${first} ${second}`);
  if (named) return { spec: named, rest: words.slice(2) };
  const fallback = family.commands.find((spec) => spec.isDefault);
  if (fallback && (second === undefined || second.startsWith('-'))) return { spec: fallback, rest: words.slice(1) };
  throw unknownSubcommand(family, second ?? '');
}

/** The family whose help these words ask for: `synapse tasks --help` is about all of `tasks`, not about `tasks list`. */
export function familyAskedAbout(words: readonly string[]): Family | null {
  const [first, second] = words;
  if (words.length !== 2 || (second !== '--help' && second !== '-h')) return null;
  return FAMILIES.find(({ word }) => word === first) ?? null;
}

function isBuiltin(word: string): boolean {
  return PROFILE_WORDS.includes(word);
}

function unknownCommand(word: string): SynapseError {
  const near = nearest(word, [...COMMAND_WORDS, ...ALIASES, ...PROFILE_WORDS]);
  const kind = word.startsWith('-') ? 'option' : 'command';
  const hint = near ? `Did you mean: synapse ${near}` : 'synapse --help';
  return new SynapseError('invalid_request', { reason: `Unknown ${kind} "${word}".` }, { hint });
}

function unknownSubcommand({ word, commands }: Family, second: string): SynapseError {
  const words = commands.map((spec) => spec.path.slice(word.length + 1));
  const near = nearest(second, words);
  const reason =
    second === ''
      ? `"synapse ${word}" needs a subcommand: ${words.join(', ')}.`
      : `Unknown command "${word} ${second}". "synapse ${word}" has: ${words.join(', ')}.`;
  const hint = near ? `Did you mean: synapse ${word} ${near}` : `synapse ${word} ${words[0]} --help`;
  return new SynapseError('invalid_request', { reason }, { hint });
}
