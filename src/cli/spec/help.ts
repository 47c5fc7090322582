/** The overview of all commands and the help of each, from the table. */
import { VERSION } from '../../version.js';
import { COMMANDS, FAMILIES } from '../commands/table.js';
import { columns, commandLines, indentedText, type Row, wrapText } from '../print/layout.js';
import { type ArgumentSpec, type CommandSpec, type Family, GROUP_TITLES, type Group, usageOf } from './command.js';
import { describeOption, type OptionSpec } from './option.js';
import { globalOptions } from './shared-options.js';

export interface HelpStyle {
  /** Makes headings stand out; the identity where there are no colors. */
  readonly heading: (text: string) => string;
  /** The columns of the terminal. */
  readonly width: number;
}

export function overview({ heading, width }: HelpStyle): string {
  const groups = Object.keys(GROUP_TITLES) as Group[];
  const sections = groups.map((group) => `${heading(GROUP_TITLES[group])}\n${columns(overviewRows(group), width)}`);
  return [
    wrapText(`synapse ${VERSION}: terminal programs that send each other messages, and reply.`, width),
    ...sections,
    `${heading('First steps')}\n${FIRST_STEPS.map(([command, meaning]) => example(command, meaning, width)).join('\n')}`,
    wrapText(
      'Run `synapse <command> --help` for details and examples, or read `man synapse` and `man synapse-<command>`.',
      width,
    ),
  ].join('\n\n');
}

const FIRST_STEPS: readonly Row[] = [
  ['synapse demo', 'See it work'],
  ['synapse start shell --id worker -- ./my-agent.sh', 'Start an agent'],
  ['synapse send worker "hello" --response', 'Ask it something'],
];

/** One row per first word, in the order of the table. */
export function overviewRows(group: Group): Row[] {
  const rows = new Map<string, string>();
  for (const spec of COMMANDS.filter((candidate) => candidate.group === group)) {
    const word = spec.path.split(' ')[0] ?? spec.path;
    rows.set(word, familyOf(spec)?.summary ?? spec.summary);
  }
  return [...rows];
}

/** With the words that it can be. */
export function describeArgument({ usage, description, choices }: ArgumentSpec): string {
  return describeOption({ flag: usage, type: 'string', description, ...(choices ? { choices } : {}) });
}

export function commandHelp(spec: CommandSpec, { heading, width }: HelpStyle): string {
  const section = (title: string, rows: readonly Row[]) =>
    rows.length === 0 ? [] : [`${heading(title)}\n${columns(rows, width)}`];
  const options = [...spec.options, HELP_OPTION, ...globalOptions];
  const siblings = familyOf(spec)?.commands.filter((other) => other !== spec) ?? [];
  return [
    wrapText([`${spec.summary}.`, ...spec.details].join('\n\n'), width),
    `${heading('Usage')}\n${indentedText(`${usageOf(spec)} [options]`, width, 2)}`,
    ...(spec.aliases ? [wrapText(`Also: ${spec.aliases.map((alias) => `synapse ${alias}`).join(', ')}`, width)] : []),
    ...section(
      'Arguments',
      spec.arguments.map((argument): Row => [argument.usage, describeArgument(argument)]),
    ),
    ...section(
      'Options',
      options.map((option): Row => [option.flag, describeOption(option)]),
    ),
    ...(spec.tables ?? []).flatMap(({ title, rows }) => section(title, rows)),
    `${heading('Examples')}\n${spec.examples.map(({ command, meaning }) => example(command, meaning, width)).join('\n')}`,
    ...section('Exit codes', Object.entries(spec.exits ?? {})),
    ...section(
      'See also',
      siblings.map(({ path, summary }): Row => [`synapse ${path}`, summary]),
    ),
  ].join('\n\n');
}

/** What `synapse tasks --help` shows: the commands of the family, and which one runs if none is named. */
export function familyHelp({ word, summary, commands }: Family, { heading, width }: HelpStyle): string {
  const rows = commands.map(({ path, summary }): Row => [path.slice(word.length + 1), summary]);
  const examples = commands.flatMap((spec) => spec.examples.slice(0, 1));
  const usual = commands.find(({ isDefault }) => isDefault);
  return [
    wrapText(`${summary}.`, width),
    `${heading('Usage')}\n${indentedText(`synapse ${word} <command> [options]`, width, 2)}`,
    `${heading('Commands')}\n${columns(rows, width)}`,
    ...(usual ? [wrapText(`Without a command, runs \`synapse ${usual.path}\`.`, width)] : []),
    `${heading('Examples')}\n${examples.map(({ command, meaning }) => example(command, meaning, width)).join('\n')}`,
    wrapText(`Run \`synapse ${word} <command> --help\` for details.`, width),
  ].join('\n\n');
}

function familyOf(spec: CommandSpec) {
  return FAMILIES.find(({ commands }) => commands.includes(spec));
}

function example(command: string, meaning: string, width: number): string {
  const comment = wrapText(meaning, width - 4).replace(/^/gm, '  # ');
  return `${comment}\n${commandLines(command, width)}`;
}

export const HELP_OPTION: OptionSpec = {
  flag: '-h, --help',
  key: 'help',
  type: 'boolean',
  description: 'Show this help',
};
