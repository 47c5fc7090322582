/** What is said about other hosts and the links to them. */
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
