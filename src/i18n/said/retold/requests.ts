/** What is wrong with a request to a daemon, and with its fields. */
import type { Text } from '../../language.js';

export const REQUESTS: readonly Text[] = [
  { en: '{agent} has no terminal.', ja: '{agent} には端末がありません。' },
  { en: '"{name}" must be a string.', ja: '"{name}" は文字列で指定してください。' },
  { en: '"{name}" must be a string or null.', ja: '"{name}" は文字列または null で指定してください。' },
  { en: '"{name}" must be a number.', ja: '"{name}" は数値で指定してください。' },
  { en: '"{name}" must be a list of numbers.', ja: '"{name}" は数値のリストで指定してください。' },
  { en: '"{name}" must be a list.', ja: '"{name}" はリストで指定してください。' },
  { en: '"{name}" must be one of {words}.', ja: '"{name}" は次のいずれかで指定してください: {words}' },
  {
    en: '"{name}" must be an http or https address.',
    ja: '"{name}" は http または https のアドレスで指定してください。',
  },
  { en: '"{name}" must be {expected}.', ja: '"{name}" は {expected} で指定してください。' },
  { en: '"{name}" is missing.', ja: '"{name}" がありません。' },
  { en: '{agent} has no program with an interrupt key.', ja: '{agent} には中断キーのあるプログラムがありません。' },
  {
    en: 'A name can have up to 64 letters, digits, dots, hyphens or underscores.',
    ja: '名前には、英数字、ドット、ハイフン、アンダースコアを64文字まで使えます。',
  },
  { en: 'The priority must be a whole number from 1 to 5.', ja: '優先度は1から5までの整数で指定してください。' },
  { en: 'The body must be a JSON object.', ja: '本文は JSON オブジェクトで指定してください。' },
  { en: 'The path is not valid.', ja: 'パスが正しくありません。' },
  { en: 'The request could not be read as HTTP.', ja: 'リクエストを HTTP として読み込めませんでした。' },
  { en: 'The request was interrupted.', ja: 'リクエストが中断されました。' },
  { en: 'The body is not valid JSON.', ja: '本文が正しい JSON ではありません。' },
  {
    en: 'Every receipt needs a message_id and a known state.',
    ja: '各受領通知には message_id と既知の state が必要です。',
  },
  {
    en: '{task} was sent without --response, so there is no reply to wait for.',
    ja: '{task} は --response なしで送信されたため、待つ返信はありません。',
  },
  {
    en: 'You cannot cancel a request from somebody else. To refuse it: {command}',
    ja: '他の送信者のリクエストは取り消せません。断るには: {command}',
  },
  {
    en: 'The dialog of {agent} has no choice "{choice}"; it has {known}.',
    ja: '{agent} のダイアログに選択肢 "{choice}" はありません（選択肢: {known}）。',
  },
  {
    en: 'The choices of this dialog are unknown. To answer it: {command}',
    ja: 'このダイアログの選択肢は不明です。応答するには: {command}',
  },
  { en: 'A terminal has 1 to {cols} columns and 1 to {rows} rows.', ja: '端末は1〜{cols}列、1〜{rows}行です。' },
  { en: 'its terminal never came', ja: '端末が接続されませんでした' },
  {
    en: 'This route requires an upgrade to {protocol}.',
    ja: 'このルートには {protocol} へのアップグレードが必要です。',
  },
  {
    en: '"{agent}" is too long: its session would be called {id}.',
    ja: '"{agent}" は長すぎます（セッション名が {id} になります）。',
  },
];
