/** The one catalogue of what can go wrong: code, HTTP status, exit code, sentence and hint. */

/** Facts that belong to one failure; they fill the sentence and travel in the JSON answer. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

export interface CatalogueEntry {
  readonly status: number;
  readonly exit: number;
  readonly message: (details: ErrorDetails) => string;
  readonly hint: (details: ErrorDetails) => string;
}

const FAILED = 1;
const USAGE = 2;
const NOT_FOUND = 3;
const OPEN = 4;
const QUEUED = 5;

const of = (
  status: number,
  exit: number,
  message: string | ((details: ErrorDetails) => string),
  hint: string | ((details: ErrorDetails) => string),
): CatalogueEntry => ({
  status,
  exit,
  message: typeof message === 'string' ? (details) => fill(message, details) : message,
  hint: typeof hint === 'string' ? (details) => fill(hint, details) : hint,
});

export const ERROR_CATALOGUE = {
  invalid_request: of(400, USAGE, '{reason}', 'Each command says with `--help` how it is used.'),
  cannot_message_self: of(
    400,
    USAGE,
    '{agent} cannot send a message to itself.',
    'Name another agent; `synapse list` shows them.',
  ),
  authentication_required: of(
    401,
    FAILED,
    'This request carries no credential that this daemon knows.',
    'Send `Authorization: Bearer <token>`; `synapse token create --name NAME` makes one for a program outside.',
  ),
  forbidden_origin: of(
    403,
    FAILED,
    'Requests for {host} are not answered here.',
    'Call the daemon by a loopback name (localhost, 127.0.0.1) and without a foreign Origin.',
  ),
  forbidden: of(
    403,
    FAILED,
    '{caller} may not do this on {agent}.',
    'Only the agent itself may; run the command as that agent (`--from {agent}`).',
  ),
  sender_mismatch: of(
    403,
    FAILED,
    'The credential belongs to {caller}, but the message says it comes from {sender}.',
    'Leave `metadata.sender.sender_id` out, or send with the credential of {sender}.',
  ),
  not_task_target: of(
    403,
    FAILED,
    'Request {task} was sent to {target}; {caller} may not answer it.',
    'Send an ordinary message instead: synapse send {asker} "…"',
  ),
  task_not_found: of(
    404,
    NOT_FOUND,
    'There is no task or message {task} here.',
    ({ reply_to }) =>
      `\`synapse tasks\` lists them.${reply_to ? ' An answer can also be sent as a message of its own, without --reply-to.' : ''}`,
  ),
  agent_not_found: of(404, NOT_FOUND, 'There is no agent {target}.', '`synapse list` shows who can be reached.'),
  agent_id_reserved: of(
    400,
    USAGE,
    'No agent can be called {agent_id}: ids that end with .task or .chat are those of sessions.',
    'Choose another id.',
  ),
  profile_not_found: of(404, NOT_FOUND, 'There is no profile {profile}.', '`synapse profiles` lists them.'),
  tool_not_registered: of(404, NOT_FOUND, 'There is no tool {tool}.', '`GET /tools` lists them.'),
  not_found: of(404, NOT_FOUND, 'There is nothing at {path}.', 'See docs/api.md for what a daemon answers.'),
  method_not_allowed: of(405, USAGE, '{path} does not take {method}.', 'See docs/api.md for what a daemon answers.'),
  ambiguous_id: of(
    409,
    NOT_FOUND,
    (d) => `${d.task} fits several: ${list(d.matches)}.`,
    'Give more characters of the id.',
  ),
  ambiguous_target: of(
    409,
    NOT_FOUND,
    (d) => `${d.target} fits several agents: ${list(d.matches)}.`,
    'Name one of them by its id.',
  ),
  task_already_closed: of(409, FAILED, 'Task {task} is already {state}.', '`synapse show {task}` prints how it ended.'),
  no_open_request: of(
    409,
    NOT_FOUND,
    'Nobody waits for an answer from {agent}.',
    'To write without being asked: synapse send <agent> "…"',
  ),
  several_open_requests: of(
    409,
    NOT_FOUND,
    'Several requests are open.',
    'Name one with --to <id>, or take the newest with --latest.',
  ),
  answer_first: of(
    409,
    OPEN,
    '{target} itself waits for your answer to {request}, so this was sent but not waited for.',
    'Answer first: synapse reply --to {request} "…"',
  ),
  too_many_messages: of(
    429,
    FAILED,
    '{sender} and {target} have each written {count} messages to the other within {minutes} minutes: they seem to answer each other for ever.',
    'Stop here, or go on in {seconds} s. A higher SYNAPSE_SEND_LIMIT in the environment of the agent allows more.',
  ),
  content_too_large: of(
    413,
    USAGE,
    '{what} has {size} bytes; the limit is {limit}.',
    'Write it to a file and send the path.',
  ),
  agent_unreachable: of(
    503,
    QUEUED,
    '{target} is not running; the message is queued and will be delivered when it is back.',
    '`synapse show {task}` tells how far it is; `synapse list` shows who runs.',
  ),
  agent_replaced: of(
    410,
    FAILED,
    '{target} ended and another program has its address now; the message was not delivered.',
    'Look who is there (`synapse list`) and send again.',
  ),
  agent_gone: of(410, FAILED, '{target} ended before it answered.', 'Start it again and send again.'),
  no_dialog: of(409, FAILED, '{agent} asks nothing just now.', '`synapse status {agent}` shows what it does.'),
  dialog_changed: of(
    409,
    FAILED,
    '{agent} asks something else by now; nothing was answered.',
    'Look again: `synapse answer {agent}` shows what it asks.',
  ),
  not_seen: of(
    502,
    FAILED,
    'The text never appeared in the input box of {target}; Enter was not pressed.{screen}',
    '`synapse screen {target}` shows what stands there now.',
  ),
  not_submitted: of(
    502,
    FAILED,
    'The text stands in the input box of {target}, but it was not taken.{screen}',
    '`synapse attach {target}` and press Enter there, or clear the box.',
  ),
  agent_already_running: of(
    409,
    FAILED,
    '{agent} is already running (pid {pid}).',
    'Use it, stop it with `synapse stop {agent}`, or choose another --id.',
  ),
  agent_not_running: of(
    409,
    FAILED,
    '{agent} is not running.',
    'Start it with `synapse start`; `synapse list` shows who runs.',
  ),
  port_taken: of(409, FAILED, 'Port {port} is taken by another program.', 'Leave --port out for the next free one.'),
  name_taken: of(409, FAILED, '{name} is already the name or id of {agent}.', 'Choose another name.'),
  program_not_found: of(
    400,
    FAILED,
    'The program {program} cannot be started: {reason}.',
    'Install it, or check the spelling and the PATH; `synapse profiles` lists what each profile starts.',
  ),
  program_ended: of(
    400,
    FAILED,
    'The program {program} ended at once ({how}).{output}',
    'Run it by hand to see why; an agent is a program that stays and reads its terminal.',
  ),
  interactive_shell_refused: of(
    400,
    USAGE,
    '{program} is an interactive shell: it would execute every message it gets.',
    'Start the program itself (synapse start shell -- ./my-agent.sh), or add --allow-shell if that is what you want.',
  ),
  not_a_terminal: of(
    400,
    USAGE,
    '{command} needs a terminal, and {stream} is none.',
    'In the background: synapse start {profile}',
  ),
  profile_invalid: of(400, USAGE, '{file}: {reason}', '`synapse profiles show shell` prints a complete one.'),
  team_file_not_found: of(
    404,
    NOT_FOUND,
    'There is no team file {file}.',
    'Go to the folder that has one, or name it with -f FILE. README.md shows how to write one.',
  ),
  team_file_invalid: of(
    400,
    USAGE,
    (d) => `This team file cannot be used:${problemLines(d.problems)}`,
    'Nothing was changed. schema/synapse.schema.json describes every key.',
  ),
  store_in_use: of(
    409,
    FAILED,
    'The message store of {agent} is in use by another process.',
    'An agent has one daemon; `synapse list` shows it.',
  ),
  store_too_new: of(
    500,
    FAILED,
    'The message store {file} was written by a newer Synapse (schema {found}, this one knows {known}).',
    'Update Synapse, or start the agent under another --id. Nothing was changed.',
  ),
  store_damaged: of(
    500,
    FAILED,
    'The message store {file} cannot be read: {reason}',
    'Keep the file, move it away, and start again; `synapse doctor` checks the others.',
  ),
  storage_failed: of(
    507,
    FAILED,
    'Nothing was stored: {reason}',
    'Free some disk space or make {path} writable, then send again.',
  ),
  home_unusable: of(
    500,
    FAILED,
    'The folder {path} cannot be used: {reason}',
    'Set SYNAPSE_HOME to a folder of your own that can be written.',
  ),
  socket_path_too_long: of(
    500,
    FAILED,
    'The socket path {path} has {size} bytes; the system takes at most {limit}.',
    'Set SYNAPSE_HOME (or TMPDIR) to a shorter folder.',
  ),
  daemon_not_answering: of(
    504,
    FAILED,
    'The daemon of {agent} does not answer: {reason}',
    '`synapse logs {agent}` may tell why; `synapse stop {agent} --force` ends it.',
  ),
  native_module_broken: of(
    500,
    FAILED,
    'A compiled part of Synapse does not load: {reason}',
    'Install Synapse again with the Node you use now (in a clone: npm ci). `synapse doctor` shows the details.',
  ),
  daemon_failed_to_start: of(
    500,
    FAILED,
    'The daemon of {agent} did not start: {reason}',
    '`synapse doctor` checks this installation; the end of its log, if it has one: synapse logs {agent}',
  ),
  token_exists: of(
    409,
    FAILED,
    'There is already a token named {name}.',
    'Choose another name, or `synapse token revoke {name}` first.',
  ),
  token_not_found: of(404, NOT_FOUND, 'There is no token named {name}.', '`synapse token list` shows them.'),
  session_token_required: of(
    401,
    FAILED,
    'This tool needs a session token.',
    'Call authenticate first, or run the command in the terminal of a project agent.',
  ),
  session_token_invalid: of(
    401,
    FAILED,
    'The session token is not valid: it is unknown, logged out or replaced.',
    'Call authenticate again.',
  ),
  session_expired: of(401, FAILED, 'The session has run out.', 'Call authenticate again.'),
  invalid_credentials: of(
    401,
    FAILED,
    'The agent id or the passkey is wrong.',
    '`synapse agent passkey <id>` makes a new passkey; after several wrong ones wait a while.',
  ),
  chat_session_required: of(
    403,
    FAILED,
    '{tool} needs a chat session; this one is for {current_purpose}.',
    'Authenticate with purpose chat.',
  ),
  task_session_required: of(
    403,
    FAILED,
    '{tool} needs a task session; this one is for {current_purpose}.',
    'Authenticate with purpose task.',
  ),
  manager_required: of(403, FAILED, '{tool} is for managers.', '`synapse agent tree` shows who is one.'),
  unauthorized: of(
    403,
    FAILED,
    (d) => `${d.agent_id} may not do this${d.reason ? `: ${d.reason}` : '.'}`,
    '`synapse agent tree` shows who stands above whom.',
  ),
  agent_not_assigned_to_project: of(
    403,
    FAILED,
    '{agent_id} is not assigned to the project {project_id}.',
    'Assign it: synapse agent add {agent_id} --project {project_id}',
  ),
  target_agent_not_in_project: of(
    403,
    FAILED,
    '{target_agent_id} is not in the project {project_id}.',
    '`synapse agent list --project {project_id}` shows who is.',
  ),
  not_conversation_participant: of(
    403,
    FAILED,
    '{agent_id} does not take part in the conversation {conversation_id}.',
    '`synapse conversation list` shows who does.',
  ),
  project_not_found: of(404, NOT_FOUND, 'There is no project {project_id}.', '`synapse project list` shows them.'),
  conversation_not_found: of(
    404,
    NOT_FOUND,
    'There is no conversation {conversation_id}.',
    '`synapse conversation list` shows them.',
  ),
  missing_arguments: of(
    400,
    USAGE,
    (d) => `Missing: ${list(d.missing)}.`,
    '`synapse tool <name> --help` shows the arguments.',
  ),
  invalid_argument: of(
    400,
    USAGE,
    (d) => `Not valid: ${list(d.invalid)}.`,
    '`synapse tool <name> --help` shows the arguments.',
  ),
  content_too_long: of(
    400,
    USAGE,
    'The text has {length} characters; the limit is {max_length}.',
    'Write it to a file and send the path.',
  ),
  cannot_conversation_with_self: of(
    400,
    USAGE,
    '{agent_id} cannot have a conversation with itself.',
    'Name another agent; `synapse agent list` shows them.',
  ),
  cannot_start_conversation_with_human: of(
    400,
    USAGE,
    '{target_agent_id} is a person: no conversation is needed.',
    'Just write, with send_message.',
  ),
  conversation_required_for_ai_to_ai: of(
    400,
    USAGE,
    'Messages between AI agents need a conversation. First call start_conversation(target_agent_id: "{to_agent_id}", initial_message: "…").',
    'Or add auto_start_conversation: true to this call.',
  ),
  no_active_conversation: of(
    400,
    USAGE,
    '{agent_id} has no active conversation.',
    '`synapse conversation list` shows them all.',
  ),
  conversation_already_active: of(
    409,
    FAILED,
    'There is already an open conversation with {target_agent_id}.',
    'Write to it with send_message, or end it with end_conversation.',
  ),
  conversation_not_active: of(
    409,
    FAILED,
    'The conversation {conversation_id} is {state}.',
    'Start another one with start_conversation.',
  ),
  session_already_active: of(
    409,
    FAILED,
    '{agent_id} has a live {purpose} session in its terminal.',
    'Use that terminal, or stop it first: synapse stop {agent_id}',
  ),
  no_valid_purpose: of(
    409,
    FAILED,
    'Nothing waits for {agent_id}, so it is not clear what the session would be for.',
    'Say it: purpose task or chat.',
  ),
  working_directory_not_set: of(
    500,
    FAILED,
    'The project {project_id} has no working directory, so there is no place for its chat.',
    'Make the project with --dir DIR.',
  ),
  project_exists: of(409, FAILED, 'There is already a project {project_id}.', '`synapse project show {project_id}`'),
  project_paused: of(
    409,
    FAILED,
    'The project {project_id} is paused: nothing of it starts by itself.',
    '`synapse up` goes on with it.',
  ),
  team_busy: of(
    409,
    FAILED,
    'Another `synapse up` or `synapse down` of {project_id} does not come to an end.',
    'Look what it waits for, or end it, and try again.',
  ),
  project_declared_elsewhere: of(
    409,
    FAILED,
    'The project {project_id} is declared by another team file, {file}.',
    'Give the project of this file another id; ids are one of a kind in a home.',
  ),
  agent_works_elsewhere: of(
    409,
    FAILED,
    '{agent_id} works in the project {project_id} already.',
    'Choose another id in this file, or take it out there: synapse agent remove {agent_id} --project {project_id}',
  ),
  agent_is_person: of(
    409,
    FAILED,
    '{agent_id} is a person here and cannot be an AI agent.',
    'Choose another id for the agent, or say who you are with SYNAPSE_HUMAN.',
  ),
  hierarchy_cycle: of(
    409,
    FAILED,
    '{parent_agent_id} is below {agent_id}, so it cannot stand above it.',
    '`synapse agent tree` shows who stands above whom.',
  ),
  invalid_status: of(
    400,
    USAGE,
    (d) => `There is no status ${d.status}; there are: ${list(d.allowed)}.`,
    'Use one of these words.',
  ),
  not_delegation_owner: of(
    403,
    FAILED,
    'The delegation {delegation_id} is not one of {agent_id}.',
    'get_pending_delegations lists your own.',
  ),
  delegation_not_found: of(
    404,
    NOT_FOUND,
    'There is no delegation {delegation_id}.',
    '`synapse delegation list` shows them.',
  ),
  execution_log_not_found: of(
    404,
    NOT_FOUND,
    'There is no execution {execution_id} with a log.',
    '`synapse execution list` shows them.',
  ),
  invalid_status_transition: of(
    409,
    FAILED,
    'The work task {task_id} is {from}; it cannot become {to}.',
    '`synapse work show {task_id}` shows how it came there.',
  ),
  dependency_not_complete: of(
    409,
    FAILED,
    (d) => `The work task ${d.task_id} waits for others that are not done: ${list(d.blocked_by)}.`,
    'Finish those first.',
  ),
  incomplete_subtasks: of(
    409,
    FAILED,
    (d) => `The work task ${d.task_id} has open subtasks: ${list(d.subtasks)}.`,
    'Finish or cancel those first.',
  ),
  approval_required: of(
    409,
    FAILED,
    'The work task {task_id} is not approved ({approval}).',
    'Somebody above the assignee approves it with approve_task_request, a person with: synapse work approve {task_id}',
  ),
  delegation_already_processed: of(
    409,
    FAILED,
    'The delegation {delegation_id} is {status} already.',
    'get_pending_delegations lists what is left.',
  ),
  team_store_busy: of(
    503,
    FAILED,
    'The team store {file} is in use; nothing was changed.',
    'Try again; if it stays so, another program holds the file.',
  ),
  expired: of(
    410,
    FAILED,
    'The message expired before {target} could take it.',
    'Send it again, with a longer --expires if needed.',
  ),
  internal_error: of(
    500,
    FAILED,
    'Something went wrong inside Synapse: {reason}',
    'Please report it, with the output of `synapse doctor`.',
  ),
} satisfies Record<string, CatalogueEntry>;

function fill(template: string, details: ErrorDetails): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? name));
}

function list(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value ?? '');
}

/** One line each, as compilers and editors write it. */
function problemLines(value: unknown): string {
  if (!Array.isArray(value)) return ` ${value}`;
  return value.map(({ file, line, column, message }) => `\n  ${file}:${line}:${column}: ${message}`).join('');
}
