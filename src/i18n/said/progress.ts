/** The words of the line that shows how far a message is, and what its receiver does. */
import type { Texts } from '../language.js';

export const RECEIPT_WORDS = {
  queued: { en: 'queued', ja: '送信待ち' },
  delivered: { en: 'delivered', ja: '配達済み' },
  held: { en: 'held', ja: '保留中' },
  typing: { en: 'typing', ja: '入力中' },
  typed: { en: 'typed', ja: '入力済み' },
  submitted: { en: 'taken', ja: '受領済み' },
  read: { en: 'read', ja: '既読' },
  uncertain: { en: 'uncertain', ja: '不明' },
} as const satisfies Texts;

export const STATUS_WORDS = {
  starting: { en: 'starting', ja: '起動中' },
  ready: { en: 'ready', ja: '待機中' },
  busy: { en: 'busy', ja: '作業中' },
  waiting: { en: 'waits for a person', ja: '回答待ち' },
  paused: { en: 'paused', ja: '一時停止中' },
  stopped: { en: 'not running', ja: '停止中' },
  dead: { en: 'not running', ja: '停止中' },
} as const satisfies Texts;

export const WORK_WORDS = {
  backlog: { en: 'backlog', ja: 'バックログ' },
  todo: { en: 'to do', ja: '未着手' },
  in_progress: { en: 'in progress', ja: '進行中' },
  waits_for_approval: { en: 'waiting for approval', ja: '承認待ち' },
} as const satisfies Texts;

export const SPAN_WORDS = {
  seconds: { en: '{count} s', ja: '{count} 秒' },
  minutes: { en: '{minutes} min {count} s', ja: '{minutes} 分 {count} 秒' },
  hours: { en: '{hours} h {minutes} min', ja: '{hours} 時間 {minutes} 分' },
} as const satisfies Texts;
