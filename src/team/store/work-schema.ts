/** Row types of work tasks, delegations, notifications and executions. */

export interface WorkSchema {
  work_tasks: WorkTaskRow;
  work_counts: WorkCountRow;
  work_dependencies: WorkDependencyRow;
  work_events: WorkEventRow;
  delegations: DelegationRow;
  notifications: NotificationRow;
  executions: ExecutionRow;
}

export interface WorkTaskRow {
  id: string;
  project_id: string;
  /** Their order, because the tasks of a batch are created in the same millisecond. */
  place: number;
  title: string;
  description: string;
  status: 'backlog' | 'todo' | 'in_progress' | 'blocked' | 'done' | 'cancelled';
  priority: 'urgent' | 'high' | 'medium' | 'low';
  assignee_id: string | null;
  created_by: string;
  parent_task_id: string | null;
  blocked_reason: string | null;
  approval: 'approved' | 'pending_approval' | 'rejected';
  status_changed_by: string | null;
  result: 'success' | 'failed' | 'blocked' | null;
  summary: string | null;
  next_steps: string | null;
  started_from_conversation_id: string | null;
  created_at: number;
  updated_at: number;
}

/** How many tasks there are, kept up to date because counting takes longer the more there are. */
interface WorkCountRow {
  project_id: string;
  /** Empty for unassigned tasks. */
  assignee_id: string;
  status: WorkTaskRow['status'];
  count: number;
}

interface WorkDependencyRow {
  task_id: string;
  depends_on: string;
}

export interface WorkEventRow {
  task_id: string;
  place: number;
  at: number;
  executor_id: string;
  requester_id: string | null;
  conversation_id: string | null;
  via: 'task' | 'chat' | 'person';
  /** 1 if nothing in chat shows that the requester asked. */
  is_unverified: 0 | 1;
  /** JSON: `[{field, from, to}]`; empty for the creation of the task. */
  changes: string;
}

export interface DelegationRow {
  id: string;
  project_id: string;
  /** The agent whose task session delegates to its own chat session. */
  agent_id: string;
  task_id: string | null;
  target_agent_id: string;
  purpose: string;
  context: string | null;
  status: 'pending' | 'processing' | 'completed' | 'failed';
  /** The chat session that has taken it; when that session ends, the delegation is pending again. */
  session_id: string | null;
  result: string | null;
  place: number;
  created_at: number;
  finished_at: number | null;
}

export interface NotificationRow {
  id: string;
  project_id: string;
  agent_id: string;
  place: number;
  type: 'status_change' | 'interrupt' | 'message' | 'chat_session_notification';
  action:
    | 'check_chat'
    | 'conversation_ended'
    | 'conversation_not_joined'
    | 'delegation_finished'
    | 'task_blocked'
    | 'task_done'
    | 'task_failed'
    | 'task_changed'
    | 'task_assigned'
    | 'task_started'
    | 'wait_over'
    | 'task_requested'
    | 'task_approved'
    | 'task_rejected'
    | 'task_left';
  task_id: string | null;
  conversation_id: string | null;
  /** The chat message it passes on. */
  message_id: string | null;
  /** Who made it necessary: who changed the task, or who did not join. */
  who_id: string | null;
  message: string | null;
  created_at: number;
  read_at: number | null;
}

export interface ExecutionRow {
  id: string;
  project_id: string;
  agent_id: string;
  task_id: string;
  session_id: string;
  place: number;
  /** `stopped`: somebody ended the program, or its work was taken away. */
  status: 'running' | 'completed' | 'failed' | 'stopped';
  started_at: number;
  completed_at: number | null;
  exit_code: number | null;
  log_file: string | null;
  /** The host that has the log; null in a file, which only one host uses. */
  host: string | null;
}
