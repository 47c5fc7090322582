/** The table of all operations, by method and path as in the tables of routes. */
import type { Operations } from '../operation.js';
import { A2A_OPERATIONS } from './a2a-operations.js';
import { ACTIVITY_OPERATIONS } from './activity-operations.js';
import { AGENT_OPERATIONS } from './agent-operations.js';
import { HOST_OPERATIONS } from './host-operations.js';
import { MAIL_OPERATIONS } from './mail-operations.js';
import { SEND_OPERATIONS } from './send-operations.js';
import { STANDARD_OPERATIONS } from './standard-operations.js';
import { TEAM_OPERATIONS } from './team-operations.js';
import { TOOL_OPERATIONS } from './tool-operations.js';
import { WORK_OPERATIONS } from './work-operations.js';

/** The tag of each group, and what it says about it. */
export const GROUPS: readonly { readonly tag: string; readonly about: string; readonly operations: Operations }[] = [
  { tag: 'messages', about: 'Tasks and messages', operations: { ...MAIL_OPERATIONS, ...SEND_OPERATIONS } },
  { tag: 'agent', about: 'The agent itself, and its terminals', operations: AGENT_OPERATIONS },
  { tag: 'activity', about: 'Watching the whole home', operations: ACTIVITY_OPERATIONS },
  { tag: 'hosts', about: 'Other hosts, and the links to them', operations: HOST_OPERATIONS },
  { tag: 'team', about: 'Projects, their agents, sessions and conversations', operations: TEAM_OPERATIONS },
  { tag: 'work', about: 'Work tasks, executions, and the chat of people', operations: WORK_OPERATIONS },
  { tag: 'tools', about: 'The tools of the agents of a project', operations: TOOL_OPERATIONS },
  { tag: 'a2a', about: 'The A2A standard, for outside clients', operations: A2A_OPERATIONS },
  { tag: 'standards', about: 'Other standards, and what is open to everybody', operations: STANDARD_OPERATIONS },
];
