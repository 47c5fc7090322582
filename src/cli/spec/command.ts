/** What a command is, as data: the parsers, the help, the man pages and the completion all read it. */
import type { IdKind, OptionSpec } from './option.js';

export interface CommandSpec {
  /** What the user types after `synapse`: `send`, `tasks wait`. */
  readonly path: string;
  readonly group: Group;
  /** Other words for it, which users of similar programs expect. */
  readonly aliases?: readonly string[];
  /** One line, for the overview. */
  readonly summary: string;
  /** Paragraphs, for the help and the man page. */
  readonly details: readonly string[];
  /** More to look up, such as the keys of a file. */
  readonly tables?: readonly HelpTable[];
  readonly arguments: readonly ArgumentSpec[];
  readonly options: readonly OptionSpec[];
  readonly examples: readonly Example[];
  /** Exit codes that mean something particular here. Those that every command has are in `EXIT_MEANINGS`. */
  readonly exits?: Readonly<Record<number, string>>;
  /** The command of a family that runs when none is named: `synapse tasks` is `synapse tasks list`. */
  readonly isDefault?: boolean;
  /** The command parses its own words, because its options depend on them. */
  readonly readsItself?: boolean;
  /** Loads the code that runs it. */
  readonly load: () => Promise<Run>;
}

interface HelpTable {
  readonly title: string;
  readonly rows: readonly (readonly [term: string, meaning: string])[];
}

/** The part of a command that its words are parsed by. */
export type SpecToParse = Pick<CommandSpec, 'arguments' | 'options'>;

/** Takes the arguments and options of the command and returns the exit code. */
// biome-ignore lint/suspicious/noExplicitAny: each command declares its own option type, derived from its spec.
type Run = (args: readonly string[], options: any) => Promise<number> | number;

/** A word with commands of its own: `tasks` has `list`, `wait` and `cancel`. */
export interface Family {
  readonly word: string;
  readonly summary: string;
  readonly commands: readonly CommandSpec[];
}

export type Group = 'agents' | 'messages' | 'team' | 'setup';

export interface ArgumentSpec {
  /** `<agent>` is required, `[message]` is optional, `[agent...]` takes several. */
  readonly usage: string;
  readonly description: string;
  readonly completes?:
    | IdKind
    | 'agent'
    | 'stopped'
    | 'startable'
    | 'external'
    | 'host'
    | 'receiver'
    | 'profile'
    | 'shell'
    | 'command';
  /** The words it can be. */
  readonly choices?: readonly string[];
}

interface Example {
  readonly command: string;
  readonly meaning: string;
}

export const GROUP_TITLES: Readonly<Record<Group, string>> = {
  agents: 'Agents',
  messages: 'Messages',
  team: 'Projects and teams',
  setup: 'Setup and maintenance',
};

/** The path of the command whose first word is the name of a profile. */
export const WRAP = '<profile>';

export const EXIT_MEANINGS: Readonly<Record<number, string>> = {
  0: 'Success. If the command waited for a reply, the reply came.',
  1: 'Failure.',
  2: 'Usage error, including a missing or empty message.',
  3: 'Not found, or ambiguous.',
  4: 'Still open: the wait ended before the reply came.',
  5: 'Queued: the target is not running.',
  6: 'The agent asked a question back; the question is on stdout.',
  130: 'Interrupted.',
};

/** `synapse send <target> [message]`, without the options. */
export function usageOf(spec: CommandSpec): string {
  const usages = spec.arguments.map((argument) => argument.usage);
  return ['synapse', ...(spec.path === WRAP ? usages : [spec.path, ...usages])].join(' ');
}

/** What to type to reach the command: the help is the same for every profile. */
export function typedPath({ path }: Pick<CommandSpec, 'path'>): string {
  return path === WRAP ? 'shell' : path;
}

/** How many arguments a command takes. */
export function argumentCounts({ arguments: specs }: SpecToParse): { readonly least: number; readonly most: number } {
  return {
    least: specs.filter(({ usage }) => usage.startsWith('<')).length,
    most: specs.some(({ usage }) => usage.includes('...')) ? Number.POSITIVE_INFINITY : specs.length,
  };
}
