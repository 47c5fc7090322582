/** Every command there is, and how a command line finds its own. */
import { SynapseError } from '../../errors.js';
import { nearest } from '../../nearest.js';
import { BUILTIN_PROFILES } from '../../profiles/builtin-profiles.js';
import { type CommandSpec, FAMILIES, WRAP } from './command.js';
import { AGENT_COMMANDS } from './table/agents.js';
import { MESSAGE_COMMANDS } from './table/messages.js';
import { PROFILE_COMMANDS } from './table/profiles.js';
import { AROUND_COMMANDS } from './table/setup.js';
import { TEAM_COMMANDS } from './table/team.js';
import { WORK_COMMANDS } from './table/work.js';

export const COMMANDS: readonly CommandSpec[] = [
  ...AGENT_COMMANDS,
  ...PROFILE_COMMANDS,
  ...MESSAGE_COMMANDS,
  ...TEAM_COMMANDS,
  ...WORK_COMMANDS,
  ...AROUND_COMMANDS,
];

/** The first words of all commands: what stands right after `synapse`. */
export const COMMAND_WORDS: readonly string[] = [
  ...new Set(COMMANDS.map((spec) => firstWord(spec)).filter((word) => word !== WRAP)),
];

/** What can stand there as well: it runs the program of that profile. */
export const PROFILE_WORDS: readonly string[] = BUILTIN_PROFILES.map((profile) => profile.name);

export function familyOf(word: string): readonly CommandSpec[] {
  return COMMANDS.filter((spec) => spec.path.startsWith(`${word} `));
}

export interface Found {
  readonly spec: CommandSpec;
  /** The words after the command's own. */
  readonly rest: readonly string[];
}

/** Which command the words mean; throws, with the nearest one as a hint, if it is none. */
export function findCommand(words: readonly string[], isProfile = isBuiltin): Found {
  const [first = '', second] = words;
  const plain = COMMANDS.find((spec) => spec.path === first);
  if (plain) return { spec: plain, rest: words.slice(1) };
  if (!Object.hasOwn(FAMILIES, first)) {
    const wrap = COMMANDS.find((spec) => spec.path === WRAP);
    if (wrap && isProfile(first)) return { spec: wrap, rest: words };
    throw unknownCommand(first);
  }
  const family = familyOf(first);
  const named = family.find((spec) => spec.path === `${first} ${second}`);
  if (named) return { spec: named, rest: words.slice(2) };
  const fallback = family.find((spec) => spec.isDefault);
  if (fallback && (second === undefined || second.startsWith('-'))) return { spec: fallback, rest: words.slice(1) };
  throw unknownSubcommand(first, second ?? '', family);
}

function isBuiltin(word: string): boolean {
  return PROFILE_WORDS.includes(word);
}

function unknownCommand(word: string): SynapseError {
  const near = nearest(word, [...COMMAND_WORDS, ...PROFILE_WORDS]);
  const hint = near ? `Did you mean: synapse ${near}` : '`synapse --help` lists the commands.';
  const isFlag = word.startsWith('-');
  const reason = isFlag ? `There is no option ${word} of synapse itself.` : `There is no command "${word}".`;
  return new SynapseError('invalid_request', { reason }, { hint });
}

function unknownSubcommand(first: string, second: string, family: readonly CommandSpec[]): SynapseError {
  const words = family.map((spec) => spec.path.slice(first.length + 1));
  const near = nearest(second, words);
  const reason = second === '' ? `"synapse ${first}" needs one more word.` : `"synapse ${first}" knows no "${second}".`;
  const hint = near ? `Did you mean: synapse ${first} ${near}` : `It knows: ${words.join(', ')}.`;
  return new SynapseError('invalid_request', { reason }, { hint });
}

function firstWord(spec: CommandSpec): string {
  return spec.path.split(' ')[0] ?? spec.path;
}
