/** The tables of the team store as the query layer sees them: one row type each, spelled as in the database. */
import type { Kysely } from 'kysely';
import type { ChangeLogSchema } from './change-log.js';
import type { StartSchema } from './start-tables.js';
import type { WorkSchema } from './work-schema.js';

/** A handle for statements: the store itself, or one transaction of it. */
export type Db = Kysely<Schema>;

/** Whether an agent was told something: not yet, for good, or in its terminal, whose daemon may not have kept it yet. */
export type Told = 0 | 1 | 2;

export interface Schema extends WorkSchema, StartSchema, ChangeLogSchema {
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
  /** The place of the newest chat message; counted here, so that the order is the order of the commits. */
  last_seq: number;
  /** The team file it was last made from, with its whole path. */
  declared_in: string | null;
}

export interface AgentRow {
  id: string;
  name: string;
  kind: 'ai' | 'human';
  hierarchy: 'manager' | 'worker';
  parent_id: string | null;
  profile: string | null;
  command: string | null;
  /** What it may be started for without being asked: `chat,task`, one of them, or nothing. */
  auto: string;
  created_at: number;
  role: string | null;
  /** What its program's environment gets in addition, as JSON. */
  env: string;
  /** Where its program runs; relative to the project's working directory. */
  cwd: string | null;
  /** `up` starts it at once, or work does when it comes. */
  start: 'always' | 'on-demand';
}

interface AssignmentRow {
  project_id: string;
  agent_id: string;
  assigned_at: number;
  /** A person asked for a chat; the next chat session answers that. */
  chat_wanted_at: number | null;
  /** A team file put it there, so a team file takes it away again. */
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
  /** The process a terminal's session lives and dies with. */
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
  /** Everything up to here was handed out. */
  handed_seq: number;
  /** How many wait after that; counted, because looking would take longer the more there are. */
  pending: number;
  /** What was taken for the agent's terminal and may not be kept there yet: after `terminal_from`, up to `terminal_to`. */
  terminal_from: number;
  terminal_to: number;
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
  /** Both parties in alphabetical order: one open conversation per pair, whoever began. */
  pair: string;
  state: 'pending' | 'active' | 'terminating' | 'ended' | 'expired';
  purpose: string | null;
  task_id: string | null;
  max_turns: number;
  turns: number;
  created_at: number;
  last_activity_at: number;
  initiator_active_at: number;
  participant_active_at: number;
  /** When it left the open states. */
  closed_at: number | null;
  ended_by: string | null;
  end_reason: 'initiator_ended' | 'participant_ended' | 'timeout' | 'session_expired' | 'max_turns' | null;
  request_seen: Told;
  initiator_told: Told;
  participant_told: Told;
}
