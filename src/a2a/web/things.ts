/** What the page of `synapse web` shows, as JSON. Times are ISO texts. */
import type { DialogChoice } from '../activity.js';

export interface Me {
  readonly id: string;
  readonly version: string;
  readonly language: 'en' | 'ja';
  readonly read_only: boolean;
  readonly home: string;
}

interface Dialog {
  readonly id: string;
  readonly text: string;
  readonly choices: readonly DialogChoice[];
  readonly asks?: { readonly tool: string; readonly command: string };
}

export interface AgentStatus {
  readonly id: string;
  readonly status: string;
  readonly status_reason: string | null;
  readonly status_at: string;
  readonly by: string | null;
  readonly via: string | null;
  readonly program: readonly string[];
  readonly cwd: string;
  readonly port: number;
  readonly pid: number;
  readonly paused: boolean;
  readonly dialog: Dialog | null;
  readonly current_task: string | null;
  readonly queue: { readonly waiting: number; readonly outgoing: number; readonly open_requests: number };
  readonly started_at: string;
  readonly version: string;
}

export interface Receipt {
  readonly state: string;
  readonly reason: string | null;
  readonly via: string | null;
  readonly at: string;
}

export interface HistoryMessage {
  readonly id: string;
  readonly short_id: string;
  readonly message_id: string;
  readonly kind: string;
  readonly direction: 'outgoing' | 'incoming';
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly priority: number;
  readonly receipt: Receipt;
  readonly created_at: string;
}

export interface InboxMessage {
  readonly seq?: number;
  readonly id: string;
  readonly short_id: string;
  readonly kind: string;
  readonly from: string;
  readonly text: string;
  readonly created_at: string;
  readonly project?: string;
}

export interface Target {
  readonly id: string;
  readonly short_id: string;
  readonly sender: string;
  readonly age_seconds: number;
  readonly text: string;
}

export interface SentTask {
  readonly id: string;
  readonly short_id: string;
  readonly state: string;
  readonly direction: 'outgoing' | 'incoming';
  readonly response_expected: boolean;
  readonly sender: { readonly sender_id: string };
  readonly target: { readonly agent_id: string };
  readonly message: { readonly message_id: string; readonly text: string } | null;
  readonly receipt: Receipt | null;
  readonly receipts: readonly Receipt[];
  readonly reply: { readonly text: string; readonly from: string; readonly at: string } | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly created_at: string;
  readonly expires_at: string;
}

export interface Project {
  readonly id: string;
  readonly name: string;
  readonly working_directory: string | null;
  readonly status: string;
}

export interface WorkListed {
  readonly task_id: string;
  readonly title: string;
  readonly status: string;
  readonly priority: string;
  readonly created_at: string;
  readonly assignee_id: string | null;
  readonly parent_task_id: string | null;
  readonly approval: string;
  readonly project_id: string;
}

export interface WorkDetails extends WorkListed {
  readonly description: string;
  readonly created_by: string;
  readonly dependencies: readonly string[];
  readonly subtasks: readonly string[];
  readonly blocked_reason: string | null;
  readonly result: string | null;
  readonly summary: string | null;
  readonly next_steps: string | null;
  readonly updated_at: string;
}

export interface WorkStep {
  readonly at: string;
  readonly executor_id: string;
  readonly via: string;
  readonly changes: readonly { readonly field: string; readonly from: string | null; readonly to: string | null }[];
}

export interface Conversation {
  readonly id: string;
  readonly project_id: string;
  readonly initiator_id: string;
  readonly participant_id: string;
  readonly state: string;
  readonly purpose: string | null;
  readonly task_id: string | null;
  readonly delegation_id: string | null;
  readonly turns: number;
  readonly max_turns: number;
  readonly ended_by: string | null;
  readonly end_reason: string | null;
  readonly created_at: string;
  readonly last_activity_at: string;
  readonly ended_at: string | null;
  /** When it ends by itself if nothing happens; null or missing if it does not. */
  readonly ends_at?: string | null;
}

/** What an agent of a project works on, or talks about, in one of its sessions. */
export interface Session {
  readonly agent_id: string;
  readonly project_id: string;
  readonly purpose: 'task' | 'chat';
  readonly task_id: string | null;
  readonly task_title: string | null;
  readonly partners: readonly string[];
  readonly about: string | null;
}

export interface SpokenMessage {
  readonly id: string;
  readonly sender_id: string;
  readonly content: string;
  readonly created_at: string;
}

export interface Delegation {
  readonly delegation_id: string;
  readonly task_id: string;
  readonly agent_id: string;
  readonly target_agent_id: string;
  readonly purpose: string;
  readonly context: string | null;
  readonly status: string;
  readonly result: string | null;
  readonly project_id: string;
  readonly created_at: string;
}

export interface Execution {
  readonly execution_id: string;
  readonly task_id: string;
  readonly task_title: string;
  readonly status: string;
  readonly started_at: string;
  readonly completed_at: string | null;
  readonly duration_seconds: number | null;
  readonly exit_code: number | null;
  readonly has_log: boolean;
  readonly project_id: string;
  readonly agent_id: string;
}

/** Another host that this home is linked to. */
export interface LinkedHost {
  readonly name: string;
  /** What ssh is told; null for a host that only dials here. */
  readonly target: string | null;
  readonly state: 'up' | 'down';
  readonly reason: string | null;
  readonly since: string | null;
  readonly version: string | null;
  readonly round_trip_ms: number | null;
  readonly agents: readonly { readonly id: string; readonly status: string }[];
  /** The messages of agents here that wait for it. */
  readonly waiting: number;
}

export interface ExecutionLog {
  readonly execution_id: string;
  readonly status: string;
  readonly log_content: readonly string[];
  readonly first_line: number;
  readonly total_lines: number;
  readonly next_offset: number | null;
  readonly truncated: boolean;
}

/** A log that is still written. */
export interface LiveLog extends ExecutionLog {
  /** How large it was at least when this was read. */
  readonly bytes: number;
}
