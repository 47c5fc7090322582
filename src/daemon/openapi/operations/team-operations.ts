/** Routes about projects, their agents, sessions and conversations. */
import type { Operations } from '../operation.js';
import {
  about,
  done,
  facts,
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
/** Without it, everything that the caller may see. */
const OF_PROJECT = ['project_not_found', 'agent_not_assigned_to_project'] as const;
const OLDER = object({ older_than_ms: number });
const CHANGED = object({ id: text, change: words('created', 'changed', 'unchanged', 'removed'), fields: list(text) });
const PAUSED = object({ success: done, agent_id: text, paused: flag });

export const TEAM_OPERATIONS: Operations = {
  'POST /team/changed': {
    access: 'self',
    summary: 'Lets another daemon report what it has changed in the team store',
    body: object({
      commits: list(
        object({ seq: whole, changes: list(object({ topic: text, projectId: text, agentIds: list(text) })) }),
      ),
    }),
    answer: object({ success: done }),
  },
  'POST /team/prune': {
    access: 'self',
    summary: 'Deletes finished data of the teams that is older than given; people only',
    body: OLDER,
    answer: object({ deleted: object({ sessions: whole, notifications: whole, delegations: whole }) }),
    errors: [PEOPLE],
  },
  'GET /projects': {
    access: 'self',
    summary: 'Lists the projects',
    answer: object({ projects: list(ref('Project')) }),
  },
  'POST /projects': {
    access: 'self',
    summary: 'Creates a project; people only',
    body: object({
      id: text,
      name: optional(text),
      dir: about(orNull(text), 'an absolute path'),
      require_conversations: optional(flag),
    }),
    answer: object({ project: ref('Project') }),
    errors: [PEOPLE, 'project_exists'],
  },
  'GET /projects/:id': {
    access: 'self',
    summary: 'Shows one project with its agents',
    answer: object({ project: ref('Project'), agents: list(ref('TeamAgent')) }),
    errors: ['invalid_request', ...OF_PROJECT],
  },
  'POST /projects/:id/declare': {
    access: 'self',
    summary: 'Makes a project and its agents match a team file; people only',
    body: object({
      name: text,
      dir: text,
      file: text,
      require_conversations: optional(flag),
      agents: list({ allOf: [object({ id: text }), ref('AgentBody')] }),
    }),
    answer: object({ project: CHANGED, agents: list(CHANGED) }),
    errors: [
      PEOPLE,
      'agent_id_reserved',
      'agent_not_found',
      'target_agent_not_in_project',
      'project_declared_elsewhere',
      'agent_works_elsewhere',
      'agent_is_person',
      'hierarchy_cycle',
    ],
  },
  'POST /projects/:id/status': {
    access: 'self',
    summary: 'Pauses or resumes a project; people only',
    body: object({ status: words('active', 'paused'), file: optional(text) }),
    answer: object({ project: ref('Project') }),
    errors: [PEOPLE, 'project_not_found', 'project_declared_elsewhere'],
  },
  'GET /agents': {
    access: 'self',
    summary: 'Lists the agents of all teams, or of one project',
    query: PROJECT,
    answer: object({
      agents: list({
        allOf: [
          ref('TeamAgent'),
          object({
            host: about(orNull(text), 'the other host that it belongs to; null for this one'),
            projects: list(text),
            paused: flag,
            sessions: list(ref('AgentSession')),
            waits: list(ref('WaitingWork')),
          }),
        ],
      }),
    }),
    errors: [...OF_PROJECT],
  },
  'POST /agents': {
    access: 'self',
    summary: 'Adds or changes an agent; people only',
    body: { allOf: [object({ id: text, project: text }), ref('AgentBody')] },
    answer: object({ agent: ref('TeamAgent') }),
    errors: [
      PEOPLE,
      'agent_id_reserved',
      'project_not_found',
      'agent_not_found',
      'target_agent_not_in_project',
      'agent_works_elsewhere',
      'agent_is_person',
      'hierarchy_cycle',
    ],
  },
  'POST /agents/:id/remove': {
    access: 'self',
    summary: 'Removes an agent from a project; people only',
    body: object({ project: optional(orNull(text)) }),
    answer: object({ agent_id: text, projects: list(text) }),
    errors: [PEOPLE, 'agent_not_found', 'project_not_found', 'agent_not_assigned_to_project'],
  },
  'POST /agents/:id/passkey': {
    access: 'self',
    summary: 'Creates a new passkey; people only',
    body: facts,
    answer: object({ agent_id: text, passkey: text }),
    errors: [PEOPLE, 'agent_not_found'],
  },
  'POST /agents/:id/pause': {
    access: 'self',
    summary: 'Pauses an agent, so that waiting work starts no session; people only',
    answer: PAUSED,
    errors: ['invalid_request', PEOPLE, 'agent_not_found'],
  },
  'POST /agents/:id/resume': {
    access: 'self',
    summary: 'Resumes an agent and forgets its failed starts; people only',
    answer: PAUSED,
    errors: ['invalid_request', PEOPLE, 'agent_not_found'],
  },
  'POST /agents/:id/stop': {
    access: 'self',
    summary: 'Notes that an agent was stopped, so that work that waits for it does not start it',
    answer: object({ success: done, agent_id: text }),
    errors: ['invalid_request', 'agent_not_found'],
  },
  'GET /sessions': {
    access: 'self',
    summary: 'Lists all sessions, what they are for, and the work that is waiting for one',
    query: PROJECT,
    answer: object({ sessions: list(ref('Session')), waiting: list(ref('WaitingWork')) }),
    errors: ['agent_not_assigned_to_project'],
  },
  'GET /sessions/waiting': {
    access: 'self',
    summary: 'Lists the work that is waiting for a session, and why',
    answer: object({ waiting: list(ref('WaitingWork')) }),
  },
  'GET /conversations': {
    access: 'self',
    summary: 'Lists the conversations',
    query: PROJECT,
    answer: object({ conversations: list(ref('Conversation')) }),
    errors: [...OF_PROJECT],
  },
  'GET /conversations/:id': {
    access: 'self',
    summary: 'Shows one conversation with its messages',
    answer: object({ conversation: ref('Conversation'), messages: list(ref('SpokenMessage')) }),
    errors: ['invalid_request', 'conversation_not_found', 'not_conversation_participant', 'ambiguous_id'],
  },
};
