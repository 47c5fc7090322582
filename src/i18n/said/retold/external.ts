/** Why an outside agent cannot be used. They are stored in English and translated for their reader. */
import type { Texts } from '../../language.js';

export const EXTERNAL_REASONS = {
  nothing_listens: { en: 'nothing listens there', ja: '待ち受けているプログラムがありません' },
  unknown_host: { en: 'its host is unknown', ja: 'ホスト名が見つかりません' },
  no_lookup: { en: 'its host cannot be looked up now', ja: 'ホスト名を今は調べられません' },
  bad_port: { en: 'no web address has this port', ja: 'このポートは Web のアドレスには使えません' },
  no_way: { en: 'there is no way to its host', ja: 'ホストに到達できません' },
  no_connection: { en: 'it does not accept connections', ja: '接続を受け付けません' },
  bad_certificate: { en: 'its certificate is not trusted ({code})', ja: '証明書を信頼できません（{code}）' },
  no_encryption: {
    en: 'there is no encrypted connection to it ({code})',
    ja: '暗号化された接続を確立できません（{code}）',
  },
  too_slow: { en: 'it did not answer in time', ja: '時間内に応答がありませんでした' },
  cut: { en: 'the connection was cut', ja: '接続が切れました' },
  status: { en: 'it answered {status}', ja: '{status} が返りました' },
  other_host: { en: 'it points to another host, {origin}', ja: '別のホスト {origin} を指しています' },
  too_large: { en: 'it is larger than {limit} MiB', ja: '{limit} MiB を超えています' },
  too_many_parts: { en: 'it has more than {limit} parts', ja: '{limit} 個を超える部分があります' },
  not_json: { en: 'it is not JSON', ja: 'JSON ではありません' },
  not_a_card: { en: 'it is not the card of an A2A agent', ja: 'A2A エージェントのカードではありません' },
  no_interface: {
    en: 'it offers neither JSON-RPC nor HTTP+JSON in version 1.0 or 0.3',
    ja: 'バージョン 1.0 と 0.3 の JSON-RPC も HTTP+JSON も提供していません',
  },
  no_task_id: { en: 'its task has no usable id', ja: 'タスクの id が使えません' },
  other_task: { en: 'it answered about another task', ja: '別のタスクについて答えました' },
  empty_stream: { en: 'its stream is empty', ja: 'ストリームが空です' },
  token_empty: { en: '{source} is empty', ja: '{source} は空です' },
  token_odd: { en: '{source} does not hold a token', ja: '{source} の内容はトークンではありません' },
} as const satisfies Texts;

export type ExternalReason = keyof typeof EXTERNAL_REASONS;
