/** Why a session starts, and why none does. They are stored in English and translated for their reader. */
import type { Texts } from './language.js';

export const REASON_TEXTS = {
  why_task: { en: 'work task {task_id}: {title}', ja: 'タスク {task_id}：{title}' },
  why_message: { en: 'message from {sender_id}', ja: '{sender_id} からのメッセージ' },
  why_delegation: {
    en: 'delegation {delegation_id}: talk with {target_agent_id}',
    ja: '移譲 {delegation_id}：{target_agent_id} との会話',
  },
  why_chat: { en: 'a chat was requested', ja: 'チャットの開始が求められました' },
  why_request: {
    en: 'conversation {conversation_id}: {initiator_id} wants to talk',
    ja: '会話 {conversation_id}：{initiator_id} からの会話リクエスト',
  },
  why_turn: { en: 'conversation {conversation_id}: it is its turn', ja: '会話 {conversation_id}：発言の番です' },
  why_end: { en: 'conversation {conversation_id} has ended', ja: '会話 {conversation_id}：終了の通知' },
  reason_full: {
    en: 'its project runs up to {limit} sessions at a time, {tasks} of them on tasks (SYNAPSE_PROJECT_SESSIONS)',
    ja: 'このプロジェクトで同時に動くセッションは {limit} 個まで、そのうちタスクは {tasks} 個までです（SYNAPSE_PROJECT_SESSIONS）',
  },
  reason_full_all: {
    en: 'its project runs up to {limit} sessions at a time (SYNAPSE_PROJECT_SESSIONS)',
    ja: 'このプロジェクトで同時に動くセッションは {limit} 個までです（SYNAPSE_PROJECT_SESSIONS）',
  },
  reason_full_last: {
    en: 'its project runs up to {limit} sessions at a time, and the last one is reserved for answers (SYNAPSE_PROJECT_SESSIONS)',
    ja: 'このプロジェクトで同時に動くセッションは {limit} 個まで、最後の1個は返答するセッション用です（SYNAPSE_PROJECT_SESSIONS）',
  },
  reason_killed: { en: 'its daemon was killed', ja: 'デーモンが強制終了されました' },
  reason_stopped: { en: 'it was stopped', ja: '停止されました' },
  reason_ended: { en: 'the program ended with {how}', ja: 'プログラムが終了しました（{how}）' },
  reason_not_by_itself: { en: 'it does not start automatically', ja: '自動では起動しません' },
  reason_no_program: { en: 'it has no profile or command', ja: '起動方法が設定されていません' },
} as const satisfies Texts;
