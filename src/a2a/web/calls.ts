/** Every call that the page of `synapse web` may make: one row each, for the daemon that answers and the page that asks. */
import type {
  AgentStatus,
  Conversation,
  Delegation,
  Execution,
  HistoryMessage,
  InboxMessage,
  LinkedHost,
  LiveLog,
  Me,
  Project,
  SentTask,
  Session,
  SpokenMessage,
  Target,
  WorkDetails,
  WorkListed,
  WorkStep,
} from './things.js';

/** What a call answers. `/own/…` are routes of the person's daemon, `/at/:agent/…` those of another agent's. */
export interface Answers {
  'GET /page/me': Me;
  'POST /page/agents/:id/start': { readonly id: string };
  'POST /page/agents/:id/restart': { readonly id: string };
  'POST /page/agents/:id/stop': { readonly id: string };
  'GET /page/hosts': { readonly hosts: readonly LinkedHost[] };
  'GET /page/messages': { readonly messages: readonly HistoryMessage[]; readonly silent: readonly string[] };
  'POST /page/conversations/:id/end': { readonly conversation: Conversation };
  'GET /own/projects': { readonly projects: readonly Project[] };
  'GET /own/agents': { readonly agents: readonly TeamMember[] };
  'GET /own/work': { readonly tasks: readonly WorkListed[] };
  'POST /own/work': { readonly task: WorkDetails };
  'GET /own/work/:id': {
    readonly task: WorkDetails;
    readonly subtasks: readonly WorkListed[];
    readonly trail: readonly WorkStep[];
  };
  'POST /own/work/:id/:action': { readonly task: WorkDetails };
  'GET /page/conversations': { readonly conversations: readonly Conversation[] };
  'GET /own/sessions': { readonly sessions: readonly Session[] };
  'GET /own/conversations/:id': {
    readonly conversation: Conversation;
    readonly messages: readonly SpokenMessage[];
  };
  'GET /own/delegations': { readonly delegations: readonly Delegation[] };
  'GET /own/executions': { readonly executions: readonly Execution[] };
  'GET /page/executions/:id/log': LiveLog;
  'POST /own/projects/:id/agents/:agent/chat/messages': unknown;
  'GET /own/inbox': { readonly messages: readonly InboxMessage[]; readonly remaining: number };
  'POST /own/inbox/read': unknown;
  'GET /own/chat/unread': { readonly messages: readonly InboxMessage[] };
  'POST /own/chat/read': unknown;
  'POST /own/needs/dismiss': unknown;
  'GET /own/targets': { readonly targets: readonly Target[] };
  'POST /own/send': unknown;
  'POST /own/reply': unknown;
  'GET /own/tasks/:id': { readonly task: SentTask };
  'POST /own/tasks/:id/cancel': unknown;
  'POST /own/tasks/:id/ack': unknown;
  'GET /at/:agent/screen': { readonly text: string; readonly cols: number; readonly rows: number };
  'GET /at/:agent/status': AgentStatus;
  'GET /at/:agent/history': { readonly messages: readonly HistoryMessage[] };
  'GET /at/:agent/tasks/:id': { readonly task: SentTask };
  'POST /at/:agent/control/pause': unknown;
  'POST /at/:agent/control/resume': unknown;
  'POST /at/:agent/control/interrupt': unknown;
  'POST /at/:agent/control/answer': { readonly closed: boolean };
}

interface TeamMember {
  readonly id: string;
  readonly name: string;
  readonly kind: 'ai' | 'human';
  readonly role: string | null;
  readonly parent_agent_id: string | null;
  readonly status: string;
  readonly projects: readonly string[];
}

export type CallName = keyof Answers;

/** A page that may only look is refused every call that is not a GET. */
export const CALLS: readonly CallName[] = [
  'GET /page/me',
  'POST /page/agents/:id/start',
  'POST /page/agents/:id/restart',
  'POST /page/agents/:id/stop',
  'GET /page/hosts',
  'GET /page/messages',
  'POST /page/conversations/:id/end',
  'GET /own/projects',
  'GET /own/agents',
  'GET /own/work',
  'POST /own/work',
  'GET /own/work/:id',
  'POST /own/work/:id/:action',
  'GET /page/conversations',
  'GET /own/sessions',
  'GET /own/conversations/:id',
  'GET /own/delegations',
  'GET /own/executions',
  'GET /page/executions/:id/log',
  'POST /own/projects/:id/agents/:agent/chat/messages',
  'GET /own/inbox',
  'POST /own/inbox/read',
  'GET /own/chat/unread',
  'POST /own/chat/read',
  'POST /own/needs/dismiss',
  'GET /own/targets',
  'POST /own/send',
  'POST /own/reply',
  'GET /own/tasks/:id',
  'POST /own/tasks/:id/cancel',
  'POST /own/tasks/:id/ack',
  'GET /at/:agent/screen',
  'GET /at/:agent/status',
  'GET /at/:agent/history',
  'GET /at/:agent/tasks/:id',
  'POST /at/:agent/control/pause',
  'POST /at/:agent/control/resume',
  'POST /at/:agent/control/interrupt',
  'POST /at/:agent/control/answer',
];

/** Below this path the page asks; the cookie is sent nowhere else. */
export const PAGE_ROOT = '/web/';
export const API_ROOT = '/web/api';
/** Proves that a request comes from the page itself: a cookie is sent to every port of the same host, this is not. */
export const PAGE_KEY_HEADER = 'x-synapse-page';
