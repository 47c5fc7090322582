/** What tools say about work tasks and executions. */
import type { Texts } from './language.js';

export const WORK_TEXTS = {
  my_tasks: {
    en: 'These are the work tasks assigned to you. To read one, use <<get_task / task_id=<task>>>.',
    ja: '上記があなたに割り当てられたタスクです。詳細は <<get_task / task_id=<task>>> で確認できます。',
  },
  reported: {
    en: 'Your report was received. This session has ended; exit now.',
    ja: '報告を受け付けました。このセッションは終了しました。退出してください。',
  },
  reported_open: {
    en: 'Your report was received. These are still open for the task and go on without you: {open}. This session has ended; exit now.',
    ja: '報告を受け付けました。次のものはこのタスクのためにまだ続いています：{open}。このセッションは終了しました。退出してください。',
  },
  task_started_from_chat: {
    en: 'The task is now in progress. Leave this chat session when the talk is over (<<logout>>); the work is done in a task session.',
    ja: 'タスクを開始しました。チャットセッションを終了し（<<logout>>）、タスクセッションで作業を開始してください。',
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
  not_your_parent: {
    en: 'only the assignee, the creator and those above the assignee can create a task under it.',
    ja: '子タスクを作成できるのは担当者、作成者、担当者の上位者のみです。',
  },
  not_your_task: {
    en: 'only the assignee, the creator and those above the assignee can read them.',
    ja: '閲覧できるのは担当者、作成者、担当者の上位者のみです。',
  },
  execution_history: {
    en: 'To read a log, use <<get_execution_log execution_id=<execution_id>>>.',
    ja: 'ログ内容を確認するには <<get_execution_log execution_id=<execution_id>>> を使ってください。',
  },
  execution_log: { en: 'This is the whole log.', ja: 'ログの全体です。' },
  execution_still_runs: {
    en: 'The execution still runs, so more lines may follow.',
    ja: '実行中のため、この後も行が追加される可能性があります。',
  },
  execution_log_next: {
    en: 'These are {returned_lines} of {total_lines} lines, from line {first_line}. To read on, use <<get_execution_log execution_id={execution_id} offset={next_offset}>>.',
    ja: '全{total_lines}行のうち、{first_line}行目から{returned_lines}行です（先頭は0行目）。続きは <<get_execution_log execution_id={execution_id} offset={next_offset}>> で取得できます。',
  },
  execution_log_past_end: {
    en: 'The log has {total_lines} lines and ends before this offset.',
    ja: 'ログは全{total_lines}行で、この位置より前で終わっています。',
  },
  execution_log_end: {
    en: 'These are the last {returned_lines} of {total_lines} lines; the log ends here. To read the lines before them, use <<get_execution_log execution_id={execution_id} offset={earlier_offset}>>.',
    ja: '全{total_lines}行のうち、最後の{returned_lines}行です。この先はありません。これより前は <<get_execution_log execution_id={execution_id} offset={earlier_offset}>> で取得できます。',
  },
} as const satisfies Texts;
