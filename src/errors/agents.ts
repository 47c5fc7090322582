/** Errors of agents: finding, naming, starting and driving them. */
import { entry, FAILED, NOT_FOUND, problemLines, USAGE } from './entry.js';

export const AGENT_ERRORS = {
  agent_not_found: entry(
    404,
    NOT_FOUND,
    { en: 'There is no agent {target}.', ja: 'エージェント {target} が見つかりません。' },
    { en: 'Run `synapse list` to see all agents.', ja: '`synapse list` でエージェントの一覧を確認してください。' },
  ),
  ambiguous_target: entry(
    409,
    NOT_FOUND,
    {
      en: '{target} matches several agents: {matches}.',
      ja: '{target} に該当するエージェントが複数あります: {matches}',
    },
    { en: 'Repeat the command with one of these ids.', ja: 'このうち1つの id を指定して、もう一度実行してください。' },
  ),
  agent_id_reserved: entry(400, USAGE, {
    en: '{agent_id} cannot be an agent id: ids that end with .task or .chat are reserved for sessions.',
    ja: '{agent_id} はエージェントの id に使えません。.task と .chat で終わる id はセッション用に予約されています。',
  }),
  name_taken: entry(409, FAILED, {
    en: '{name} is already the name or id of {agent}.',
    ja: '{name} はすでに {agent} の名前または id です。',
  }),
  agent_already_running: entry(
    409,
    FAILED,
    { en: '{agent} is already running (pid {pid}).', ja: '{agent} はすでに実行中です（pid {pid}）。' },
    {
      en: 'Stop it with `synapse stop {agent}`, or choose another id with `--id`.',
      ja: '`synapse stop {agent}` で停止するか、`--id` で別の id を指定してください。',
    },
  ),
  agent_not_running: entry(
    409,
    FAILED,
    { en: '{agent} is not running.', ja: '{agent} は実行されていません。' },
    {
      en: 'Start it with `synapse start {agent}`. Run `synapse list` to see which agents are running.',
      ja: '`synapse start {agent}` で起動してください。実行中のエージェントは `synapse list` で確認できます。',
    },
  ),
  terminal_not_found: entry(
    404,
    NOT_FOUND,
    {
      en: '{agent} has no session {session}. Its sessions: {sessions}.',
      ja: '{agent} にセッション {session} はありません。あるのは {sessions} です。',
    },
    { en: 'Run `synapse list` to see all sessions.', ja: 'セッションは `synapse list` で確認できます。' },
  ),
  no_dialog: entry(
    409,
    FAILED,
    { en: '{agent} is not asking anything right now.', ja: '{agent} は今、何も尋ねていません。' },
    {
      en: 'Run `synapse status {agent}` to see what it is doing.',
      ja: '`synapse status {agent}` で状態を確認してください。',
    },
  ),
  dialog_changed: entry(
    409,
    FAILED,
    {
      en: '{agent} is now asking something else. Nothing was answered.',
      ja: '{agent} の質問は別のものに変わっています。何も回答していません。',
    },
    {
      en: 'Run `synapse answer {agent}` to see the current question.',
      ja: '`synapse answer {agent}` で現在の質問を確認してください。',
    },
  ),
  profile_not_found: entry(
    404,
    NOT_FOUND,
    { en: 'There is no profile {profile}.', ja: 'プロファイル {profile} が見つかりません。' },
    {
      en: 'Run `synapse profiles` to list all profiles.',
      ja: '`synapse profiles` でプロファイルの一覧を確認してください。',
    },
  ),
  nothing_to_start: entry(
    404,
    NOT_FOUND,
    {
      en: 'There is neither an agent nor a profile {word}.',
      ja: '{word} というエージェントもプロファイルもありません。',
    },
    {
      en: 'Run `synapse list -a` to list the agents, or `synapse profiles` to list the profiles.',
      ja: 'エージェントの一覧は `synapse list -a`、プロファイルの一覧は `synapse profiles` で確認できます。',
    },
  ),
  agent_never_ran: entry(
    409,
    FAILED,
    {
      en: '{agent} is declared in the project {project}, but has not run yet.',
      ja: '{agent} はプロジェクト {project} に宣言されていますが、まだ一度も動作していません。',
    },
    {
      en: 'It starts when it has work: `synapse work create "…" --project {project} --assignee {agent} --start`. To start it by hand: `synapse start {profile} --id {agent} --project {project}`.',
      ja: '作業があれば起動します: `synapse work create "…" --project {project} --assignee {agent} --start`。手動で起動する場合: `synapse start {profile} --id {agent} --project {project}`',
    },
  ),
  profile_invalid: entry(
    400,
    USAGE,
    {
      en: (d) => `The profile ${d.profile} is not valid:${problemLines(d.problems)}`,
      ja: (d) => `プロファイル ${d.profile} が正しくありません:${problemLines(d.problems)}`,
    },
    {
      en: 'Run `synapse profiles show shell` to see a complete profile.',
      ja: '完全な例は `synapse profiles show shell` で確認できます。',
    },
  ),
  program_not_found: entry(
    400,
    FAILED,
    { en: 'Cannot start the program {program}: {reason}.', ja: 'プログラム {program} を起動できません: {reason}' },
    {
      en: 'Install it, or check its name and your PATH. Run `synapse profiles` to see what each profile starts.',
      ja: 'インストールするか、名前と PATH を確認してください。各プロファイルが起動するプログラムは `synapse profiles` で確認できます。',
    },
  ),
  program_ended: entry(
    400,
    FAILED,
    {
      en: 'The program {program} exited immediately ({how}).{output}',
      ja: 'プログラム {program} はすぐに終了しました（{how}）。{output}',
    },
    {
      en: 'Run it by hand to see why. An agent must be a program that keeps running and reads its terminal.',
      ja: '手動で実行して原因を確認してください。エージェントは、動き続けて端末から入力を読むプログラムでなければなりません。',
    },
  ),
  interactive_shell_refused: entry(
    400,
    USAGE,
    {
      en: '{program} is an interactive shell: it would execute every message it receives.',
      ja: '{program} は対話型シェルです。受け取ったメッセージをすべて実行してしまいます。',
    },
    {
      en: 'Start a program instead (synapse start shell -- ./my-agent.sh), or add --allow-shell to start the shell anyway.',
      ja: '代わりにプログラムを起動するか（synapse start shell -- ./my-agent.sh）、それでもシェルを起動する場合は --allow-shell を付けてください。',
    },
  ),
  not_a_terminal: entry(
    400,
    USAGE,
    {
      en: '{command} needs a terminal, but {stream} is not a terminal.',
      ja: '{command} には端末が必要ですが、{stream} は端末ではありません。',
    },
    {
      en: 'To run it in the background: synapse start {profile}',
      ja: 'バックグラウンドで実行する場合: synapse start {profile}',
    },
  ),
  port_taken: entry(
    409,
    FAILED,
    { en: 'Port {port} is in use by another program.', ja: 'ポート {port} は別のプログラムが使用中です。' },
    { en: 'Leave out `--port` to use the next free port.', ja: '`--port` を省略すると、次の空きポートが使われます。' },
  ),
  daemon_failed_to_start: entry(
    500,
    FAILED,
    { en: 'The daemon of {agent} did not start: {reason}', ja: '{agent} のデーモンを起動できませんでした: {reason}' },
    {
      en: 'Run `synapse logs {agent} --daemon` to see its log, or `synapse doctor` to check the installation.',
      ja: '`synapse logs {agent} --daemon` でログを、`synapse doctor` でインストール状態を確認してください。',
    },
  ),
  daemon_not_answering: entry(
    504,
    FAILED,
    { en: 'The daemon of {agent} is not responding: {reason}', ja: '{agent} のデーモンが応答しません: {reason}' },
    {
      en: ({ agent, repeatable_minutes: minutes }) =>
        minutes
          ? `The message may have been sent. Run the same command again within ${minutes} minutes: a message that was sent is not sent twice.`
          : `Run \`synapse logs ${agent} --daemon\` to find out why, or \`synapse stop ${agent} --force\` to end it.`,
      ja: ({ agent, repeatable_minutes: minutes }) =>
        minutes
          ? `メッセージは送信済みかもしれません。${minutes} 分以内に同じコマンドをもう一度実行してください。送信済みのメッセージが二重に送信されることはありません。`
          : `\`synapse logs ${agent} --daemon\` で原因を確認するか、\`synapse stop ${agent} --force\` で終了してください。`,
    },
  ),
  sockets_forbidden: entry(
    403,
    FAILED,
    {
      en: 'Sockets are forbidden here, by a sandbox probably, so {agent} cannot be reached.',
      ja: 'ここではソケットを使えません（サンドボックスの中と思われます）。{agent} に接続できません。',
    },
    {
      en: 'Run the command outside the sandbox. Inside one, `synapse send`, `reply`, `show`, `tasks` and `tool` work for a program that Synapse started, as that program.',
      ja: 'サンドボックスの外で実行してください。Synapse が起動したプログラムでは、サンドボックスの中でも、そのプログラムとして `synapse send`、`reply`、`show`、`tasks`、`tool` を使えます。',
    },
  ),
  not_from_sandbox: entry(
    403,
    FAILED,
    {
      en: 'This is not possible from inside a sandbox.',
      ja: 'これはサンドボックスの中からは実行できません。',
    },
    { en: 'Run the command outside the sandbox.', ja: 'サンドボックスの外で実行してください。' },
  ),
  native_module_broken: entry(
    500,
    FAILED,
    { en: 'A native module cannot be loaded: {reason}', ja: 'ネイティブモジュールを読み込めません: {reason}' },
    {
      en: 'Install Synapse again with the version of Node.js that you use now (in a clone: npm ci).',
      ja: '現在使用している Node.js のバージョンで Synapse を再インストールしてください（クローンの場合: npm ci）。',
    },
  ),
};
