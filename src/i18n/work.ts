/** What tools say about work tasks and executions. */
import type { Texts } from './language.js';

export const WORK_TEXTS = {
  my_tasks: {
    en: 'These are the work tasks assigned to you. To read one, call get_task.',
    ja: '上記があなたに割り当てられたタスクです。詳細は get_task で確認できます。',
  },
  reported: {
    en: 'Your report was received. This session has ended; exit now.',
    ja: '報告を受け付けました。このセッションは終了しました。退出してください。',
  },
  task_started_from_chat: {
    en: 'The task is now in progress. Leave this chat session and work on it in a task session.',
    ja: 'タスクを開始しました。チャットセッションを終了し、タスクセッションで作業を開始してください。',
  },
  task_updated: { en: 'The task was updated.', ja: 'タスクを更新しました。' },
  requester_not_above: {
    en: 'somebody above you in the hierarchy must ask for this, and {requester_id} is not.',
    ja: 'この操作には上位者からの依頼が必要です。依頼者: {requester_id} は上位者ではありません。',
  },
  not_assignee: {
    en: 'only the assignee ({assignee_id}) can start the task.',
    ja: '自分に割り当てられたタスクのみ開始できます。タスク担当者: {assignee_id}',
  },
  not_assignee_or_creator: {
    en: 'only the assignee or the creator can change the task.',
    ja: 'このタスクの修正権限がありません。',
  },
  execution_history: {
    en: 'To read a log, call get_execution_log(execution_id).',
    ja: 'ログ内容を確認するには get_execution_log(execution_id) を呼び出してください。',
  },
  execution_log: { en: 'This is the whole log.', ja: 'ログの全体です。' },
  execution_log_cut: {
    en: 'This is part of the log. To read more, call get_execution_log with offset.',
    ja: 'ログが切り詰められています。get_execution_log に offset を指定して続きを取得できます。',
  },
} as const satisfies Texts;
