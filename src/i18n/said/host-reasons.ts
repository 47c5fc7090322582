/** Why there is no link to another host: what ssh said in our words, and what a link itself found. */
import type { Text } from '../language.js';

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
    en: 'others may read or change a file of your ssh, so ssh refuses it; try ssh to see which',
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
