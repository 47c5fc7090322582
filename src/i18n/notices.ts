/** Notifications: `notice_…` is what an agent reads, `person_…` is what a person finds in the inbox. */
import type { Texts } from './language.js';

export const NOTICE_TEXTS = {
  notice_check_chat: {
    en: 'This comes from your own chat session: you sent it to yourself from there. To read the chat, use <<get_conversation_messages conversation_id={conversation_id}>>.',
    ja: 'あなたのチャットセッションからの通知です。\n\n【重要】この通知は、あなた自身が別のセッション（チャットセッション）から送信したものです。チャットの内容を確認してください。\n\n確認方法:\n<<get_conversation_messages conversation_id={conversation_id}>> を使ってください。',
  },
  notice_check_message: {
    en: 'This comes from your own chat session: it passes on a chat message from {who}, which is quoted here. Read it and act on it if needed.',
    ja: 'あなた自身のチャットセッションからの通知です。{who} からのチャットメッセージ（ここに引用）を伝えています。内容を確認し、必要に応じて対応してください。',
  },
  notice_check_message_now: {
    en: 'This comes from your own chat session: it passes on an urgent chat message from {who}, which is quoted here. Read it and act on it if needed. To use other tools again: <<get_notifications>>.',
    ja: 'あなた自身のチャットセッションからの通知です。{who} からの緊急のチャットメッセージ（ここに引用）を伝えています。内容を確認し、必要に応じて対応してください。他のツールを再び使うには <<get_notifications>> を実行してください。',
  },
  notice_conversation_ended: {
    en: 'This comes from your own chat session: conversation {conversation_id}, which you delegated, has ended. To read it, use <<get_task_conversations>> or <<get_conversation_messages conversation_id={conversation_id}>>.',
    ja: 'あなた自身のチャットセッションからの通知です。移譲した会話 {conversation_id} が終了しました。<<get_task_conversations>> または <<get_conversation_messages conversation_id={conversation_id}>> で内容を確認してください。',
  },
  notice_conversation_not_joined: {
    en: 'This comes from your own chat session: {who} did not join conversation {conversation_id}, which you delegated, so there is no answer. To try again: <<delegate_to_chat_session target_agent_id={who} purpose="…">>. If you no longer expect an answer: <<update_task_status task_id={task_id} status=blocked reason="…">>.',
    ja: 'あなた自身のチャットセッションからの通知です。移譲した会話 {conversation_id} に {who} が参加しなかったため、回答はありません。もう一度試すには <<delegate_to_chat_session target_agent_id={who} purpose="…">>、見込みがなければ <<update_task_status task_id={task_id} status=blocked reason="…">> を実行してください。',
  },
  notice_delegation_finished: {
    en: 'This comes from your own chat session: it has finished what you delegated to it. To read the conversations, use <<get_task_conversations>>.',
    ja: 'あなた自身のチャットセッションからの通知です。移譲した会話の処理が終わりました。<<get_task_conversations>> で内容を確認してください。',
  },
  notice_task_blocked: {
    en: 'Work task {task_id} is blocked. To see why, use <<get_task task_id={task_id}>>.',
    ja: 'タスク {task_id} がブロックされました。<<get_task task_id={task_id}>> で理由を確認してください。',
  },
  notice_task_done: {
    en: 'Work task {task_id} is done. To read the result: <<get_task task_id={task_id}>>.',
    ja: 'タスク {task_id} が完了しました。結果の確認: <<get_task task_id={task_id}>>',
  },
  notice_task_failed: {
    en: 'Work task {task_id} has failed and is blocked. To see why: <<get_task task_id={task_id}>>.',
    ja: 'タスク {task_id} は失敗し、ブロックされました。理由の確認: <<get_task task_id={task_id}>>',
  },
  notice_task_changed: {
    en: '{who} changed work task {task_id}. To read it as it is now: <<get_task task_id={task_id}>>.',
    ja: '{who} がタスク {task_id} を変更しました。現在の内容: <<get_task task_id={task_id}>>',
  },
  notice_task_assigned: {
    en: '{who} has assigned work task {task_id} to you. To read it: <<get_task task_id={task_id}>>.',
    ja: '{who} がタスク {task_id} をあなたに割り当てました。内容の確認: <<get_task task_id={task_id}>>',
  },
  notice_task_started: {
    en: '{who} has set work task {task_id}, which is yours, in progress. To read it: <<get_task task_id={task_id}>>.',
    ja: '{who} があなたのタスク {task_id} を進行中にしました。内容の確認: <<get_task task_id={task_id}>>',
  },
  wait_answered: { en: '{who} has written to you.', ja: '{who} からメッセージが届きました。' },
  wait_ended: {
    en: 'Your chat session has finished talking with {who}.',
    ja: 'あなたのチャットセッションと {who} の会話が終わりました。',
  },
  wait_parts: {
    en: 'The subtasks of {task_id} are done, cancelled or blocked.',
    ja: '{task_id} のサブタスクはすべて完了、中止、またはブロック中です。',
  },
  notice_wait_over: {
    en: '{what} Your work task {task_id}, which waited for that, is still blocked. To read the conversations: <<get_task_conversations task_id={task_id}>>. To go on with the task: <<update_task_status task_id={task_id} status=in_progress>>. To leave it for later: <<update_task_status task_id={task_id} status=todo>>.',
    ja: '{what}これを待っていたタスク {task_id} はまだブロック中です。会話の確認: <<get_task_conversations task_id={task_id}>>。再開するには <<update_task_status task_id={task_id} status=in_progress>>、後で行うには <<update_task_status task_id={task_id} status=todo>> を実行してください。',
  },
  notice_wait_over_in_chat: {
    en: '{what} Your work task {task_id}, which waited for that, is still blocked. It goes on when its status is in_progress or todo again. Your task session can set that. From here it needs somebody above you who asks for it: <<start_task_from_chat task_id={task_id} requester_id="<agent>">>.',
    ja: '{what}これを待っていたタスク {task_id} はまだブロック中です。ステータスが in_progress または todo に戻ると再開できます。変更はあなたのタスクセッションで行えます。ここから開始するには上位者の依頼が必要です: <<start_task_from_chat task_id={task_id} requester_id="<agent>">>',
  },
  notice_task_requested: {
    en: 'Work task {task_id} is waiting for approval. To decide, use <<approve_task_request task_id={task_id}>> or <<reject_task_request task_id={task_id} reason="…">>.',
    ja: 'タスク {task_id} が承認待ちです。<<approve_task_request task_id={task_id}>> または <<reject_task_request task_id={task_id} reason="…">> で決定してください。',
  },
  notice_task_approved: {
    en: 'Your work task {task_id} was approved. To read it, use <<get_task task_id={task_id}>>.',
    ja: 'タスク {task_id} が承認されました。<<get_task task_id={task_id}>> で内容を確認してください。',
  },
  notice_task_rejected: {
    en: 'Your work task {task_id} was rejected. To find out what to do next, use <<get_next_action>>.',
    ja: 'タスク {task_id} は却下されました。<<get_next_action>> で次の指示を確認してください。',
  },
  notice_task_left: {
    en: 'The program that worked on work task {task_id} ended without reporting. The task is still in progress. To read it, use <<get_task task_id={task_id}>>.',
    ja: 'タスク {task_id} を実行していたプログラムが報告せずに終了しました。タスクは進行中のままです。<<get_task task_id={task_id}>> で内容を確認してください。',
  },
  person_check_chat: {
    en: 'A notification from your chat session.',
    ja: 'あなたのチャットセッションからの通知です。',
  },
  person_conversation_ended: {
    en: 'A conversation for work task "{title}" has ended. Details: synapse work show {task_id}',
    ja: 'タスク「{title}」のための会話が終了しました。確認: synapse work show {task_id}',
  },
  person_conversation_not_joined: {
    en: '{by} did not join a conversation for work task "{title}". Details: synapse work show {task_id}',
    ja: 'タスク「{title}」のための会話に {by} が参加しませんでした。確認: synapse work show {task_id}',
  },
  person_delegation_finished: {
    en: 'A delegation for work task "{title}" is finished. Details: synapse delegation list',
    ja: 'タスク「{title}」の移譲が完了しました。確認: synapse delegation list',
  },
  person_task_blocked: {
    en: '{who} is blocked on work task "{title}". Details: synapse work show {task_id}',
    ja: '{who} のタスク「{title}」がブロックされました。確認: synapse work show {task_id}',
  },
  person_task_done: {
    en: 'Work task "{title}" is done (by {by}). Details: synapse work show {task_id}',
    ja: 'タスク「{title}」が完了しました（{by}）。確認: synapse work show {task_id}',
  },
  person_task_failed: {
    en: 'Work task "{title}" has failed (reported by {by}) and is blocked. Details: synapse work show {task_id}',
    ja: 'タスク「{title}」は失敗し、ブロックされました（報告: {by}）。確認: synapse work show {task_id}',
  },
  person_task_changed: {
    en: '{by} changed your work task "{title}". Details: synapse work show {task_id}',
    ja: '{by} があなたのタスク「{title}」を変更しました。確認: synapse work show {task_id}',
  },
  person_task_assigned: {
    en: '{by} has assigned work task "{title}" to you. Details: synapse work show {task_id}',
    ja: '{by} がタスク「{title}」をあなたに割り当てました。確認: synapse work show {task_id}',
  },
  person_task_started: {
    en: '{by} has set your work task "{title}" in progress. Details: synapse work show {task_id}',
    ja: '{by} があなたのタスク「{title}」を進行中にしました。確認: synapse work show {task_id}',
  },
  person_wait_over: {
    en: 'Your work task "{title}" is blocked, and {by}, whom it waited for, has answered or ended the conversation. To go on, run: synapse work status {task_id} in_progress',
    ja: 'ブロック中のあなたのタスク「{title}」が待っていた {by} からの回答が届いたか、会話が終了しました。再開: synapse work status {task_id} in_progress',
  },
  person_parts_over: {
    en: 'Your work task "{title}" is blocked, and its subtasks are done, cancelled or blocked. To go on, run: synapse work status {task_id} in_progress',
    ja: 'ブロック中のあなたのタスク「{title}」のサブタスクは、すべて完了、中止、またはブロック中です。再開: synapse work status {task_id} in_progress',
  },
  person_task_requested: {
    en: '{who} asks for approval of a work task: {title}. To decide, run: synapse work approve {task_id}, or synapse work reject {task_id} --reason "…"',
    ja: '{who} がタスク「{title}」の承認を求めています。synapse work approve {task_id} または synapse work reject {task_id} --reason "…" で決定してください。',
  },
  person_task_approved: {
    en: 'Your work task "{title}" was approved. Details: synapse work show {task_id}',
    ja: 'あなたのタスク「{title}」が承認されました。確認: synapse work show {task_id}',
  },
  person_task_rejected: {
    en: 'Your work task "{title}" was rejected. Details: synapse work show {task_id}',
    ja: 'あなたのタスク「{title}」は却下されました。確認: synapse work show {task_id}',
  },
  person_task_left: {
    en: 'The program of {who} ended without reporting on work task "{title}", which is still in progress. Details: synapse execution list --task {task_id}',
    ja: '{who} のプログラムがタスク「{title}」について報告せずに終了しました。タスクは進行中のままです。確認: synapse execution list --task {task_id}',
  },
} as const satisfies Texts;
