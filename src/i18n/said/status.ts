/** Words of `synapse status`. */
import type { Texts } from '../language.js';

/** The names of facts, by their keys in JSON. */
export const FACTS = {
  id: { en: 'id', ja: 'ID' },
  type: { en: 'type', ja: '種類' },
  name: { en: 'name', ja: '名前' },
  role: { en: 'role', ja: '役割' },
  kind: { en: 'kind', ja: '区分' },
  status: { en: 'status', ja: '状態' },
  status_reason: { en: 'status reason', ja: '状態の理由' },
  status_at: { en: 'status at', ja: '状態の日時' },
  by: { en: 'known by', ja: '状態の根拠' },
  via: { en: 'via', ja: 'チャネル' },
  degraded: { en: 'not used', ja: '使われていないチャネル' },
  held: { en: 'held', ja: '保留中のメッセージ' },
  age_seconds: { en: 'age seconds', ja: '経過秒数' },
  instance: { en: 'instance', ja: 'インスタンス' },
  pid: { en: 'pid', ja: 'PID' },
  program_pid: { en: 'program pid', ja: 'プログラムの PID' },
  program: { en: 'program', ja: 'プログラム' },
  profile: { en: 'profile', ja: 'プロファイル' },
  command: { en: 'command', ja: 'コマンド' },
  port: { en: 'port', ja: 'ポート' },
  endpoint: { en: 'endpoint', ja: 'エンドポイント' },
  socket: { en: 'socket', ja: 'ソケット' },
  cwd: { en: 'cwd', ja: 'フォルダー' },
  project: { en: 'project', ja: 'プロジェクト' },
  purpose: { en: 'purpose', ja: '目的' },
  why: { en: 'why', ja: '起動の理由' },
  session: { en: 'session', ja: 'セッション' },
  sessions: { en: 'sessions', ja: 'セッション' },
  paused: { en: 'paused', ja: '一時停止' },
  dialog: { en: 'dialog', ja: 'ダイアログ' },
  current_task: { en: 'current task', ja: '現在のタスク' },
  queue: { en: 'queue', ja: 'キュー' },
  waiting: { en: 'waiting', ja: '待機中の作業' },
  host: { en: 'host', ja: 'ホスト' },
  lasting: { en: 'lasting', ja: '永続アドレス' },
  version: { en: 'version', ja: 'バージョン' },
  started_at: { en: 'started at', ja: '開始日時' },
  store_id: { en: 'store id', ja: 'ストア ID' },
} as const satisfies Texts;

export const QUEUE = {
  waiting: { en: '{count} waiting', ja: '受信待ち {count} 件' },
  outgoing: { en: '{count} outgoing', ja: '送信待ち {count} 件' },
  open_requests: { en: '{count} open requests', ja: '未返信の依頼 {count} 件' },
} as const satisfies Texts;

/** How many of the outgoing messages are for agents on another host. */
export const FOR_HOST = { en: '{count} for {host}', ja: '{host} 宛て {count} 件' } as const;
