/** The labels of values in what commands print. */
import type { Texts } from '../language.js';

export const LABELS = {
  created_by: { en: 'created by', ja: '作成者' },
  about: { en: 'about', ja: '説明' },
  waits_for: { en: 'waits for', ja: '依存' },
  blocked: { en: 'blocked', ja: '停止理由' },
  result: { en: 'result', ja: '結果' },
  summary: { en: 'summary', ja: '要約' },
  next: { en: 'next', ja: '次の作業' },
  created: { en: 'created', ja: '作成' },
  asked_by: { en: 'asked by {who}', ja: '依頼者 {who}' },
  asked_by_unverified: { en: 'asked by {who}, unverified', ja: '依頼者 {who}（未確認）' },
  in_conversation: { en: 'in {conversation}', ja: '会話 {conversation}' },
  in_session: { en: '{who} ({purpose} session)', ja: '{who}（{purpose} セッション）' },
  unassigned: { en: 'unassigned', ja: '担当者なし' },
  turns: { en: '{turns} turns', ja: '{turns} 件' },
  purpose: { en: 'purpose: {purpose}', ja: '目的: {purpose}' },
  ended_by: { en: '{reason}, by {who}', ja: '{reason}、{who} による' },
  from: { en: 'from', ja: '送信者' },
  to: { en: 'to', ja: '宛先' },
  priority: { en: 'priority', ja: '優先度' },
  reply_expected: { en: 'reply expected', ja: '返信待ち' },
  no_reply_expected: { en: 'no reply expected', ja: '返信不要' },
  files: { en: 'files', ja: 'ファイル' },
  receipts: { en: 'receipts', ja: '受領状況' },
  ago: { en: '{age} ago', ja: '{age} 前' },
  to_reply: { en: 'To reply: {command}', ja: '返信するには: {command}' },
  yes: { en: 'yes', ja: 'はい' },
  no: { en: 'no', ja: 'いいえ' },
  idle: { en: 'task: idle', ja: 'task: 待機中' },
  chat_with: { en: 'chat with {partners}', ja: '{partners} とのチャット' },
  chat: { en: 'chat', ja: 'チャット' },
  lines: { en: 'lines', ja: '行単位' },
  full_screen: { en: 'full screen', ja: '全画面' },
  given_after: { en: '(given after --)', ja: '（-- の後に指定）' },
  built_in: { en: 'built in', ja: '組み込み' },
  all_agents: { en: 'all agents', ja: 'すべてのエージェント' },
} as const satisfies Texts;

/** Of `synapse list`. */
export const LIST = {
  you: { en: 'you', ja: 'あなた' },
  footer: { en: 'Agents: {count}. Press q to quit.', ja: 'エージェント: {count}。q で終了します。' },
} as const satisfies Texts;

/** Around a program that is shown in a person's terminal. */
export const VIEWER = {
  attached: { en: '[synapse: {id}; Ctrl-] detaches]', ja: '[synapse: {id}、Ctrl-] で切り離し]' },
  looking: { en: '[synapse: {id}, read-only; q leaves]', ja: '[synapse: {id}、閲覧のみ、q で終了]' },
} as const satisfies Texts;
