/** Makes the man pages, an overview and one per command, from the command table and the error catalogue. */
import { ERROR_CATALOGUE } from '../../error-catalogue.js';
import { VERSION } from '../../version.js';
import { COMMANDS, FAMILIES } from '../commands/table.js';
import { type CommandSpec, EXIT_MEANINGS, GROUP_TITLES, type Group, usageOf, WRAP } from '../spec/command.js';
import { describeArgument, HELP_OPTION, overviewRows } from '../spec/help.js';
import { describeOption, type OptionSpec } from '../spec/option.js';
import { globalOptions } from '../spec/shared-options.js';
import { bold, flag, item, paragraph, section, subsection, verbatim } from './roff.js';

export interface ManPage {
  readonly file: string;
  readonly text: string;
}

const GROUPS = Object.keys(GROUP_TITLES) as Group[];

/** The overview, and a page for each first word: `man synapse-send`, `man synapse-tasks`. */
export function manPages(): ManPage[] {
  const words = GROUPS.flatMap((group) => overviewRows(group).map(([word]) => word));
  return [
    { file: 'synapse.1', text: mainPage() },
    ...words.map((word) => ({ file: `${pageName(word)}.1`, text: commandPage(word) })),
  ];
}

function mainPage(): string {
  return page('synapse', 'terminal programs that send each other messages, and reply', [
    section('Synopsis', `${bold('synapse')} ${flag('<command>')} [${flag('<argument>')}...] [${flag('<option>')}...]`),
    section('Description', ...DESCRIPTION.map(paragraph)),
    ...GROUPS.map((group) =>
      section(
        GROUP_TITLES[group],
        ...overviewRows(group).map(([word, summary]) =>
          item(`${word === WRAP ? `${bold(`synapse ${WRAP}`)}, ` : ''}${bold(pageName(word))}(1)`, `${summary}.`),
        ),
      ),
    ),
    section('Options', ...globalOptions.map((option) => item(flag(option.flag), option.description)), ...MAIN_OPTIONS),
    section('Environment', ...ENVIRONMENT.map(([name, meaning]) => item(bold(name), meaning))),
    section('Files', ...FILES.map(([name, meaning]) => item(bold(name), meaning))),
    section('Exit status', ...Object.entries(EXIT_MEANINGS).map(([code, meaning]) => item(bold(code), meaning))),
    section('Errors', paragraph(ERRORS_INTRODUCTION), ...errorRows()),
  ]);
}

function commandPage(word: string): string {
  const specs = COMMANDS.filter(({ path }) => path.split(' ')[0] === word);
  const family = FAMILIES.find((each) => each.word === word);
  const [first] = specs;
  if (!first) throw new TypeError(`there is no command ${word}`);
  const synopsis = specs.flatMap((spec) => [flag(`${usageOf(spec)} [options]`), '.br']).slice(0, -1);
  const others = overviewRows(first.group).flatMap(([other]) => (other === word ? [] : [other]));
  return page(pageName(word), lowered(family?.summary ?? first.summary), [
    section('Synopsis', ...synopsis),
    ...(family ? [section('Commands', ...specs.map(commandBlock))] : commandSections(first)),
    section('See also', ['synapse', ...others.map(pageName)].map((name) => `${bold(name)}(1)`).join(', ')),
  ]);
}

/** The page of the command that runs a profile has a name of its own, because nobody types `<profile>`. */
function pageName(word: string): string {
  return word === WRAP ? 'synapse-profile' : `synapse-${word}`;
}

function lowered(summary: string): string {
  return summary.charAt(0).toLowerCase() + summary.slice(1);
}

function commandSections(spec: CommandSpec): string[] {
  const { summary, details, tables = [], exits, aliases = [] } = spec;
  const options = [...spec.options, HELP_OPTION, ...globalOptions];
  return [
    section('Description', paragraph(`${summary}.`), ...details.map(paragraph), ...aliasLine(aliases)),
    ...(spec.arguments.length > 0 ? [section('Arguments', ...argumentItems(spec))] : []),
    section('Options', ...options.map(optionItem)),
    ...tables.map(({ title, rows }) => section(title, ...rows.map(([term, meaning]) => item(bold(term), meaning)))),
    section('Examples', exampleLines(spec)),
    ...(exits ? [section('Exit status', ...exitItems(exits))] : []),
  ];
}

function aliasLine(aliases: readonly string[]): string[] {
  return aliases.length > 0 ? [paragraph(`Also: ${aliases.map((alias) => `synapse ${alias}`).join(', ')}.`)] : [];
}

function argumentItems(spec: CommandSpec): string[] {
  return spec.arguments.map((argument) => item(flag(argument.usage), describeArgument(argument)));
}

function optionItem(option: OptionSpec): string {
  return item(flag(option.flag), describeOption(option));
}

function exampleLines({ examples }: CommandSpec): string {
  return verbatim(examples.flatMap(({ command, meaning }) => [`# ${meaning}`, command]));
}

function exitItems(exits: NonNullable<CommandSpec['exits']>): string[] {
  return Object.entries(exits).map(([code, meaning]) => item(bold(code), meaning));
}

function page(name: string, summary: string, sections: readonly string[]): string {
  const head = `.\\" Made by \`npm run man\` from the command table and the error catalogue; do not edit.
.TH ${name.toUpperCase().replaceAll('-', '\\-')} 1 "" "Synapse ${VERSION}" "Synapse manual"
.nh
.ad l`;
  const title = section('Name', `${name.replaceAll('-', '\\-')} \\- ${summary}`);
  return `${[head, title, ...sections].join('\n')}\n`;
}

function commandBlock(spec: CommandSpec): string {
  const { exits, tables = [] } = spec;
  return subsection(
    usageOf(spec),
    paragraph(`${spec.summary}.`),
    ...spec.details.map(paragraph),
    ...argumentItems(spec),
    ...spec.options.map(optionItem),
    ...tables.flatMap(({ title, rows }) => [
      paragraph(`${title}:`),
      ...rows.map(([term, meaning]) => item(bold(term), meaning)),
    ]),
    paragraph('Examples:'),
    exampleLines(spec),
    ...(exits ? [paragraph('Exit status:'), ...exitItems(exits)] : []),
  );
}

/** Replaces every detail of an error message by the name of that detail. */
const PLACEHOLDERS: Readonly<Record<string, unknown>> = new Proxy({}, { get: (_, name) => `<${String(name)}>` });

function errorRows(): string[] {
  return Object.entries(ERROR_CATALOGUE).map(([code, entry]) =>
    item(
      `${bold(code)} (HTTP ${entry.status}, exit ${entry.exit})`,
      [entry.message(PLACEHOLDERS), entry.hint(PLACEHOLDERS)].filter((text) => text !== null).join(' '),
    ),
  );
}

const DESCRIPTION = [
  'Synapse gives every program that runs in a terminal an address. A message to that address is stored, typed into the terminal as soon as the program can take it, and tracked with receipts. The sender of a message with --response owns the task, and the reply goes back to the sender.',
  'Results go to stdout, everything else goes to stderr. Colors and live screens appear only on a terminal. Every command has --help with examples.',
  'In a terminal, a message looks like [A2A:<short id>:<sender>] <text>. To answer it, use `synapse reply`.',
];

const MAIN_OPTIONS = [
  item(flag('-h, --help'), 'Show the overview, or the help of a command'),
  item(flag('-V, --version'), 'Print the version'),
];

const ENVIRONMENT = [
  ['SYNAPSE_HOME', 'The folder for all state (default: ~/.synapse). Agents in different homes do not see each other.'],
  ['SYNAPSE_HUMAN', 'Your own agent id in a plain shell (default: your user name).'],
  [
    'SYNAPSE_AGENT_ID, SYNAPSE_INSTANCE, SYNAPSE_AGENT_TYPE, SYNAPSE_PORT, SYNAPSE_SPOOL',
    'Set for the programs of agents: who they are, and the folder through which their commands reach them in a sandbox.',
  ],
  [
    'SYNAPSE_PROJECT, SYNAPSE_SESSION_TOKEN, SYNAPSE_SESSION_PURPOSE',
    'Set for the programs of project agents: their project, and the session they call tools with.',
  ],
  ['SYNAPSE_TOKEN', 'The access token that synapse mcp uses outside the terminal of an agent.'],
  ['SYNAPSE_LANG', 'en or ja: the language that tools answer in (default: from the locale).'],
  [
    'SYNAPSE_PROJECT_SESSIONS, SYNAPSE_CHAT_IDLE_SECONDS',
    'How many automatically started sessions a project may have at once (4; two of them are reserved for chat, so no more than two work on tasks), and how many seconds an idle chat session among them stays open (600). Set them in the environment of project create or up.',
  ],
  [
    'SYNAPSE_START_PAUSE_MS, SYNAPSE_DIALOG_PATIENCE_SECONDS, SYNAPSE_SEND_LIMIT',
    'The pause after a session fails to start, which doubles with each further failure (2000); how long a manager has to answer a dialog before a person is notified (60); how many messages two programs may send each other within ten minutes (60; 0 for no limit).',
  ],
  [
    'CONVERSATION_PENDING_TIMEOUT_SECONDS, CONVERSATION_ACTIVE_TIMEOUT_SECONDS',
    'How long a conversation waits for the other agent to join (300), and for the next message (600). Values from the environment of project create or up take precedence over those of a daemon.',
  ],
  [
    'SYNAPSE_EXECUTION_LOG_MB, SYNAPSE_EXECUTION_LOGS_MB',
    'The maximum size of one execution log (256), and of all of them together (2048); the oldest are deleted first.',
  ],
  [
    'SYNAPSE_TEAM_URL, SYNAPSE_TEAM_PASSWORD_FILE',
    'The PostgreSQL server for the team store, such as postgres://user@server/database, instead of team.db, and a file with its password. See docs/postgresql.md.',
  ],
  [
    'SYNAPSE_KEEP_DAYS, SYNAPSE_KEEP_MESSAGES',
    'How many days finished chat, conversations, work history, executions and mail are kept (90), and how many messages per project and per agent, and how many records of each other kind (100000). 0 for no limit.',
  ],
  [
    'SYNAPSE_CHANNELS',
    'The channels that messages to an agent may use, such as paste, if its profile has several. See docs/agents.md.',
  ],
  [
    'SYNAPSE_PUSH_ALLOW',
    'Private hosts and networks to which an agent may send push notifications of A2A clients. See docs/a2a.md.',
  ],
  ['NO_COLOR, FORCE_COLOR', 'Turn colors off, or on even when piped.'],
  ['SYNAPSE_DEBUG', 'Print the stack trace of errors.'],
] as const;

const FILES = [
  [
    '$SYNAPSE_HOME/agents/<id>/',
    'The definition of an agent, its message store, its caller key and the log of its daemon.',
  ],
  ['$SYNAPSE_HOME/live/<id>.json', 'One file per running agent, removed by its daemon.'],
  ['$SYNAPSE_HOME/profiles/<name>.yaml', 'Your own profiles. A project can have more in .synapse/profiles/.'],
  ['$SYNAPSE_HOME/team.db', 'Projects, teams, sessions, chat, conversations and work; shared by all daemons.'],
  ['$SYNAPSE_HOME/executions/', 'One log per execution: what the terminal printed while it ran for a work task.'],
  ['<project>/.ai-pm/agents/<id>/chat.jsonl', 'The chat of an agent, one line per message.'],
  ['$SYNAPSE_HOME/tokens/<name>.json', 'Access tokens, hashed.'],
] as const;

const ERRORS_INTRODUCTION =
  'With --json, a command that fails prints {"error": "<code>", "message": …, "hint": …}. The codes:';
