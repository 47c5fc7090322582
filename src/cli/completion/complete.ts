/** Decides what can complete a command line. Agents, profiles and ids come in from outside. */
import { COMMAND_WORDS, COMMANDS, FAMILIES, PROFILE_WORDS } from '../commands/table.js';
import { type ArgumentSpec, type CommandSpec, WRAP } from '../spec/command.js';
import { flagNames, type IdKind, type OptionSpec } from '../spec/option.js';
import { globalOptions } from '../spec/shared-options.js';

/** `words` are offered as they are; for the other kinds the shell knows best. */
export type Completion =
  | { readonly kind: 'words'; readonly words: readonly Candidate[] }
  | { readonly kind: 'files' | 'folders' | 'commands' };

export interface Candidate {
  readonly word: string;
  readonly description: string;
}

/** What only the file system and daemons know. */
export interface Known {
  agents(): readonly Candidate[];
  /** Agents that are not running. */
  stopped(): readonly Candidate[];
  externals(): readonly Candidate[];
  hosts(): readonly Candidate[];
  /** Of notices. */
  receivers(): readonly Candidate[];
  /** Of other hosts. */
  remotes(): readonly Candidate[];
  profiles(): readonly Candidate[];
  /** The newest first. `from` is the agent that the command acts as, if the line names one. */
  ids(kind: IdKind, from: string | undefined): Promise<readonly Candidate[]>;
  /** What a tool takes, as options. */
  toolOptions(tool: string): Promise<readonly OptionSpec[]>;
}

/** More would bury the others, and nobody reads them. */
const MOST_IDS = 50;

/** `words` is everything after `synapse`; the last one is being completed, and may be empty. */
export async function complete(words: readonly string[], known: Known): Promise<Completion> {
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

async function completeIn(
  spec: CommandSpec,
  before: readonly string[],
  current: string,
  known: Known,
): Promise<Completion> {
  const own = spec.path === 'tool' && before[1] !== undefined ? await known.toolOptions(before[1]) : [];
  const options = [...own, ...spec.options, HELP, ...globalOptions];
  const { plain: given, from } = sorted(before.slice(spec.path === WRAP ? 0 : spec.path.split(' ').length), options);
  const newest = async (kind: IdKind, word: string) => offered(await known.ids(kind, from), word).slice(0, MOST_IDS);
  const [flag, value] = splitFlag(current);
  const attached = value === undefined ? undefined : takingValue(options, flag);
  if (attached) return prefixed(await completeValue(attached, value ?? '', known, newest), `${flag}=`);
  const pending = takingValue(options, before.at(-1) ?? '');
  if (pending) return completeValue(pending, current, known, newest);
  if (current.startsWith('-')) {
    const flags = options.map((option) => ({ word: `--${flagNames(option).long}`, description: option.description }));
    return offer(flags, current);
  }
  // The profile is the command word itself, and what follows it is a program.
  if (spec.path === WRAP) return offer([], current);
  const argument = argumentAt(spec.arguments, given.length);
  if (argument?.choices) return offer(argument.choices.map(plain), current);
  if (isIdKind(argument?.completes)) return { kind: 'words', words: await newest(argument.completes, current) };
  return completeArgument(argument?.completes, current, known);
}

type Newest = (kind: IdKind, word: string) => Promise<readonly Candidate[]>;

/** The last argument may take several words. */
function argumentAt(specs: readonly ArgumentSpec[], place: number): ArgumentSpec | undefined {
  const last = specs.at(-1);
  return specs[place] ?? (last?.usage.includes('...') ? last : undefined);
}

/** The words that are no options and no values of options, and the agent that `--from` names. */
function sorted(words: readonly string[], options: readonly OptionSpec[]) {
  const plain: string[] = [];
  let from: string | undefined;
  for (let place = 0; place < words.length; place += 1) {
    const [flag, attached] = splitFlag(words[place] ?? '');
    if (!flag.startsWith('-')) plain.push(flag);
    const option = takingValue(options, flag);
    if (!option) continue;
    const value = attached ?? words[++place];
    if (option.key === 'from') from = value;
  }
  return { plain, from };
}

const ID_KINDS: readonly unknown[] = [
  'task',
  'request',
  'work',
  'conversation',
  'execution',
  'project',
  'tool',
] satisfies IdKind[];

function isIdKind(completes: ArgumentSpec['completes']): completes is IdKind {
  return ID_KINDS.includes(completes);
}

function completeArgument(completes: string | undefined, current: string, known: Known): Completion {
  if (completes === 'agent') return offer([...known.agents(), ...known.externals(), ...known.remotes()], current);
  if (completes === 'stopped') return offer(known.stopped(), current);
  if (completes === 'startable') return offer([...known.profiles(), ...known.stopped()], current);
  if (completes === 'external') return offer(known.externals(), current);
  if (completes === 'host') return offer(known.hosts(), current);
  if (completes === 'receiver') return offer(known.receivers(), current);
  if (completes === 'profile') return offer(known.profiles(), current);
  return offer(completes === 'shell' ? SHELLS : [], current);
}

async function completeValue(option: OptionSpec, current: string, known: Known, newest: Newest): Promise<Completion> {
  if (option.choices) return offer(option.choices.map(plain), current);
  const ids = option.completes ? await newest(option.completes, current) : [];
  const agents = /<(agent|agent_id|sender\|id)>/.test(option.flag) ? offered(known.agents(), current) : [];
  if (ids.length + agents.length > 0) return { kind: 'words', words: [...ids, ...agents] };
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
  return { kind: 'words', words: offered(candidates, current) };
}

function offered(candidates: readonly Candidate[], current: string): readonly Candidate[] {
  return candidates.filter(({ word }) => word.startsWith(current));
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
