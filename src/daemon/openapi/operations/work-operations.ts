/** Routes about work tasks, delegations and executions, and about the chat of people. */
import { PRIORITIES, STATUSES } from '../../../team/work/work-task.js';
import type { Operations } from '../operation.js';
import {
  about,
  done,
  fields,
  flag,
  list,
  number,
  object,
  optional,
  orNull,
  ref,
  text,
  whole,
  words,
} from '../schema.js';

/** Only a person may do it. */
const PEOPLE = 'unauthorized';
const PROJECT = { project: about(text, 'only those of this project') };
const OF_PROJECT = ['project_not_found', 'agent_not_assigned_to_project'] as const;
const LIMIT = about(whole, 'how many at most; 50 by default, up to 500');
const CHANGED_WORK = object({ task: ref('WorkTask'), note: optional(text) });
/** A person of the project, about one of its agents. */
const VISIT = [
  'session_token_invalid',
  'session_expired',
  'unauthorized',
  'agent_not_assigned_to_project',
  'target_agent_not_in_project',
  'project_not_found',
  'agent_not_found',
] as const;
const CHAT_STATE = object({ success: done, agent_id: text, status: words('active', 'pending', 'ending', 'ended') });

export const WORK_OPERATIONS: Operations = {
  'GET /work': {
    access: 'self',
    summary: 'Lists the work tasks',
    query: { ...PROJECT, status: words(...STATUSES), assignee: text },
    answer: object({ tasks: list({ allOf: [ref('ListedWork'), object({ project_id: text })] }) }),
    errors: ['invalid_status', ...OF_PROJECT],
  },
  'POST /work': {
    access: 'self',
    summary: 'Creates a work task; people only',
    body: object({
      project: text,
      title: text,
      description: optional(orNull(text)),
      status: optional(words('backlog', 'todo', 'in_progress')),
      priority: optional(words(...PRIORITIES)),
      assignee: optional(orNull(text)),
      parent: optional(orNull(text)),
    }),
    answer: CHANGED_WORK,
    errors: [
      'invalid_status',
      'invalid_argument',
      PEOPLE,
      'agent_not_assigned_to_project',
      'target_agent_not_in_project',
      'project_not_found',
      'agent_not_found',
      'task_not_found',
      'ambiguous_id',
    ],
  },
  'GET /work/:id': {
    access: 'self',
    summary: 'Shows one work task with its subtasks and its history',
    query: { wait: about(number, 'how many seconds to wait until it is done, cancelled or blocked; up to 300') },
    answer: object({ task: ref('WorkTask'), subtasks: list(ref('ListedWork')), trail: list(ref('WorkEvent')) }),
    errors: ['invalid_request', 'task_not_found', 'ambiguous_id'],
  },
  'POST /work/:id/:action': {
    access: 'self',
    summary: 'Changes a work task; people only',
    details: 'The action is `status`, `assign`, `approve` or `reject`.',
    body: fields({ status: text, reason: orNull(text), assignee: orNull(text) }),
    answer: CHANGED_WORK,
    errors: [
      'invalid_status',
      PEOPLE,
      'agent_not_assigned_to_project',
      'target_agent_not_in_project',
      'not_found',
      'task_not_found',
      'agent_not_found',
      'ambiguous_id',
      'invalid_status_transition',
      'dependency_not_complete',
      'incomplete_subtasks',
      'approval_required',
    ],
  },
  'GET /delegations': {
    access: 'self',
    summary: 'Lists the delegations',
    query: { ...PROJECT, limit: LIMIT },
    answer: object({ delegations: list(ref('Delegation')) }),
    errors: ['invalid_request', ...OF_PROJECT],
  },
  'GET /executions': {
    access: 'self',
    summary: 'Lists the executions',
    query: { ...PROJECT, task: text, limit: LIMIT },
    answer: object({ executions: list(ref('Execution')) }),
    errors: ['invalid_request', 'task_not_found', 'ambiguous_id', ...OF_PROJECT],
  },
  'POST /executions/prune': {
    access: 'self',
    summary: 'Deletes executions that ended long ago, with their logs; people only',
    body: object({ older_than_ms: number }),
    answer: object({ deleted: whole }),
    errors: [PEOPLE],
  },
  'GET /executions/:id/log': {
    access: 'self',
    summary: 'Returns the log of an execution',
    query: { tail: about(whole, 'the last lines'), offset: about(whole, 'the lines from there') },
    answer: ref('ExecutionLog'),
    errors: ['invalid_request', 'execution_log_not_found', 'ambiguous_id', 'unauthorized'],
  },
  'GET /projects/:id/agents/:agent/chat/messages': {
    access: 'session',
    summary: 'Lists the chat of an agent, for people of the project',
    query: {
      limit: LIMIT,
      after: about(text, 'the id or number of a message'),
      before: about(text, 'the id or number of a message'),
    },
    answer: object({ success: done, messages: list(ref('ChatMessage')), has_more: flag }),
    errors: ['invalid_request', ...VISIT],
  },
  'POST /projects/:id/agents/:agent/chat/messages': {
    access: 'session',
    summary: 'Sends a chat message to an agent, as a person',
    body: object({ content: text, related_task_id: optional(text) }),
    answer: ref('ChatSent'),
    errors: [
      'missing_arguments',
      'invalid_argument',
      'content_too_long',
      'cannot_message_self',
      'task_not_found',
      'working_directory_not_set',
      ...VISIT,
    ],
  },
  'POST /projects/:id/agents/:agent/chat/start': {
    access: 'session',
    summary: 'Asks for a chat session of the agent',
    answer: CHAT_STATE,
    errors: ['invalid_request', ...VISIT],
  },
  'POST /projects/:id/agents/:agent/chat/end': {
    access: 'session',
    summary: 'Tells the chat session of the agent to exit',
    answer: CHAT_STATE,
    errors: ['invalid_request', ...VISIT],
  },
  'GET /chat/unread': {
    access: 'self',
    summary: 'Lists the chat messages and notices about work that this person has not seen yet',
    query: { limit: LIMIT },
    answer: object({ messages: list(ref('ChatMail')) }),
    errors: ['invalid_request'],
  },
  'POST /chat/read': {
    access: 'self',
    summary: 'Marks chat messages and notices as read',
    body: object({ ids: list(text) }),
    answer: object({ read: whole }),
  },
};
