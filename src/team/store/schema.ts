/** The tables of the team store for the query builder: one row type each, with the column names of the database. */
import type { Kysely } from 'kysely';
import type { HostSchema } from '../hosts.js';
import type { ChangeLogSchema } from './change-log.js';
import type { StartSchema } from './start-tables.js';
import type { WorkSchema } from './work-schema.js';

/** Runs statements: the store itself, or one transaction. */
export type Db = Kysely<Schema>;

/** Whether an agent was told: no, yes, or in its terminal, whose daemon may not have stored it yet. */
export type Told = 0 | 1 | 2;

export interface Schema extends WorkSchema, StartSchema, ChangeLogSchema, HostSchema {
  projects: ProjectRow;
  agents: AgentRow;
  project_agents: AssignmentRow;
  passkeys: PasskeyRow;
  sessions: SessionRow;
  chat_messages: ChatMessageRow;
  chat_cursors: ChatCursorRow;
  chat_files: ChatFileRow;
  conversations: ConversationRow;
}

export interface ProjectRow {
  id: string;
  name: string;
  working_directory: string | null;
  status: 'active' | 'paused' | 'archived';
  created_by: string;
  created_at: number;
  /** The number of the newest chat message. It is counted here, so that messages have the order of their commits. */
  last_seq: number;
  /** The full path of the team file that last declared it. */
  declared_in: string | null;
  /** Whether its AI agents may write to each other only in conversations. */
  requires_conversations: 0 | 1;
  /** The host that has its folder; null in a file, which only one host uses. */
  host: string | null;
}

export interface AgentRow {
  id: string;
  name: string;
  kind: 'ai' | 'human';
  hierarchy: 'manager' | 'worker';
  parent_id: string | null;
  profile: string | null;
  command: string | null;
  /** The work that starts it by itself: `chat,task`, one of them, or empty. */
  auto: string;
  created_at: number;
  role: string | null;
  /** Additional environment variables of its program, as JSON. */
  env: string;
  /** The folder of its program, relative to that of the project. */
  cwd: string | null;
  /** Whether `up` starts it at once, or work does. */
  start: 'always' | 'on-demand';
  /** The host that declared it, where its sessions start; null in a file. */
  host: string | null;
}

interface AssignmentRow {
  project_id: string;
  agent_id: string;
  assigned_at: number;
  /** A person asked for a chat session; the next one answers that. */
  chat_wanted_at: number | null;
  /** Whether a team file declared it, so that a team file can remove it. */
  is_declared: 0 | 1;
}

export interface PasskeyRow {
  agent_id: string;
  salt: string;
  hash: string;
  failures: number;
  locked_until: number;
  created_at: number;
}

export interface SessionRow {
  id: string;
  token_hash: string;
  agent_id: string;
  project_id: string;
  purpose: 'task' | 'chat';
  task_id: string | null;
  origin: 'passkey' | 'terminal';
  /** The process that a terminal's session belongs to. */
  holder: string | null;
  created_at: number;
  last_activity_at: number;
  expires_at: number | null;
  exit_requested_at: number | null;
  ended_at: number | null;
  end_cause: 'logout' | 'replaced' | 'expired' | 'gone' | null;
}

export interface ChatMessageRow {
  project_id: string;
  seq: number;
  id: string;
  sender_id: string;
  receiver_id: string;
  created_at: number;
  related_task_id: string | null;
  conversation_id: string | null;
  content: string;
}

export interface ChatCursorRow {
  project_id: string;
  agent_id: string;
  /** Everything up to this number was handed out. */
  handed_seq: number;
  /** How many are pending after that. Counted here, because a query would get slower with their number. */
  pending: number;
  /** What was taken for the agent's terminal and may not be stored there yet: after `terminal_from`, up to `terminal_to`. */
  terminal_from: number;
  terminal_to: number;
  /** What was given to an answer that may not have arrived: after `answer_from`, up to `answer_to`, by that process. */
  answer_from: number;
  answer_to: number;
  answer_holder: string | null;
}

export interface ChatFileRow {
  project_id: string;
  agent_id: string;
  written_seq: number;
  /** The length of the file after that line, in bytes. */
  size: number;
}

export interface ConversationRow {
  id: string;
  project_id: string;
  initiator_id: string;
  participant_id: string;
  /** Both agents in alphabetical order, so that there is one open conversation per pair, whoever started it. */
  pair: string;
  state: 'pending' | 'active' | 'terminating' | 'ended' | 'expired';
  purpose: string | null;
  task_id: string | null;
  /** The delegation it was started for. */
  delegation_id: string | null;
  max_turns: number;
  turns: number;
  created_at: number;
  last_activity_at: number;
  initiator_active_at: number;
  participant_active_at: number;
  /** When the participant joined; null if nobody did. */
  joined_at: number | null;
  /** When it left the open states. */
  closed_at: number | null;
  ended_by: string | null;
  end_reason: 'initiator_ended' | 'participant_ended' | 'timeout' | 'session_expired' | 'max_turns' | null;
  request_seen: Told;
  initiator_told: Told;
  participant_told: Told;
}
