/** What commands say about messages, requests and replies. */
import type { Text } from '../../language.js';

export const MAIL: readonly Text[] = [
  {
    en: '{agent} {why}; the message is queued. Still waiting.',
    ja: '{agent}: {why}。メッセージは保留されています。引き続き待機しています。',
  },
  {
    en: '{agent} cannot be reached ({reason}); the message is queued.',
    ja: '{agent} に到達できません（{reason}）。メッセージは保留されています。',
  },
  {
    en: '{agent} cannot be reached ({reason}); the message is queued. Still waiting.',
    ja: '{agent} に到達できません（{reason}）。メッセージは保留されています。引き続き待機しています。',
  },
  { en: '{agent} is not running.', ja: '{agent} は実行されていません。' },
  {
    en: '{agent} is not running; the message is queued.',
    ja: '{agent} は実行されていません。メッセージは保留されています。',
  },
  {
    en: '{agent} is not running; the message is queued. Still waiting.',
    ja: '{agent} は実行されていません。メッセージは保留されています。引き続き待機しています。',
  },
  {
    en: '{agent} does not answer; the message is queued.',
    ja: '{agent} が応答しません。メッセージは保留されています。',
  },
  {
    en: '{agent} does not answer; the message is queued. Still waiting.',
    ja: '{agent} が応答しません。メッセージは保留されています。引き続き待機しています。',
  },
  { en: '{agent} is not running; the reply is queued.', ja: '{agent} は実行されていません。返信は保留されています。' },
  { en: '{agent} does not answer; the reply is queued.', ja: '{agent} が応答しません。返信は保留されています。' },
  {
    en: '{agent} may not have read the message: {reason}',
    ja: '{agent} はメッセージを読んでいない可能性があります: {reason}',
  },
  { en: '{agent} holds the message: {reason}', ja: '{agent} はメッセージを保留しています: {reason}' },
  {
    en: '{reason}, for over a minute; its screen ends with: {screen}',
    ja: '{reason}、1分以上。画面の末尾: {screen}',
  },
  { en: '{reason}, for over a minute', ja: '{reason}、1分以上' },
  { en: '{count} held: {reason}', ja: '{count} 件保留: {reason}' },
  {
    en: '{agent} has read the message. Still waiting.',
    ja: '{agent} はメッセージを読みました。引き続き待機しています。',
  },
  {
    en: '{agent} no longer has the request; your message was delivered as an ordinary one.',
    ja: '{agent} にはもうリクエストがないため、メッセージは通常のメッセージとして配信されました。',
  },
  {
    en: '{agent} no longer has the request; your reply was delivered as an ordinary message.',
    ja: '{agent} にはもうリクエストがないため、返信は通常のメッセージとして配信されました。',
  },
  {
    en: 'The request was already closed; {agent} gets your message as an ordinary one.',
    ja: 'リクエストはすでに終了しているため、{agent} には通常のメッセージとして届きます。',
  },
  {
    en: 'The request was already closed; {agent} gets your reply as an ordinary message.',
    ja: 'リクエストはすでに終了しているため、{agent} には通常のメッセージとして届きます。',
  },
  { en: '{agent} did not accept the reply.', ja: '{agent} は返信を受け付けませんでした。' },
  { en: 'Asked {agent}. The request stays open.', ja: '{agent} に質問しました。リクエストは未回答のままです。' },
  {
    en: 'Added a part to the reply to {agent}. The request stays open.',
    ja: '{agent} への返信に一部を追加しました。リクエストは未回答のままです。',
  },
  { en: 'Rejected the request from {agent}.', ja: '{agent} からのリクエストを拒否しました。' },
  { en: 'Closed the request from {agent} as failed.', ja: '{agent} からのリクエストを失敗として終了しました。' },
  { en: 'Replied to {agent}.', ja: '{agent} に返信しました。' },
  { en: '{agent} has a question. To answer: {command}', ja: '{agent} から質問があります。回答するには: {command}' },
  { en: 'Delivered to {agent}, which holds it: {reason}.', ja: '{agent} に配信され、保留されています（{reason}）。' },
  { en: 'Delivered to {agent}.', ja: '{agent} に配信されました。' },
  {
    en: '{agent}: {receipt} so far. To check again: {command}',
    ja: '{agent}: 現在は {receipt} です。もう一度確認するには: {command}',
  },
  { en: 'No reply yet. To keep waiting: {command}', ja: 'まだ返信がありません。待ち続けるには: {command}' },
  { en: 'To wait for the reply: {command}', ja: '返信を待つには: {command}' },
  { en: '{agent} failed: {text}', ja: '{agent} は失敗しました: {text}' },
  { en: '{agent} rejected it: {text}', ja: '{agent} に拒否されました: {text}' },
  { en: 'no reason given', ja: '理由は示されていません' },
  { en: 'the disk is full', ja: 'ディスクに空きがありません' },
  { en: 'failed: {text}', ja: '失敗: {text}' },
];
