/** The man pages, made from the command table and the error catalogue. */
import { ERROR_CATALOGUE } from '../../error-catalogue.js';
import { VERSION } from '../../version.js';
import { COMMANDS } from '../commands/table.js';
import { type CommandSpec, EXIT_MEANINGS, GROUP_TITLES, type Group, usageOf } from '../spec/command.js';
import { overviewRows } from '../spec/help.js';
import { globalOptions } from '../spec/shared-options.js';
import { bold, flag, item, paragraph, section, subsection, verbatim } from './roff.js';

export interface ManPage {
  readonly file: string;
  readonly text: string;
}

const GROUPS = Object.keys(GROUP_TITLES) as Group[];
const GROUP_SUMMARIES: Readonly<Record<Group, string>> = {
  agents: 'start, watch and stop Synapse agents',
  messages: 'send, answer and find messages between Synapse agents',
  team: 'organize Synapse agents in projects, and follow their work and conversations',
  setup: 'try, check and clean up Synapse',
};

export function manPages(): ManPage[] {
  return [
    { file: 'synapse.1', text: mainPage() },
    ...GROUPS.map((group) => ({ file: `synapse-${group}.1`, text: groupPage(group) })),
  ];
}

function mainPage(): string {
  return page('synapse', 'terminal programs that send each other messages, and answer', [
    section('Synopsis', `${bold('synapse')} ${flag('<command>')} [${flag('<argument>')}...] [${flag('<option>')}...]`),
    section('Description', ...DESCRIPTION.map(paragraph)),
    ...GROUPS.map((group) =>
      section(
        `${GROUP_TITLES[group]} (synapse-${group}(1))`,
        ...overviewRows(group).map(([word, summary]) => item(bold(`synapse ${word}`), summary)),
      ),
    ),
    section('Options', ...globalOptions.map((option) => item(flag(option.flag), option.description)), ...MAIN_OPTIONS),
    section('Environment', ...ENVIRONMENT.map(([name, meaning]) => item(bold(name), meaning))),
    section('Files', ...FILES.map(([name, meaning]) => item(bold(name), meaning))),
    section('Exit status', ...Object.entries(EXIT_MEANINGS).map(([code, meaning]) => item(bold(code), meaning))),
    section('Errors', paragraph(ERRORS_INTRODUCTION), ...errorRows()),
    section('See also', GROUPS.map((group) => `${bold(`synapse-${group}`)}(1)`).join(', ')),
  ]);
}

function groupPage(group: Group): string {
  const specs = COMMANDS.filter((spec) => spec.group === group);
  const synopsis = specs.flatMap((spec) => [flag(usageOf(spec)), '.br']).slice(0, -1);
  const others = ['synapse', ...GROUPS.filter((other) => other !== group).map((other) => `synapse-${other}`)];
  return page(`synapse-${group}`, GROUP_SUMMARIES[group], [
    section('Synopsis', ...synopsis),
    section('Commands', ...specs.map(commandBlock)),
    section('See also', others.map((name) => `${bold(name)}(1)`).join(', ')),
  ]);
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
  return subsection(
    usageOf(spec),
    paragraph(`${spec.summary}.`),
    ...spec.details.map(paragraph),
    ...spec.arguments.map((argument) => item(flag(argument.usage), argument.description)),
    ...spec.options.map((option) => item(flag(option.flag), option.description)),
    paragraph('Examples:'),
    verbatim(spec.examples.flatMap(({ command, meaning }) => [`# ${meaning}`, command])),
    ...exitRows(spec),
  );
}

function exitRows({ exits }: CommandSpec): string[] {
  if (!exits) return [];
  return [paragraph('Exit status:'), ...Object.entries(exits).map(([code, meaning]) => item(bold(code), meaning))];
}

/** Stands in for every detail of an error message with the name of that detail. */
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
  'Synapse gives every program that runs in a terminal an address. A message that is sent there is kept safely, typed into the terminal when the program can take it, and its sender is told how far it got. Whoever asks with --response owns the task, and the answer comes back to the asker.',
  'stdout is the answer, stderr is everything else. Colours and live screens appear only on a terminal. Every command has --help with examples.',
  'In the terminal a message looks like [A2A:<short id>:<sender>] <text>; `synapse reply` answers it.',
];

const MAIN_OPTIONS = [
  item(flag('-h, --help'), 'show the overview, or the help of a command'),
  item(flag('-V, --version'), 'print the version'),
];

const ENVIRONMENT = [
  ['SYNAPSE_HOME', 'The folder that holds all state (default: ~/.synapse). Two different ones never see each other.'],
  ['SYNAPSE_HUMAN', 'The agent id of the person at a plain shell (default: the name of the user).'],
  ['SYNAPSE_AGENT_ID, SYNAPSE_INSTANCE, SYNAPSE_AGENT_TYPE, SYNAPSE_PORT', 'Set for wrapped programs: who they are.'],
  [
    'SYNAPSE_PROJECT, SYNAPSE_MEMBER_ID, SYNAPSE_SESSION_TOKEN, SYNAPSE_SESSION_PURPOSE',
    'Set for wrapped programs of project agents: their project, who they are in it, and the session with which they call tools.',
  ],
  ['SYNAPSE_LANG', 'en or ja: the language of what tools say (default: the locale).'],
  [
    'SYNAPSE_PROJECT_SESSIONS, SYNAPSE_CHAT_IDLE_SECONDS',
    'How many sessions of a project may run that started themselves (4), and for how long such a chat session stays after its work is done (600).',
  ],
  [
    'SYNAPSE_START_PAUSE_MS, SYNAPSE_DIALOG_PATIENCE_SECONDS, SYNAPSE_SEND_LIMIT',
    'The pause after the first failed start of a session, which doubles with each further one (2000); how long the agent above may take to see to a dialog before a person is told (60); how many messages two programs may write to each other within ten minutes (60; 0 for any number).',
  ],
  [
    'CONVERSATION_PENDING_TIMEOUT_SECONDS, CONVERSATION_ACTIVE_TIMEOUT_SECONDS',
    'How long a conversation may wait for its participant (300), and for the next message (600).',
  ],
  [
    'SYNAPSE_EXECUTION_LOG_MB, SYNAPSE_EXECUTION_LOGS_MB',
    'How long the log of one execution may become (256), and all of them together (2048): the oldest are deleted first.',
  ],
  ['NO_COLOR, FORCE_COLOR', 'No colours at all, or colours even when piped.'],
  ['SYNAPSE_DEBUG', 'Print where in the program an error came from.'],
] as const;

const FILES = [
  ['$SYNAPSE_HOME/agents/<id>/', 'What an agent is, its message store, its caller key and the log of its daemon.'],
  ['$SYNAPSE_HOME/live/<id>.json', 'One small file per running agent, removed by its daemon.'],
  ['$SYNAPSE_HOME/profiles/<name>.yaml', 'Profiles of your own; .synapse/profiles/ in a project holds more.'],
  ['$SYNAPSE_HOME/team.db', 'Projects, teams, sessions, chat, conversations and work; shared by all daemons.'],
  ['$SYNAPSE_HOME/executions/', 'What task terminals printed while they ran for a work task, a log per execution.'],
  ['<project>/.ai-pm/agents/<id>/chat.jsonl', 'The chat of an agent, a line per message.'],
  ['$SYNAPSE_HOME/tokens/<name>.json', 'Access tokens, hashed.'],
] as const;

const ERRORS_INTRODUCTION =
  'With --json a failed command prints {"success": false, "error": "<code>", "message": …, "hint": …}, as a daemon answers it. The codes:';
