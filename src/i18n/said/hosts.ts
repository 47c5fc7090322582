/** What is said about other hosts and the links to them, and about agents that are served to clients elsewhere. */
import type { Text } from '../language.js';

export const HOSTS: readonly Text[] = [
  { en: '{name} cannot be the name of a host.', ja: '{name} はホストの名前にできません。' },
  { en: '"{name}" cannot be the name of a host.', ja: '「{name}」はホストの名前にできません。' },
  { en: '"{target}" is no target for ssh.', ja: '「{target}」は ssh の接続先ではありません。' },
  { en: 'The request does not say from whom to whom it goes.', ja: 'リクエストに送信元と宛先がありません。' },
  { en: 'Only mail is passed on to other hosts.', ja: '他のホストに渡せるのはメッセージだけです。' },
  { en: 'nobody keeps a link to it here', ja: 'ここにはそのホストへの接続がありません' },
  {
    en: 'There are no other hosts. Link to one: synapse host add NAME TARGET',
    ja: '他のホストはありません。接続するには: synapse host add NAME TARGET',
  },
  {
    en: 'Added {name}: Synapse {version}, {count} agents, key {key}.',
    ja: '{name} を追加しました: Synapse {version}、エージェント {count}、鍵 {key}。',
  },
  {
    en: 'To write to an agent there: synapse send {agent} "…"',
    ja: 'そこのエージェントに送信するには: synapse send {agent} "…"',
  },
  {
    en: '{name} is linked: Synapse {version}, {count} agents, {ms} ms, key {key}.',
    ja: '{name} は接続されています: Synapse {version}、エージェント {count}、{ms} ms、鍵 {key}。',
  },
  {
    en: 'Added {name}, but there is no link yet: {reason}.',
    ja: '{name} を追加しましたが、まだ接続できません: {reason}',
  },
  { en: 'There is no link to {name}: {reason}.', ja: '{name} に接続できません: {reason}' },
  {
    en: 'It is tried again by itself. To try now: synapse host check {name}',
    ja: '自動的に再試行されます。今すぐ試すには: synapse host check {name}',
  },
  { en: 'Removed the host {name}.', ja: 'ホスト {name} を削除しました。' },
];

export const SERVED: readonly Text[] = [
  {
    en: 'Say where to listen, such as --listen 127.0.0.1:8443.',
    ja: '待ち受ける場所を指定してください。例: --listen 127.0.0.1:8443',
  },
  { en: '--tls-cert and --tls-key go together.', ja: '--tls-cert と --tls-key は一緒に指定してください。' },
  {
    en: '--listen takes an address and a port such as 127.0.0.1:8443, not "{text}".',
    ja: '--listen には 127.0.0.1:8443 のようなアドレスとポートを指定してください。「{text}」は使えません。',
  },
  {
    en: '--url takes an address such as https://agents.example.com, not "{text}".',
    ja: '--url には https://agents.example.com のようなアドレスを指定してください。「{text}」は使えません。',
  },
  {
    en: 'The cards of the agents must say where they are, and {listen} means every address. Add --url, such as --url https://agents.example.com:{port}.',
    ja: 'エージェントのカードには場所を示す必要がありますが、{listen} はすべてのアドレスを意味します。--url を指定してください。例: --url https://agents.example.com:{port}',
  },
  { en: 'Only a POST can have a body.', ja: '本文を持てるのは POST だけです。' },
  { en: 'Content-Type must be application/json.', ja: 'Content-Type は application/json にしてください。' },
  { en: 'Serving at {url}. Press Ctrl-C to stop.', ja: '{url} で公開中です。終了するには Ctrl-C を押してください。' },
  { en: '  {url} (not running)', ja: '  {url}（停止中）' },
  {
    en: 'There is no agent {id} yet; it is served once it starts.',
    ja: 'エージェント {id} はまだありません。起動すると公開されます。',
  },
  {
    en: 'Every agent that starts from now on is served, too. To choose: synapse serve AGENT …',
    ja: 'これから起動するエージェントもすべて公開されます。選ぶには: synapse serve AGENT …',
  },
  { en: 'The certificate has expired.', ja: '証明書の有効期限が切れています。' },
  {
    en: 'Nobody can call yet. To let a client in: synapse token create --name NAME',
    ja: 'まだ誰も呼び出せません。クライアントを許可するには: synapse token create --name NAME',
  },
  { en: 'The certificate was read again.', ja: '証明書を読み直しました。' },
  { en: 'The new certificate is not used: {reason}', ja: '新しい証明書は使用しません: {reason}' },
  { en: '{file} holds no certificate: {reason}.', ja: '{file} に証明書がありません: {reason}' },
  {
    en: 'every agent can be reached at {url} with an access token',
    ja: 'すべてのエージェントに、アクセストークンがあれば {url} で到達できます',
  },
  {
    en: '{agents} can be reached at {url} with an access token',
    ja: '{agents} に、アクセストークンがあれば {url} で到達できます',
  },
  { en: 'the certificate of {url} ended on {day}', ja: '{url} の証明書は {day} に期限切れになりました' },
  { en: 'the certificate of {url} ends on {day}', ja: '{url} の証明書は {day} に期限切れになります' },
  { en: 'Renew it; a new file is read by itself.', ja: '更新してください。新しいファイルは自動的に読み込まれます。' },
];
