/** The options of every command, as plain data that costs nothing to load. */
import { expires, from, json, limit, noWait, priority, response, table, wait } from './shared-options.js';

export { sendOptions } from './send-options.js';

export const noOptions = table();
export const jsonOptions = table(json);
export const answerOptions = table(
  { flag: '--dialog <id>', key: 'dialog', type: 'string', description: 'only if it is still this dialog' },
  json,
);
export const profilesTestOptions = table({ ...wait, description: 'how long each step may take (default 60)' }, json);

export const replyOptions = table(
  { flag: '--to <sender|id>', key: 'to', type: 'string', description: 'which request, by its sender or its id' },
  { flag: '--latest', key: 'latest', type: 'boolean', description: 'the newest of several open requests' },
  from,
  { flag: '--ask', key: 'ask', type: 'boolean', description: 'ask back: the text is a question, the task stays open' },
  { flag: '--fail', key: 'fail', type: 'boolean', description: 'close the request as failed, with the text as reason' },
  { flag: '--list-targets', key: 'listTargets', type: 'boolean', description: 'list the open requests and do nothing' },
  json,
);

export const tasksListOptions = table(
  from,
  { flag: '--state <state>', key: 'state', type: 'string', description: 'only tasks in this state' },
  limit,
  { flag: '--after <cursor>', key: 'after', type: 'string', description: 'go on where the last page ended' },
  json,
);
export const tasksWaitOptions = table(wait, from, json);
export const tasksCancelOptions = table(from, json);
export const showOptions = table(from, json);

export const broadcastOptions = table(
  { flag: '--project <id>', key: 'project', type: 'string', description: 'only to the agents of this project' },
  response,
  wait,
  noWait,
  from,
  priority,
  expires,
  json,
);

export const inboxOptions = table(
  { flag: '--peek', key: 'peek', type: 'boolean', description: 'look without marking anything as read' },
  { flag: '--watch', key: 'watch', type: 'boolean', description: 'stay and print messages as they come' },
  from,
  json,
);

export const historyOptions = table(
  { flag: '--with <agent>', key: 'with', type: 'string', description: 'only messages from or to this agent' },
  { flag: '--since <time>', key: 'since', type: 'string', description: 'since 2h, 3d, or a date such as 2026-05-01' },
  { flag: '--grep <regex>', key: 'grep', type: 'string', description: 'only messages whose text matches' },
  limit,
  from,
  json,
);

export const wrapOptions = table(
  { flag: '--id <id>', key: 'id', type: 'string', description: 'a lasting address of your choice' },
  { flag: '--name <name>', key: 'name', type: 'string', description: 'a second name it can be reached by' },
  { flag: '--role <text>', key: 'role', type: 'string', description: 'what it is there for, shown to others' },
  {
    flag: '--port <number>',
    key: 'port',
    type: 'integer',
    min: 1,
    max: 65_535,
    description: 'a port instead of the next free one',
  },
  { flag: '--project <id>', key: 'project', type: 'string', description: 'the project it belongs to' },
  {
    flag: '--purpose <purpose>',
    key: 'purpose',
    type: 'string',
    choices: ['task', 'chat'],
    description: 'what its session in the project is for: task (default) or chat',
  },
  {
    flag: '--parent <agent>',
    key: 'parent',
    type: 'string',
    description: 'who stands above it, if it is new in the project',
  },
  { flag: '--cwd <dir>', key: 'cwd', type: 'string', description: 'the folder it runs in (default: this one)' },
  { flag: '--env <K=V>', key: 'env', type: 'list', description: 'a variable for its environment (may be repeated)' },
  {
    flag: '--allow-shell',
    key: 'allowShell',
    type: 'boolean',
    description: 'let an interactive shell execute messages',
  },
);
export const startOptions = table(...wrapOptions, json);

export const attachOptions = table({
  flag: '--read-only',
  key: 'readOnly',
  type: 'boolean',
  description: 'only look: no key reaches the program, and the size stays',
});

export const listOptions = table(json, {
  flag: '-w, --watch',
  key: 'watch',
  type: 'boolean',
  description: 'stay and show changes as they happen',
});

export const logsOptions = table(
  { flag: '-f, --follow', key: 'follow', type: 'boolean', description: 'stay and print what is added' },
  { flag: '-n, --lines <count>', key: 'lines', type: 'integer', min: 0, description: 'how many lines (default 50)' },
);

export const stopOptions = table(
  { flag: '--all', key: 'all', type: 'boolean', description: 'every agent, people too' },
  { flag: '--force', key: 'force', type: 'boolean', description: 'do not ask the daemon first: kill at once' },
  json,
);

export const pruneOptions = table(
  {
    flag: '--older-than <duration>',
    key: 'olderThan',
    type: 'duration',
    description: 'what ended longer ago than this (default 30d)',
  },
  json,
);

export const tokenCreateOptions = table(
  { flag: '--name <name>', key: 'name', type: 'string', description: 'what the outside program is called (required)' },
  { flag: '--agent <agent>', key: 'agent', type: 'string', description: 'valid for this agent only' },
  json,
);

const project = {
  flag: '--project <id>',
  key: 'project',
  type: 'string',
  description: 'only of this project',
} as const;

export const projectCreateOptions = table(
  {
    flag: '--dir <dir>',
    key: 'dir',
    type: 'string',
    description: 'its working directory (default: this one; "" for none, and then it has no chat)',
  },
  { flag: '--name <name>', key: 'name', type: 'string', description: 'what it is called (default: its id)' },
  json,
);

export const agentAddOptions = table(
  { ...project, description: 'the project it works in (required)' },
  {
    flag: '--kind <kind>',
    key: 'kind',
    type: 'string',
    choices: ['ai', 'human'],
    description: 'ai (default) or human',
  },
  { flag: '--name <name>', key: 'name', type: 'string', description: 'what it is called (default: its id)' },
  { flag: '--parent <agent>', key: 'parent', type: 'string', description: 'who stands above it' },
  { flag: '--manager', key: 'manager', type: 'boolean', description: 'it may assign work to others' },
  { flag: '--profile <name>', key: 'profile', type: 'string', description: 'the kind of program it is' },
  { flag: '--command <line>', key: 'command', type: 'string', description: 'the program it is' },
  { flag: '--no-auto', key: 'noAuto', type: 'boolean', description: 'never start it by itself' },
  { flag: '--role <text>', key: 'role', type: 'string', description: 'what it is there for' },
  { flag: '--cwd <dir>', key: 'cwd', type: 'string', description: "its program's folder, relative to the project's" },
  { flag: '--env <K=V>', key: 'env', type: 'list', description: 'a variable for its program (may be repeated)' },
  json,
);

export const teamOptions = table(project, json);

const teamFileOption = {
  flag: '-f, --file <path>',
  key: 'file',
  type: 'string',
  description: 'the team file (default: synapse.yaml in this folder)',
} as const;
export const upOptions = table(
  teamFileOption,
  {
    flag: '--no-auto',
    key: 'noAuto',
    type: 'boolean',
    description: 'let nobody be started by work, until the next up',
  },
  json,
);
export const downOptions = table(teamFileOption, json);

const reason = { flag: '--reason <text>', key: 'reason', type: 'string', description: 'why' } as const;
const status = {
  flag: '--status <status>',
  key: 'status',
  type: 'string',
  choices: ['backlog', 'todo', 'in_progress', 'blocked', 'done', 'cancelled'],
  description: 'only with this status',
} as const;

export const workCreateOptions = table(
  { ...project, description: 'the project it belongs to (required)' },
  { flag: '--assignee <agent>', key: 'assignee', type: 'string', description: 'who is to do it' },
  {
    flag: '--priority <priority>',
    key: 'priority',
    type: 'string',
    choices: ['urgent', 'high', 'medium', 'low'],
    description: 'how urgent it is (default: medium)',
  },
  { flag: '--description <text>', key: 'description', type: 'string', description: 'more about it' },
  { flag: '--parent <task>', key: 'parent', type: 'string', description: 'the work task it is a part of' },
  { ...status, choices: ['backlog', 'todo', 'in_progress'], description: 'how it begins (default: todo)' },
  json,
);
export const workListOptions = table(
  project,
  status,
  { flag: '--assignee <agent>', key: 'assignee', type: 'string', description: 'only of this agent' },
  json,
);
export const workReasonOptions = table(reason, json);
export const executionListOptions = table(
  project,
  { flag: '--task <id>', key: 'task', type: 'string', description: 'only for this work task' },
  json,
);
export const executionLogOptions = table(
  { flag: '--tail <count>', key: 'tail', type: 'integer', min: 1, description: 'the last so many lines (default 100)' },
  { flag: '--offset <line>', key: 'offset', type: 'integer', min: 0, description: '100 lines from this one on' },
  json,
);

/** Accepted by every command, before or after its name. */
export const globalOptions = table({
  flag: '--no-color',
  key: 'noColor',
  type: 'boolean',
  description: 'no colours (as NO_COLOR does)',
});
