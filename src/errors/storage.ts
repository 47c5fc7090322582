/** Errors of the stores, and of the files and folders of SYNAPSE_HOME. */
import { entry, FAILED, USAGE } from './entry.js';

export const STORAGE_ERRORS = {
  store_in_use: entry(
    409,
    FAILED,
    {
      en: 'Another process is using the message store of {agent}.',
      ja: '{agent} のメッセージストアは別のプロセスが使用中です。',
    },
    {
      en: 'Run `synapse status {agent}` to see whether the agent is already running.',
      ja: 'エージェントがすでに実行中かどうかを `synapse status {agent}` で確認してください。',
    },
  ),
  store_too_new: entry(
    500,
    FAILED,
    {
      en: 'The store {file} was written by a newer version of Synapse (schema {found}; this version knows {known}). Nothing was changed.',
      ja: 'データベース {file} は新しいバージョンの Synapse で作成されています（スキーマ {found}、このバージョンの対応は {known} まで）。何も変更されていません。',
    },
    {
      en: 'Update Synapse, or start the agent with another `--id`.',
      ja: 'Synapse を更新するか、別の `--id` でエージェントを起動してください。',
    },
  ),
  store_damaged: entry(
    500,
    FAILED,
    { en: 'The store {file} cannot be read: {reason}', ja: 'データベース {file} を読み込めません: {reason}' },
    {
      en: 'Move the file to a safe place and start again. Run `synapse doctor` to check the other stores.',
      ja: 'ファイルを安全な場所に移してから、もう一度起動してください。他のデータベースは `synapse doctor` で確認できます。',
    },
  ),
  storage_failed: entry(
    507,
    FAILED,
    { en: 'Nothing was saved: {reason}', ja: '何も保存されませんでした: {reason}' },
    {
      en: 'Free some disk space or make {path} writable, then try again.',
      ja: 'ディスクの空きを増やすか、{path} を書き込み可能にして、もう一度試してください。',
    },
  ),
  team_store_busy: entry(
    503,
    FAILED,
    {
      en: 'The team store {file} is locked by another program. Nothing was changed.',
      ja: 'チームのデータベース {file} は別のプログラムがロックしています。何も変更されていません。',
    },
    { en: 'Try again in a moment.', ja: '少し待ってから、もう一度試してください。' },
  ),
  store_unavailable: entry(
    503,
    FAILED,
    {
      en: 'The team store {store} cannot be reached: {reason}. Nothing was changed.',
      ja: 'チームのデータベース {store} に接続できません: {reason}。何も変更されていません。',
    },
    {
      en: 'Try again in a moment; messages between agents still work. Run `synapse doctor` to check the connection.',
      ja: '少し待ってから、もう一度試してください。エージェント間のメッセージは引き続き使えます。接続は `synapse doctor` で確認できます。',
    },
  ),
  store_outcome_unknown: entry(
    503,
    FAILED,
    {
      en: 'The connection to the team store {store} broke during a commit. It is not known whether the last change was stored.',
      ja: 'コミット中にチームのデータベース {store} との接続が切れました。最後の変更が保存されたかどうかは分かりません。',
    },
    {
      en: 'Check whether it was stored before you repeat it.',
      ja: 'やり直す前に、変更が保存されているか確認してください。',
    },
  ),
  store_address_invalid: entry(
    400,
    USAGE,
    {
      en: 'The address of the team store cannot be used. {reason}.',
      ja: 'チームのデータベースのアドレスを使用できません。{reason}',
    },
    {
      en: 'See docs/postgresql.md for the form of addresses and for passwords.',
      ja: 'アドレスの形式とパスワードについては docs/postgresql.md を参照してください。',
    },
  ),
  team_store_differs: entry(
    409,
    FAILED,
    {
      en: 'The teams of this home are in {current}, not in {wanted}. Nothing was changed.',
      ja: 'このホームのチームは {wanted} ではなく {current} にあります。何も変更されていません。',
    },
    {
      en: ({ moves, wanted }) =>
        moves
          ? `A home has one store. To take its teams there: synapse team move --to ${wanted}`
          : 'A home has one store. Name that one in the file, or use another home: export SYNAPSE_HOME=DIR',
      ja: ({ moves, wanted }) =>
        moves
          ? `ホームのデータベースは一つです。チームを移すには: synapse team move --to ${wanted}`
          : 'ホームのデータベースは一つです。ファイルにそのアドレスを書くか、別のホームを使ってください: export SYNAPSE_HOME=DIR',
    },
  ),
  home_unusable: entry(
    500,
    FAILED,
    { en: 'The folder {path} cannot be used: {reason}', ja: 'フォルダー {path} を使用できません: {reason}' },
    {
      en: 'Choose a folder that you can write to: export SYNAPSE_HOME=DIR',
      ja: '書き込めるフォルダーを指定してください: export SYNAPSE_HOME=DIR',
    },
  ),
  file_not_editable: entry(
    400,
    FAILED,
    { en: 'Cannot edit {file}: {reason}', ja: '{file} を編集できません: {reason}' },
    {
      en: 'Fix that, or leave this agent out by naming the others: synapse init AGENT…',
      ja: '修正するか、他のエージェントだけを指定してください: synapse init AGENT…',
    },
  ),
  socket_path_too_long: entry(
    500,
    FAILED,
    {
      en: 'The socket path {path} is {size} bytes long; the system allows {limit}.',
      ja: 'ソケットのパス {path} は {size} バイトです。システムの上限は {limit} バイトです。',
    },
    {
      en: 'Choose a shorter folder: export SYNAPSE_HOME=DIR (or TMPDIR=DIR)',
      ja: 'より短いフォルダーを指定してください: export SYNAPSE_HOME=DIR（または TMPDIR=DIR）',
    },
  ),
};
