/** Routes of the tools: one for each row of the tool table, with its arguments, its answer and its errors. */
import type { ErrorCode } from '../../../errors.js';
import { TOOLS } from '../../../tools/table.js';
import { describeTool, type Permission, type Tool } from '../../../tools/tool.js';
import type { Operation, Operations } from '../operation.js';
import { done, facts, list, object, optional, ref, type Schema, text, words } from '../schema.js';
import { ACTION_FIELDS, ANSWER_FIELDS } from '../things/tool-answers.js';

const ANY_CALL: readonly ErrorCode[] = ['invalid_argument', 'missing_arguments'];
const ANY_SESSION: readonly ErrorCode[] = ['session_token_required', 'session_token_invalid', 'session_expired'];

const PERMISSION_ERRORS: Readonly<Record<Permission, readonly ErrorCode[]>> = {
  unauthenticated: [],
  authenticated: ANY_SESSION,
  taskOnly: [...ANY_SESSION, 'task_session_required'],
  chatOnly: [...ANY_SESSION, 'chat_session_required'],
  managerOnly: [...ANY_SESSION, 'manager_required'],
};

const SPEAKING: readonly ErrorCode[] = [
  'cannot_message_self',
  'content_too_long',
  'conversation_required_for_ai_to_ai',
  'target_agent_not_in_project',
  'agent_not_found',
  'task_not_found',
  'working_directory_not_set',
];
const READING: readonly ErrorCode[] = ['not_conversation_participant', 'conversation_not_found'];
const MOVING: readonly ErrorCode[] = [
  'invalid_status',
  'unauthorized',
  'task_not_found',
  'invalid_status_transition',
  'dependency_not_complete',
  'incomplete_subtasks',
  'approval_required',
];
const BY_REQUEST: readonly ErrorCode[] = ['agent_not_found', 'agent_not_assigned_to_project'];
const DECIDING: readonly ErrorCode[] = ['unauthorized', 'task_not_found', 'invalid_status_transition'];

/** What each tool refuses by its own rules. */
const OWN_ERRORS: Readonly<Record<string, readonly ErrorCode[]>> = {
  authenticate: [
    'invalid_credentials',
    'agent_not_assigned_to_project',
    'project_not_found',
    'no_valid_purpose',
    'session_already_active',
  ],
  respond_chat: SPEAKING,
  send_message: [...SPEAKING, 'not_conversation_participant', 'conversation_not_found', 'conversation_not_active'],
  start_conversation: [
    'cannot_conversation_with_self',
    'cannot_start_conversation_with_human',
    'content_too_long',
    'target_agent_not_in_project',
    'not_delegation_owner',
    'agent_not_found',
    'delegation_not_found',
    'conversation_already_active',
    'delegation_already_processed',
    'working_directory_not_set',
  ],
  end_conversation: [
    'conversation_id_required',
    'no_active_conversation',
    'content_too_long',
    ...READING,
    'conversation_not_active',
  ],
  get_conversation_history: READING,
  get_conversation_messages: READING,
  delegate_to_chat_session: ['cannot_message_self', 'target_agent_not_in_project', 'agent_not_found'],
  report_delegation_completed: ['not_delegation_owner', 'delegation_not_found', 'delegation_already_processed'],
  get_task_conversations: ['unauthorized', 'task_not_found'],
  notify_task_session: [...READING, 'message_not_found', 'task_not_found'],
  get_my_tasks: ['invalid_status'],
  list_tasks: ['invalid_status'],
  get_task: ['task_not_found'],
  create_tasks_batch: ['agent_not_assigned_to_project', 'unauthorized', 'agent_not_found', 'task_not_found'],
  assign_task: ['unauthorized', 'agent_not_found', 'task_not_found', 'agent_not_assigned_to_project'],
  update_task_status: MOVING,
  report_completed: ['unauthorized', 'task_not_found', 'incomplete_subtasks', 'invalid_status_transition'],
  request_task: ['unauthorized', 'task_not_found'],
  approve_task_request: DECIDING,
  reject_task_request: DECIDING,
  start_task_from_chat: [...MOVING, ...BY_REQUEST],
  update_task_from_chat: [...MOVING, ...BY_REQUEST],
  get_my_execution_history: ['invalid_status'],
  get_execution_log: ['unauthorized', 'execution_log_not_found'],
};

export const TOOL_OPERATIONS: Operations = {
  'GET /tools': {
    access: 'session',
    summary: 'Lists every tool with its JSON Schema, permission class and description',
    details: 'Accepts any valid credential, and tells a session token whose it is.',
    answer: object({
      tools: list(ref('Tool')),
      session: optional(object({ agent_id: text, project_id: text, purpose: words('task', 'chat') })),
    }),
    errors: ['session_token_invalid', 'session_expired'],
  },
  'POST /tools/:name': {
    access: 'session',
    summary: 'Refuses a tool that does not exist',
    body: facts,
    answer: null,
    errors: [...ANY_SESSION, 'tool_not_registered'],
  },
  ...Object.fromEntries(TOOLS.map((tool) => [`POST /tools/${tool.name}`, operationOf(tool)])),
};

function operationOf(tool: Tool): Operation {
  const { name, permission, answers } = tool;
  const { description, inputSchema } = describeTool(tool, 'en');
  return {
    access: 'session',
    summary:
      String(description)
        .split(/(?<=\.) /)[0]
        ?.replace(/\.$/, '') ?? name,
    details: `${description} Needs the permission \`${permission}\`; see docs/tools.md.`,
    body: inputSchema as Schema,
    answer: answerOf(name, answers),
    errors: [...ANY_CALL, ...PERMISSION_ERRORS[permission], ...(OWN_ERRORS[name] ?? [])],
  };
}

/** After an urgent notification the tool does not run, so only `success` is always there. */
function answerOf(tool: string, answers: readonly string[]): Schema {
  const named = answers.filter((name) => Object.hasOwn(ANSWER_FIELDS, name));
  const fields = named.map((name) => [name, optional(ANSWER_FIELDS[name] as Schema)]);
  const action = tool === 'get_next_action' ? Object.entries(ACTION_FIELDS) : [];
  return object({
    success: done,
    ...Object.fromEntries([...fields, ...action.map(([name, schema]) => [name, optional(schema)])]),
    tool: optional(words(tool)),
    tool_executed: optional({ const: false }),
    interrupt: optional(facts),
    _chat_notification: optional(facts),
  });
}
