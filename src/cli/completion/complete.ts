/** Decides what can complete a command line. Pure: agents and profiles come in from outside. */
import { COMMAND_WORDS, COMMANDS, FAMILIES, PROFILE_WORDS } from '../commands/table.js';
import { type CommandSpec, WRAP } from '../spec/command.js';
import { flagNames, type OptionSpec } from '../spec/option.js';
import { globalOptions } from '../spec/shared-options.js';

/** `words` are offered as they are; for the other kinds the shell knows best. */
export type Completion =
  | { readonly kind: 'words'; readonly words: readonly Candidate[] }
  | { readonly kind: 'files' | 'folders' | 'commands' };

export interface Candidate {
  readonly word: string;
  readonly description: string;
}

/** What only the file system knows. */
export interface Known {
  agents(): readonly Candidate[];
  profiles(): readonly Candidate[];
}

/** `words` is everything after `synapse`; the last one is being completed, and may be empty. */
export function complete(words: readonly string[], known: Known): Completion {
  // bash splits `--until=ty` into three words.
  const before = words.slice(0, -1).filter((word) => word !== '=');
  const current = words.at(-1) === '=' ? '' : (words.at(-1) ?? '');
  if (before.length === 0) return offer([...FIRST_WORDS, ...MAIN_OPTIONS], current);
  if (before.includes('--')) return { kind: 'commands' };
  const [first = '', second = ''] = before;
  const family = FAMILIES.find(({ word }) => word === first);
  if (family && before.length === 1) {
    const subcommands = family.commands.map(({ path, summary }) => ({
      word: path.slice(first.length + 1),
      description: summary,
    }));
    return offer(subcommands, current);
  }
  const path = family ? `${first} ${second}` : PROFILE_WORDS.includes(first) ? WRAP : first;
  const spec = COMMANDS.find((each) => each.path === path);
  return spec ? completeIn(spec, before, current, known) : offer([], current);
}

function completeIn(spec: CommandSpec, before: readonly string[], current: string, known: Known): Completion {
  const options = [...spec.options, HELP, ...globalOptions];
  const [flag, value] = splitFlag(current);
  const attached = value === undefined ? undefined : takingValue(options, flag);
  if (attached) return prefixed(completeValue(attached, value ?? '', known), `${flag}=`);
  const pending = takingValue(options, before.at(-1) ?? '');
  if (pending) return completeValue(pending, current, known);
  if (current.startsWith('-')) {
    const flags = options.map((option) => ({ word: `--${flagNames(option).long}`, description: option.description }));
    return offer(flags, current);
  }
  // The profile is the command word itself, and what follows it is a program.
  if (spec.path === WRAP) return offer([], current);
  const [argument] = spec.arguments;
  if (argument?.choices) return offer(argument.choices.map(plain), current);
  return completeArgument(argument?.completes, current, known);
}

function completeArgument(completes: string | undefined, current: string, known: Known): Completion {
  if (completes === 'agent') return offer(known.agents(), current);
  if (completes === 'profile') return offer(known.profiles(), current);
  return offer(completes === 'shell' ? SHELLS : [], current);
}

function completeValue(option: OptionSpec, current: string, known: Known): Completion {
  if (option.choices) return offer(option.choices.map(plain), current);
  if (/<(agent|sender\|id)>/.test(option.flag)) return offer(known.agents(), current);
  if (option.flag.includes('<path>')) return { kind: 'files' };
  return option.flag.includes('<dir>') ? { kind: 'folders' } : offer([], current);
}

/** `--until=ty` → `--until` and `ty`. */
function splitFlag(word: string): readonly [string, string?] {
  const equals = word.startsWith('--') ? word.indexOf('=') : -1;
  return equals < 0 ? [word] : [word.slice(0, equals), word.slice(equals + 1)];
}

function takingValue(options: readonly OptionSpec[], flag: string): OptionSpec | undefined {
  return options.find((option) => {
    const { long, short } = flagNames(option);
    return option.type !== 'boolean' && (flag === `--${long}` || flag === `-${short}`);
  });
}

function offer(candidates: readonly Candidate[], current: string): Completion {
  return { kind: 'words', words: candidates.filter(({ word }) => word.startsWith(current)) };
}

function prefixed(completion: Completion, prefix: string): Completion {
  if (completion.kind !== 'words') return completion;
  return { kind: 'words', words: completion.words.map((each) => ({ ...each, word: `${prefix}${each.word}` })) };
}

const HELP: OptionSpec = { flag: '-h, --help', key: 'help', type: 'boolean', description: 'Show help' };

const FIRST_WORDS: readonly Candidate[] = [
  ...COMMAND_WORDS.map((word) => ({ word, description: summaryOf(word) })),
  ...PROFILE_WORDS.map((word) => ({ word, description: summaryOf(WRAP) })),
];

const MAIN_OPTIONS: readonly Candidate[] = [
  { word: '--help', description: 'Show the overview' },
  { word: '--version', description: 'Print the version' },
];

const SHELLS: readonly Candidate[] = ['bash', 'zsh', 'fish'].map(plain);

function plain(word: string): Candidate {
  return { word, description: '' };
}

function summaryOf(word: string): string {
  const family = FAMILIES.find((each) => each.word === word);
  return family?.summary ?? COMMANDS.find((spec) => spec.path === word)?.summary ?? '';
}
