/** Errors of work tasks, delegations and executions. */
import { entry, FAILED, list, NOT_FOUND, USAGE } from './entry.js';

export const WORK_ERRORS = {
  invalid_status: entry(400, USAGE, (d) => `There is no status ${d.status}. Use one of these: ${list(d.allowed)}.`),
  invalid_status_transition: entry(
    409,
    FAILED,
    'Work task {task_id} is {from} and cannot become {to}.',
    'Run `synapse work show {task_id}` to see its history.',
  ),
  dependency_not_complete: entry(
    409,
    FAILED,
    (d) => `Work task ${d.task_id} depends on work tasks that are not done: ${list(d.blocked_by)}.`,
    'Run `synapse work show {task_id}` to see them.',
  ),
  incomplete_subtasks: entry(
    409,
    FAILED,
    (d) => `Work task ${d.task_id} has open subtasks: ${list(d.subtasks)}.`,
    'Finish or cancel the subtasks first, with update_task_status.',
  ),
  approval_required: entry(
    409,
    FAILED,
    'Work task {task_id} is not approved ({approval}).',
    'Approve it: synapse work approve {task_id} (an agent above the assignee: approve_task_request)',
  ),
  delegation_not_found: entry(
    404,
    NOT_FOUND,
    'There is no delegation {delegation_id}.',
    'Run `synapse delegation list` to list all delegations.',
  ),
  not_delegation_owner: entry(
    403,
    FAILED,
    'Delegation {delegation_id} does not belong to {agent_id}.',
    'Call get_pending_delegations to list your own.',
  ),
  delegation_already_processed: entry(
    409,
    FAILED,
    'Delegation {delegation_id} is already {status}.',
    'Call get_pending_delegations to see what is left.',
  ),
  execution_log_not_found: entry(
    404,
    NOT_FOUND,
    'There is no log for execution {execution_id}.',
    'Run `synapse execution list` to list all executions.',
  ),
};
