/** The states of tasks, work, runs and talks, as people say them: the same words as on the page. Codes are for programs. */
import { languageOf, type Texts } from '../language.js';
import { told } from '../told.js';

export const STATES = {
  queued: { en: 'queued', ja: '送信待ち' },
  delivered: { en: 'delivered', ja: '配達済み' },
  held: { en: 'held', ja: '保留中' },
  typing: { en: 'typing', ja: '入力中' },
  typed: { en: 'typed', ja: '入力済み' },
  submitted: { en: 'submitted', ja: '受領済み' },
  answered: { en: 'answered', ja: '回答済み' },
  expired: { en: 'expired', ja: '期限切れ' },
  failed: { en: 'failed', ja: '失敗' },
  uncertain: { en: 'uncertain', ja: '不明' },
  requested: { en: 'submitted', ja: '依頼済み' },
  working: { en: 'working', ja: '対応中' },
  completed: { en: 'done', ja: '完了' },
  canceled: { en: 'cancelled', ja: '中止' },
  rejected: { en: 'rejected', ja: '却下' },
  'input-required': { en: 'asks back', ja: '質問あり' },
  pending: { en: 'not joined yet', ja: '参加待ち' },
  active: { en: 'active', ja: '会話中' },
  terminating: { en: 'ending', ja: '終了処理中' },
  ended: { en: 'ended', ja: '終了' },
  processing: { en: 'in progress', ja: '進行中' },
  backlog: { en: 'backlog', ja: 'バックログ' },
  todo: { en: 'to do', ja: '未着手' },
  in_progress: { en: 'in progress', ja: '進行中' },
  blocked: { en: 'blocked', ja: 'ブロック' },
  done: { en: 'done', ja: '完了' },
  cancelled: { en: 'cancelled', ja: '中止' },
  urgent: { en: 'urgent', ja: '緊急' },
  high: { en: 'high', ja: '高' },
  medium: { en: 'medium', ja: '中' },
  low: { en: 'low', ja: '低' },
  approved: { en: 'approved', ja: '承認済み' },
  pending_approval: { en: 'waiting for approval', ja: '承認待ち' },
  running: { en: 'running', ja: '実行中' },
  aborted: { en: 'ended early', ja: '中断' },
} as const satisfies Texts;

/** The states of agents. In English they are what other commands and profiles call them. */
export const STATUSES = {
  starting: { en: 'starting', ja: '起動中' },
  ready: { en: 'ready', ja: '待機中' },
  busy: { en: 'busy', ja: '作業中' },
  waiting: { en: 'waiting', ja: '回答待ち' },
  paused: { en: 'paused', ja: '一時停止中' },
  stopped: { en: 'stopped', ja: '停止中' },
  dead: { en: 'dead', ja: '異常終了' },
  unreachable: { en: 'unreachable', ja: '到達不可' },
} as const satisfies Texts;

export function statusSaid(status: string): string {
  return Object.hasOwn(STATUSES, status) ? told(STATUSES[status as keyof typeof STATUSES]) : status;
}

/** In English, commands print the codes, which people know from JSON and from options. */
export function stateSaid(code: string): string {
  if (languageOf(process.env) === 'en' || !Object.hasOwn(STATES, code)) return code;
  return told(STATES[code as keyof typeof STATES]);
}

/** A task that was sent is submitted, and so is a message that the program has taken. */
export function taskStateSaid(state: string): string {
  return languageOf(process.env) === 'en' || state !== 'submitted' ? stateSaid(state) : told(STATES.requested);
}

/** Which of these states somebody names, by its code or as it is shown. */
export function stateMeant(word: string, codes: readonly string[]): string {
  return codes.find((code) => code === word) ?? codes.find((code) => isCalled(code, word)) ?? word;
}

function isCalled(code: string, word: string): boolean {
  return (
    Object.hasOwn(STATES, code) && Object.values(STATES[code as keyof typeof STATES]).some((each) => each === word)
  );
}
