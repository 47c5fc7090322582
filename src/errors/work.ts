/** Errors of work tasks, delegations and executions. */
import { entry, FAILED, NOT_FOUND, USAGE } from './entry.js';

export const WORK_ERRORS = {
  invalid_status: entry(400, USAGE, {
    en: 'There is no status {status}. Use one of these: {allowed}.',
    ja: 'ステータス {status} は存在しません（使用可能: {allowed}）。',
  }),
  invalid_status_transition: entry(
    409,
    FAILED,
    {
      en: 'Work task {task_id} is {from} and cannot become {to}.',
      ja: 'タスク {task_id} は {from} から {to} に変更できません。',
    },
    {
      en: 'Run `synapse work show {task_id}` to see its history.',
      ja: '履歴は `synapse work show {task_id}` で確認できます。',
    },
  ),
  dependency_not_complete: entry(
    409,
    FAILED,
    {
      en: 'Work task {task_id} depends on work tasks that are not done: {blocked_by}.',
      ja: 'タスク {task_id} の依存タスクが未完了です: {blocked_by}',
    },
    {
      en: 'Run `synapse work show {task_id}` to see them.',
      ja: '内容は `synapse work show {task_id}` で確認できます。',
    },
  ),
  incomplete_subtasks: entry(
    409,
    FAILED,
    {
      en: 'Work task {task_id} has open subtasks: {subtasks}.',
      ja: 'タスク {task_id} に未完了のサブタスクがあります: {subtasks}',
    },
    {
      en: 'Finish or cancel the subtasks first, with update_task_status.',
      ja: '先に update_task_status でサブタスクを完了または中止してください。',
    },
  ),
  approval_required: entry(
    409,
    FAILED,
    {
      en: 'Work task {task_id} is not approved ({approval}).',
      ja: 'タスク {task_id} は承認されていません（{approval}）。',
    },
    {
      en: 'Approve it: synapse work approve {task_id} (an agent above the assignee: approve_task_request)',
      ja: '承認するには: synapse work approve {task_id}（担当者の上位のエージェントは approve_task_request）',
    },
  ),
  delegation_not_found: entry(
    404,
    NOT_FOUND,
    { en: 'There is no delegation {delegation_id}.', ja: '移譲 {delegation_id} が見つかりません。' },
    {
      en: 'Run `synapse delegation list` to list all delegations.',
      ja: '`synapse delegation list` で移譲の一覧を確認してください。',
    },
  ),
  not_delegation_owner: entry(
    403,
    FAILED,
    {
      en: 'Delegation {delegation_id} does not belong to {agent_id}.',
      ja: '移譲 {delegation_id} は {agent_id} のものではありません。',
    },
    {
      en: 'Call get_pending_delegations to list your own.',
      ja: '自分の移譲は get_pending_delegations で確認できます。',
    },
  ),
  delegation_already_processed: entry(
    409,
    FAILED,
    {
      en: 'Delegation {delegation_id} is already {status}.',
      ja: '移譲 {delegation_id} はすでに処理済みです（{status}）。',
    },
    { en: 'Call get_pending_delegations to see what is left.', ja: '残りは get_pending_delegations で確認できます。' },
  ),
  execution_log_not_found: entry(
    404,
    NOT_FOUND,
    { en: 'There is no log for execution {execution_id}.', ja: '実行 {execution_id} のログが見つかりません。' },
    {
      en: 'Run `synapse execution list` to list all executions.',
      ja: '`synapse execution list` で実行の一覧を確認してください。',
    },
  ),
  execution_log_away: entry(
    503,
    FAILED,
    {
      en: 'The log of execution {execution_id} is on the host {host}, which does not answer.',
      ja: '実行 {execution_id} のログはホスト {host} にありますが、応答がありません。',
    },
    {
      en: 'Try again when Synapse runs there. Run `synapse team show` to see which hosts are there.',
      ja: 'そのホストで Synapse が動いているときに、もう一度試してください。稼働中のホストは `synapse team show` で確認できます。',
    },
  ),
};
