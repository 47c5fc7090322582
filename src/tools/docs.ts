/** The page about the tools, made from their table. */
import { TOOLS } from './table.js';
import type { ArgumentSchema, Permission, Tool } from './tool.js';

const NEEDS: Readonly<Record<Permission, string>> = {
  unauthenticated: 'nothing',
  authenticated: 'a session',
  taskOnly: 'a task session',
  chatOnly: 'a chat session',
  managerOnly: 'a session of a manager',
};

export function toolsPage(): string {
  return `${[...INTRODUCTION, ...TOOLS.map(sectionOf)].join('\n\n')}\n`;
}

const INTRODUCTION = [
  '<!-- Made by `npm run man` from the table of tools; do not edit. -->',
  '# Tools',
  'What the agents of a project call: over HTTP as `POST /tools/{name}` with a JSON body, on the command line as `synapse tool <name> --key value`. Any daemon of the home serves any agent.',
  'The session token stands in `Authorization: Bearer …`, or as `session_token` in the body. `synapse tool` takes it from `SYNAPSE_SESSION_TOKEN`, which the terminal of a project agent has, or from `--session`.',
  'Success is `{"success": true, …}`. A failure is `{"success": false, "error": code, "message": sentence, …}` with the status of [the table of errors](api.md#errors). Checks come in this order: token, tool, permission, arguments (everything that is missing at once, in `missing`), then those of the tool.',
  'A task session may hear from the chat session of the same agent: the answer to whatever it calls next has `_chat_notification` beside its own fields, once. After an urgent notice the tool is not run; the answer is `{"success": true, "tool": name, "tool_executed": false, "interrupt": {…}}` until `get_notifications`, or `get_conversation_messages` for that conversation, is called. Those two, `logout`, `report_completed` and `update_task_status` are never held up.',
  'Where chat is written, the answer has a `warning` if the message is stored but a chat file could not be written.',
  'Sentences are in English, or in Japanese where `SYNAPSE_LANG=ja` or the locale says so.',
];

function sectionOf(tool: Tool): string {
  const { name, description, permission, properties, answers } = tool;
  const rows = Object.entries(properties).map(([key, schema]) => row(tool, key, schema));
  const parts = [
    `## ${name}`,
    description,
    `Needs ${NEEDS[permission]} (\`${permission}\`). Answers ${answers.map((field) => (/\s/.test(field) ? field : `\`${field}\``)).join(', ')}.`,
  ];
  if (rows.length > 0) parts.push(['| argument | type | meaning |', '|---|---|---|', ...rows].join('\n'));
  return parts.join('\n\n');
}

function row({ required, aliases = {} }: Tool, key: string, schema: ArgumentSchema): string {
  const other = Object.entries(aliases).filter(([, name]) => name === key);
  const notes = [
    ...(required.includes(key) ? ['required'] : []),
    ...(schema.default === undefined ? [] : [`default \`${JSON.stringify(schema.default)}\``]),
    ...other.map(([alias]) => `also \`${alias}\``),
  ];
  const meaning = notes.length === 0 ? schema.description : `${schema.description} (${notes.join(', ')})`;
  return `| \`${key}\` | ${typeOf(schema)} | ${meaning} |`;
}

function typeOf({ type, enum: choices, minimum, maximum }: ArgumentSchema): string {
  if (choices) return choices.map((choice) => `\`${choice}\``).join(', ');
  return minimum === undefined ? type : `${type} ${minimum}-${maximum ?? '…'}`;
}
