/** Errors of tool calls: the session, its permissions and the arguments. */
import { entry, FAILED, list, NOT_FOUND, USAGE } from './entry.js';

const SHOW_ARGUMENTS = 'Run `synapse tool <name> --help` to see the arguments.';
const SHOW_HIERARCHY = 'Run `synapse agent tree` to see the hierarchy.';

export const TOOL_ERRORS = {
  tool_not_registered: entry(
    404,
    NOT_FOUND,
    'There is no tool {tool}.',
    'Run `synapse tool`, or request `GET /tools`, to list all tools.',
  ),
  missing_arguments: entry(400, USAGE, (d) => `Missing arguments: ${list(d.missing)}.`, SHOW_ARGUMENTS),
  invalid_argument: entry(400, USAGE, (d) => `Invalid arguments: ${list(d.invalid)}.`, SHOW_ARGUMENTS),
  invalid_credentials: entry(
    401,
    FAILED,
    'The agent id or the passkey is wrong.',
    'Create a new passkey with `synapse agent passkey <id>`. After several wrong attempts, wait before you try again.',
  ),
  no_valid_purpose: entry(
    409,
    FAILED,
    'Nothing is waiting for {agent_id}, so the purpose of the session is not clear.',
    'Call authenticate with purpose "task" or "chat".',
  ),
  session_token_required: entry(
    401,
    FAILED,
    'This tool needs a session token.',
    'Call authenticate first, or run the command in the terminal of a project agent.',
  ),
  session_token_invalid: entry(
    401,
    FAILED,
    'The session token is not valid: it is unknown, logged out or replaced.',
    'Call authenticate again.',
  ),
  session_expired: entry(401, FAILED, 'The session has expired.', 'Call authenticate again.'),
  session_already_active: entry(
    409,
    FAILED,
    '{agent_id} already has a {purpose} session in a running terminal.',
    'Use that terminal, or stop it first: synapse stop {agent_id}',
  ),
  chat_session_required: entry(
    403,
    FAILED,
    '{tool} needs a chat session; this is a {current_purpose} session.',
    'Call authenticate with purpose "chat".',
  ),
  task_session_required: entry(
    403,
    FAILED,
    '{tool} needs a task session; this is a {current_purpose} session.',
    'Call authenticate with purpose "task".',
  ),
  manager_required: entry(403, FAILED, 'Only managers can call {tool}.', SHOW_HIERARCHY),
  unauthorized: entry(
    403,
    FAILED,
    (d) => `${d.agent_id} is not allowed to do this${d.reason ? `: ${d.reason}` : '.'}`,
    SHOW_HIERARCHY,
  ),
};
