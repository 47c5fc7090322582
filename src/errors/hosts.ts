/** Errors of other hosts: adding them, linking to them, and knowing who they are. */
import { entry, FAILED, NOT_FOUND, QUEUED } from './entry.js';

const CHECK = {
  en: 'Run `synapse host check {host}` to see what is wrong.',
  ja: '`synapse host check {host}` で原因を確認してください。',
};

export const HOST_ERRORS = {
  host_not_found: entry(
    404,
    NOT_FOUND,
    { en: 'There is no host {host}.', ja: 'ホスト {host} が見つかりません。' },
    { en: 'Run `synapse host list` to see them.', ja: '`synapse host list` で一覧を確認してください。' },
  ),
  host_unreachable: entry(
    503,
    QUEUED,
    { en: 'The host {host} cannot be reached: {reason}.', ja: 'ホスト {host} に到達できません: {reason}' },
    CHECK,
  ),
  host_changed: entry(
    403,
    FAILED,
    {
      en: '{host} is not the same host as before: its key was {before} and is now {now}.',
      ja: 'これまでのホスト {host} ではありません。鍵は {before} でしたが、{now} になっています。',
    },
    {
      en: 'If its SYNAPSE_HOME was created anew, run `synapse host remove {host}` and add it again.',
      ja: 'ホームを作り直した場合は `synapse host remove {host}` で以前のものを忘れ、もう一度追加してください。',
    },
  ),
  host_known_otherwise: entry(
    409,
    FAILED,
    {
      en: 'The host {host} is already known here as {other}.',
      ja: 'ホスト {host} はすでに {other} として登録されています。',
    },
    {
      en: 'Use that name, or remove it first: `synapse host remove {other}`.',
      ja: 'その名前を使うか、先に `synapse host remove {other}` で忘れてください。',
    },
  ),
  host_is_here: entry(
    409,
    FAILED,
    {
      en: 'This is the same home, so there is nothing to link.',
      ja: '同じホームなので、接続するものはありません。',
    },
    { en: 'Write to agents here by their names alone.', ja: 'ここのエージェントには名前だけで送信できます。' },
  ),
  host_not_allowed: entry(
    403,
    FAILED,
    {
      en: '{agent} is on a host that does not allow {host} to do this.',
      ja: '{agent} のいるホストは、この操作を {host} に許可していません。',
    },
    {
      en: 'To allow it, run this on that host: `synapse host add {host} --allow {allow}`.',
      ja: '許可するには、そのホストで `synapse host add {host} --allow {allow}` を実行してください。',
    },
  ),
  too_many_hosts: entry(
    429,
    FAILED,
    { en: 'There are already {limit} hosts here.', ja: 'すでに {limit} 台のホストがあります。' },
    {
      en: 'Remove one that you do not need: `synapse host list`.',
      ja: '不要なものを削除してください: `synapse host list`',
    },
  ),
  agent_of_other_host: entry(
    409,
    FAILED,
    {
      en: '{agent} belongs to the host {host} of its team, and runs only there.',
      ja: '{agent} はチームのホスト {host} に属していて、そこでしか動作しません。',
    },
    {
      en: 'Run the command on {host}, or link that host: `synapse host add {host} <ssh target>`.',
      ja: '{host} で実行するか、そのホストに接続してください: `synapse host add {host} <ssh の宛先>`',
    },
  ),
  agent_is_remote: entry(
    409,
    FAILED,
    {
      en: '{agent} is on another host, and this can be done only there.',
      ja: '{agent} は別のホストにいます。この操作はそのホストでしかできません。',
    },
    {
      en: 'Run the command on {host}, or write to it: synapse send {agent} "…"',
      ja: '{host} で実行するか、メッセージを送信してください: synapse send {agent} "…"',
    },
  ),
};
