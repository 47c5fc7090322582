/** The names of the columns of tables, by their English name. */
import type { Text } from '../language.js';

const JAPANESE: Readonly<Record<string, string>> = {
  'ACCESS TO': 'アクセス先',
  'DEFINED IN': '定義場所',
  AFTER: '所要時間',
  AGE: '経過',
  AGENT: 'エージェント',
  CASE: '場合',
  CHANNEL: 'チャネル',
  CREATED: '作成日時',
  DECLARED: '宣言',
  DIRECTORY: 'フォルダー',
  EXIT: '終了コード',
  HIERARCHY: '階層',
  ID: 'ID',
  KIND: '区分',
  NAME: '名前',
  NOTE: '備考',
  NOW: '現在',
  PARENT: '上位',
  PORT: 'ポート',
  PORTS: 'ポート',
  PROGRAM: 'プログラム',
  PROJECT: 'プロジェクト',
  PROJECTS: 'プロジェクト',
  PURPOSE: '目的',
  READS: '入力',
  RECEIPT: '受領状況',
  RESULT: '結果',
  SESSION: 'セッション',
  STATE: '状態',
  STATUS: '状態',
  TASK: 'タスク',
  TEXT: '本文',
  TURNS: '件数',
  TYPE: '種類',
  WHO: '誰',
  WITH: '相手',
};

export function columnName(en: string): Text {
  return { en, ja: JAPANESE[en] ?? en };
}
