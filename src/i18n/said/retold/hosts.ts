/** What is said about other hosts and the links to them, and about agents that are served to clients elsewhere. */
import type { Text } from '../../language.js';

export const HOSTS: readonly Text[] = [
  { en: '{name} cannot be the name of a host.', ja: '{name} はホストの名前にできません。' },
  { en: '"{name}" cannot be the name of a host.', ja: '「{name}」はホストの名前にできません。' },
  { en: '"{target}" is no target for ssh.', ja: '「{target}」は ssh の接続先ではありません。' },
  {
    en: '"{target}" is no target for ssh. With a port it is {url}.',
    ja: '「{target}」は ssh の接続先ではありません。ポートを付ける場合は {url} です。',
  },
  {
    en: '"{target}" is no target for ssh. Leave out the brackets.',
    ja: '「{target}」は ssh の接続先ではありません。角括弧は付けないでください。',
  },
  { en: 'The request does not say from whom to whom it goes.', ja: 'リクエストに送信元と宛先がありません。' },
  { en: 'This is not passed on to other hosts.', ja: 'これは他のホストには渡せません。' },
  { en: 'This route requires an upgrade and a target.', ja: 'このルートにはアップグレードと宛先が必要です。' },
  { en: 'The request does not say to which terminal it goes.', ja: 'リクエストにどの端末かが書かれていません。' },
  {
    en: '--allow takes {words} or none, not "{given}".',
    ja: '--allow に指定できるのは {words} または none です。「{given}」は使えません。',
  },
  { en: 'nobody keeps a link to it here', ja: 'ここにはそのホストへの接続がありません' },
  {
    en: 'There are no other hosts. Link to one: synapse host add NAME TARGET',
    ja: '他のホストはありません。接続するには: synapse host add NAME TARGET',
  },
  {
    en: 'Added {name}: Synapse {version}, {agents}, key {key}.',
    ja: '{name} を追加しました: Synapse {version}、{agents}、鍵 {key}。',
  },
  {
    en: 'To write to an agent there: synapse send {agent} "…"',
    ja: 'そこのエージェントに送信するには: synapse send {agent} "…"',
  },
  {
    en: '{name} is linked: Synapse {version}, {agents}, {ms} ms, key {key}.',
    ja: '{name} は接続されています: Synapse {version}、{agents}、{ms} ms、鍵 {key}。',
  },
  {
    en: 'Added {name}, but there is no link yet: {reason}.',
    ja: '{name} を追加しましたが、まだ接続できません: {reason}',
  },
  { en: 'There is no link to {name}: {reason}.', ja: '{name} に接続できません: {reason}' },
  {
    en: 'Your daemon keeps trying. To try now: synapse host check {name}',
    ja: '自動的に再試行されます。今すぐ試すには: synapse host check {name}',
  },
  {
    en: '{name} may exchange messages with agents here, and nothing else.',
    ja: '{name} に許可されているのは、ここのエージェントとのメッセージのやり取りだけです。',
  },
  {
    en: '{name} may exchange messages with agents here, and do this: {what}.',
    ja: '{name} には、ここのエージェントとのメッセージのやり取りと、次の操作が許可されています: {what}',
  },
  {
    en: 'Started. Send it a message: synapse send {agent} "…"',
    ja: '起動しました。メッセージを送るには: synapse send {agent} "…"',
  },
  { en: 'Removed the host {name}.', ja: 'ホスト {name} を削除しました。' },
];

export const MOVED: readonly Text[] = [
  {
    en: 'Name the new store: --to postgres://user@server/database, or --to sqlite.',
    ja: '移動先を指定してください: --to postgres://user@server/database または --to sqlite',
  },
  {
    en: 'SYNAPSE_TEAM_URL decides where the teams are. Unset it, then try again.',
    ja: 'チームの場所は SYNAPSE_TEAM_URL で決まっています。設定を外して、もう一度試してください。',
  },
  {
    en: 'The teams are on a server already. Take them back first, with --to sqlite, or copy the database.',
    ja: 'チームはすでにサーバーにあります。先に --to sqlite で戻すか、データベースをコピーしてください。',
  },
  {
    en: 'The store was written by an older version of Synapse. The next daemon updates it.',
    ja: 'データベースは古いバージョンです。次に起動するデーモンが更新します。',
  },
  { en: 'Moved {projects} to {store}.', ja: '{projects} を {store} に移しました。' },
  { en: 'The teams of this home are in {store} already.', ja: 'このホームのチームはすでに {store} にあります。' },
  {
    en: 'There were no teams to move. New ones will be in {store}.',
    ja: '移すチームはありません。新しいチームは {store} に作られます。',
  },
  {
    en: 'The old file is kept as {file}. To go on: synapse up',
    ja: '古いファイルは {file} に残してあります。続けるには: synapse up',
  },
  {
    en: 'There are no teams yet. New ones will be in {store}.',
    ja: 'チームはまだありません。新しいチームは {store} に作られます。',
  },
  { en: '{store} has {projects}.', ja: '{store}: {projects}' },
  { en: 'this host', ja: 'このホスト' },
  { en: 'there', ja: '稼働中' },
  { en: 'away', ja: '不在' },
];

export const SERVED: readonly Text[] = [
  {
    en: 'Name the address to listen on, such as --listen 127.0.0.1:8443.',
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
    en: 'Agent cards must contain the URL of the agent, and {listen} means every address. Add --url, such as --url https://agents.example.com:{port}.',
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
    en: 'Agents that start later are served too. To serve only some: synapse serve AGENT …',
    ja: 'これから起動するエージェントもすべて公開されます。選ぶには: synapse serve AGENT …',
  },
  { en: 'The certificate has expired.', ja: '証明書の有効期限が切れています。' },
  {
    en: 'There is no access token yet. To create one: synapse token create --name NAME',
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

/** Why there is no link: what ssh said in our words, and what a link itself found. */
export const HOST_REASONS: readonly Text[] = [
  {
    en: 'its host key has changed, so ssh refuses it; if that is right, remove the old key with ssh-keygen -R',
    ja: 'ホスト鍵が変わったため ssh が拒否しました。変更が正しければ ssh-keygen -R で古い鍵を削除してください',
  },
  {
    en: 'its host key is not known yet; log in once with ssh to confirm it',
    ja: 'ホスト鍵がまだ登録されていません。一度 ssh でログインして確認してください',
  },
  {
    en: 'ssh refuses a file of yours that others can read or change; try ssh to see which',
    ja: 'ssh のファイルを他のユーザーが読み書きできるため ssh が拒否しました。どのファイルかは ssh を実行すると分かります',
  },
  {
    en: 'ssh offers it too many keys; set IdentitiesOnly for it in your ssh settings',
    ja: 'ssh が提示する鍵が多すぎます。ssh の設定でこのホストに IdentitiesOnly を指定してください',
  },
  {
    en: 'ssh has no key that it accepts, or the key needs a passphrase; try ssh, or ssh-add',
    ja: '受け付けられる鍵が ssh にないか、鍵にパスフレーズが必要です。ssh または ssh-add を試してください',
  },
  { en: 'your ssh settings are wrong; try ssh', ja: 'ssh の設定に誤りがあります。ssh を実行して確認してください' },
  {
    en: 'its ssh is too old or too new for the ssh here; try ssh to see why',
    ja: '相手の ssh がこちらの ssh と合いません。ssh を実行すると理由が分かります',
  },
  { en: 'its name cannot be found', ja: 'ホスト名が見つかりません' },
  { en: 'the host in between does not let ssh through', ja: '中継ホストが ssh を通しません' },
  { en: 'nothing answers ssh there', ja: '相手で ssh が応答しません' },
  { en: 'it cannot be reached over the network', ja: 'ネットワークで到達できません' },
  { en: 'node is not on its PATH there, which synapse needs', ja: 'synapse に必要な node が相手の PATH にありません' },
  { en: 'what --command names may not be run there', ja: '--command で指定したものを相手で実行できません' },
  {
    en: 'synapse is not on its PATH there; name it with --command',
    ja: 'synapse が相手の PATH にありません。--command で指定してください',
  },
  { en: 'this login may not run commands there', ja: 'このログインでは相手でコマンドを実行できません' },
  { en: 'ssh ended', ja: 'ssh が終了しました' },
  { en: 'the connection ended', ja: '接続が終了しました' },
  { en: 'the link is down', ja: '接続されていません' },
  { en: 'the daemon ends', ja: 'デーモンが終了します' },
  { en: 'the daemon that keeps the link is not running', ja: '接続を保つデーモンが動いていません' },
  { en: 'it has not dialed yet', ja: '相手からまだ接続がありません' },
  { en: 'it was never connected', ja: '一度も接続されていません' },
  { en: 'it has not answered yet', ja: 'まだ応答がありません' },
  { en: 'it did not answer in time', ja: '時間内に応答がありませんでした' },
  { en: 'it has been silent for too long', ja: '長い間応答がありません' },
  { en: 'too much waits for it already', ja: 'すでに送信待ちが多すぎます' },
  { en: 'it was removed', ja: '削除されました' },
  { en: 'its address has changed', ja: '接続先が変わりました' },
  { en: 'it refuses this host: {reason}', ja: '相手がこのホストを拒否しました: {reason}' },
  { en: 'this is the same home, so there is nothing to link', ja: '同じホームなので接続するものがありません' },
  {
    en: 'Synapse {theirs} and {ours} have no version of the link in common; update the older one',
    ja: 'Synapse {theirs} と {ours} に共通の接続バージョンがありません。古い方を更新してください',
  },
  { en: 'it cannot prove that it has the key {key}', ja: '鍵 {key} を持っていることを証明できません' },
  { en: 'it prints something else than a link', ja: '接続ではないものが出力されました' },
  { en: 'it sent something that is no frame', ja: 'フレームではないものが送られました' },
  // What waits for a host says why, after the name of the host.
  { en: '{host} cannot be reached', ja: '{host} に到達できません' },
  { en: '{host}: {reason}', ja: '{host}: {reason}' },
];
