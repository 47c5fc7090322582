/** What a command is, as data: the parser, the help, the man pages and the completion are all made from it. */
import type { OptionSpec } from './option.js';

export type Group = 'agents' | 'messages' | 'team' | 'around';

export interface CommandSpec {
  /** What the user types after `synapse`: `send`, `tasks wait`. */
  readonly path: string;
  readonly group: Group;
  /** One line, for the overview. */
  readonly summary: string;
  /** Paragraphs, for the help and the man page. */
  readonly details: readonly string[];
  readonly arguments: readonly ArgumentSpec[];
  readonly options: readonly OptionSpec[];
  readonly examples: readonly Example[];
  readonly exits: readonly number[];
  /** The command of a family that is meant when none is named: `synapse tasks` is `synapse tasks list`. */
  readonly isDefault?: boolean;
  /** It reads its own words: which options there are depends on them. */
  readonly readsItself?: boolean;
}

export interface ArgumentSpec {
  /** `<agent>` is required, `[message]` is not, `…` means several. */
  readonly usage: string;
  readonly description: string;
  readonly completes?: 'agent' | 'profile' | 'shell' | 'command';
}

interface Example {
  readonly command: string;
  readonly meaning: string;
}

export const GROUP_TITLES: Readonly<Record<Group, string>> = {
  agents: 'Agents',
  messages: 'Messages',
  team: 'Projects and teams',
  around: 'Around it',
};

/** Commands with commands of their own, and what they are about. */
export const FAMILIES: Readonly<Record<string, string>> = {
  tasks: 'List tasks, wait for one, or cancel one',
  profiles: 'The kinds of programs that can be started',
  token: 'Access for programs outside',
  project: 'Projects: a working directory with assigned agents',
  agent: 'The agents of a team, and who stands above whom',
  conversation: 'Look at conversations between AI agents',
  work: 'Work tasks: what is to be done, by whom, and how it came there',
  delegation: 'Look at what task sessions have handed to chat sessions',
  execution: 'Look at what ran for work tasks, and its logs',
};

/** The path of the command whose first word is the name of a profile. */
export const WRAP = '<profile>';

export const EXIT_MEANINGS: Readonly<Record<number, string>> = {
  0: 'done (answered, if waiting)',
  1: 'failed',
  2: 'wrong usage, also: no message or an empty one',
  3: 'not found, or ambiguous',
  4: 'still open: the wait ran out, the task goes on',
  5: 'queued: the target is down',
  6: 'the agent asks back; its question is on stdout',
  130: 'interrupted',
};

/** `synapse send <target> [message]`, without the options. */
export function usageOf(spec: CommandSpec): string {
  const usages = spec.arguments.map((argument) => argument.usage);
  return ['synapse', ...(spec.path === WRAP ? usages : [spec.path, ...usages])].join(' ');
}
