/** The overview of all commands and the help of each, from the table. */
import { VERSION } from '../../version.js';
import { type CommandSpec, EXIT_MEANINGS, FAMILIES, GROUP_TITLES, type Group, usageOf } from './command.js';
import { COMMANDS, familyOf } from './command-table.js';
import { globalOptions } from './options.js';

/** Makes headings stand out; the identity where there are no colours. */
export type Heading = (text: string) => string;

const WIDTH = 100;

export function overview(heading: Heading): string {
  const groups = Object.keys(GROUP_TITLES) as Group[];
  const sections = groups.map((group) => `${heading(GROUP_TITLES[group])}\n${columns(overviewRows(group))}`);
  return [
    `synapse ${VERSION}: terminal programs that send each other messages, and answer.`,
    ...sections,
    [
      heading('First steps'),
      '  synapse demo                                        see it work',
      '  synapse start shell --id worker -- ./my-agent.sh    start an agent',
      '  synapse send worker "hello" --response              ask it something',
    ].join('\n'),
    'Every command has --help with examples. Manual: man synapse',
  ].join('\n\n');
}

export function commandHelp(spec: CommandSpec, heading: Heading): string {
  const options = [...spec.options, { flag: '-h, --help', description: 'show this' }, ...globalOptions];
  const parts = [
    `${heading('Usage')}\n  ${usageOf(spec)} [options]`,
    wrapText([`${spec.summary}.`, ...spec.details].join('\n\n'), WIDTH),
  ];
  if (spec.arguments.length > 0) {
    parts.push(`${heading('Arguments')}\n${columns(spec.arguments.map((item) => [item.usage, item.description]))}`);
  }
  parts.push(`${heading('Options')}\n${columns(options.map((item) => [item.flag, item.description]))}`);
  const examples = spec.examples.map(({ command, meaning }) => `  # ${meaning}\n  ${command}`);
  parts.push(`${heading('Examples')}\n${examples.join('\n')}`);
  parts.push(
    `${heading('Exit codes')}\n${columns(spec.exits.map((code) => [String(code), EXIT_MEANINGS[code] ?? '']))}`,
  );
  const siblings = familyOf(spec.path.split(' ')[0] ?? '').filter((other) => other !== spec);
  if (siblings.length > 0) {
    parts.push(`${heading('See also')}\n${columns(siblings.map((other) => [`synapse ${other.path}`, other.summary]))}`);
  }
  return parts.join('\n\n');
}

function overviewRows(group: Group): [string, string][] {
  const rows = new Map<string, string>();
  for (const spec of COMMANDS) {
    if (spec.group !== group) continue;
    const word = spec.path.split(' ')[0] ?? spec.path;
    rows.set(word, FAMILIES[word] ?? spec.summary);
  }
  return [...rows];
}

function columns(rows: readonly (readonly [string, string])[] | readonly (readonly string[])[]): string {
  const width = Math.max(12, ...rows.map(([left = '']) => left.length));
  const room = WIDTH - width - 4;
  return rows
    .map(([left = '', right = '']) => {
      const [first = '', ...more] = wrapText(right, room).split('\n');
      const rest = more.map((line) => `\n${' '.repeat(width + 4)}${line}`).join('');
      return `  ${left.padEnd(width)}  ${first}${rest}`.trimEnd();
    })
    .join('\n');
}

function wrapText(text: string, width: number): string {
  return text
    .split('\n')
    .map((paragraph) => wrapParagraph(paragraph, width))
    .join('\n');
}

function wrapParagraph(paragraph: string, width: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join('\n');
}
