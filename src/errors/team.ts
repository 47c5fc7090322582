/** Errors of teams: team files, projects, and the people and agents in them. */
import { entry, FAILED, NOT_FOUND, problemLines, USAGE } from './entry.js';

export const TEAM_ERRORS = {
  team_file_not_found: entry(
    404,
    NOT_FOUND,
    { en: 'There is no team file {file}.', ja: 'チームファイル {file} が見つかりません。' },
    {
      en: 'Change to the folder that contains it, or name it with `-f FILE`.',
      ja: 'チームファイルのあるフォルダーに移動するか、`-f FILE` で指定してください。',
    },
  ),
  team_file_invalid: entry(
    400,
    USAGE,
    {
      en: (d) => `The team file is not valid, so nothing was changed:${problemLines(d.problems)}`,
      ja: (d) => `チームファイルが正しくないため、何も変更されていません:${problemLines(d.problems)}`,
    },
    {
      en: 'Fix these lines and try again. schema/synapse.schema.json describes every key.',
      ja: 'これらの行を修正して、もう一度試してください。すべてのキーは schema/synapse.schema.json に説明があります。',
    },
  ),
  config_invalid: entry(
    400,
    USAGE,
    {
      en: (d) => `The settings are not valid:${problemLines(d.problems)}`,
      ja: (d) => `設定が正しくありません:${problemLines(d.problems)}`,
    },
    {
      en: 'Fix these lines in the file that `synapse config path` prints. `synapse config --help` describes every setting.',
      ja: '`synapse config path` が示すファイルのこれらの行を修正してください。設定の説明: `synapse config --help`',
    },
  ),
  team_busy: entry(
    409,
    FAILED,
    {
      en: 'Another {what} is still running.',
      ja: '別の {what} がまだ実行中です。',
    },
    { en: 'Wait until it is done, then try again.', ja: '終わるのを待ってから、もう一度試してください。' },
  ),
  team_in_use: entry(
    409,
    FAILED,
    {
      en: 'A team cannot move while its agents run: {agents}. Nothing was changed.',
      ja: 'エージェントの実行中はチームを移せません: {agents}。何も変更されていません。',
    },
    { en: 'Stop them first: synapse stop --all', ja: '先に停止してください: synapse stop --all' },
  ),
  team_move_collides: entry(
    409,
    FAILED,
    {
      en: 'The store there already has {names}. Nothing was changed.',
      ja: '移動先にはすでに {names} があります。何も変更されていません。',
    },
    {
      en: 'Names are unique in a store. Use another database for these teams.',
      ja: '名前はデータベース内で一意です。これらのチームには別のデータベースを使ってください。',
    },
  ),
  team_is_shared: entry(
    409,
    FAILED,
    {
      en: 'Other hosts have projects or agents in this store: {hosts}. Nothing was changed.',
      ja: '他のホストのプロジェクトまたはエージェントがこのデータベースにあります: {hosts}。何も変更されていません。',
    },
    {
      en: 'A file serves one host only. Remove their agents first: synapse agent remove',
      ja: 'ファイルを使えるのは一つのホストだけです。先にそのエージェントを削除してください: synapse agent remove',
    },
  ),
  project_not_found: entry(
    404,
    NOT_FOUND,
    { en: 'There is no project {project_id}.', ja: 'プロジェクト {project_id} が見つかりません。' },
    {
      en: 'Run `synapse project list` to list all projects.',
      ja: '`synapse project list` でプロジェクトの一覧を確認してください。',
    },
  ),
  project_exists: entry(
    409,
    FAILED,
    { en: 'Project {project_id} already exists.', ja: 'プロジェクト {project_id} はすでに存在します。' },
    {
      en: 'Run `synapse project show {project_id}` to see it.',
      ja: '`synapse project show {project_id}` で内容を確認してください。',
    },
  ),
  project_paused: entry(
    409,
    FAILED,
    {
      en: 'Project {project_id} is paused, so its agents do not start by themselves.',
      ja: 'プロジェクト {project_id} は一時停止中のため、エージェントは自動的に起動しません。',
    },
    { en: 'Run `synapse up` to resume it.', ja: '`synapse up` で再開してください。' },
  ),
  project_declared_elsewhere: entry(
    409,
    FAILED,
    {
      en: 'Project {project_id} is already declared in another team file, {file}.',
      ja: 'プロジェクト {project_id} は別のチームファイル {file} ですでに宣言されています。',
    },
    { en: 'Give the project in this file another id.', ja: 'このファイルのプロジェクトには別の id を付けてください。' },
  ),
  working_directory_not_set: entry(
    500,
    FAILED,
    {
      en: 'Project {project_id} has no working directory, so its chat cannot be stored.',
      ja: 'プロジェクト {project_id} に作業ディレクトリが設定されていないため、チャットを保存できません。',
    },
    {
      en: 'Create the project with a directory: synapse project create <id> --dir DIR',
      ja: 'ディレクトリを指定してプロジェクトを作成してください: synapse project create <id> --dir DIR',
    },
  ),
  agent_not_assigned_to_project: entry(
    403,
    FAILED,
    {
      en: '{agent_id} is not assigned to project {project_id}.',
      ja: '{agent_id} はプロジェクト {project_id} に割り当てられていません。',
    },
    {
      en: 'Assign it: synapse agent add {agent_id} --project {project_id}',
      ja: '割り当てるには: synapse agent add {agent_id} --project {project_id}',
    },
  ),
  target_agent_not_in_project: entry(
    403,
    FAILED,
    {
      en: '{target_agent_id} is not in project {project_id}.',
      ja: '{target_agent_id} はプロジェクト {project_id} のメンバーではありません。',
    },
    {
      en: 'Run `synapse agent list --project {project_id}` to see who is.',
      ja: 'メンバーは `synapse agent list --project {project_id}` で確認できます。',
    },
  ),
  team_host_unknown: entry(
    409,
    FAILED,
    {
      en: '{agent_id} is declared for the host {host}, which this team does not know. It knows {known}.',
      ja: '{agent_id} はホスト {host} 用に宣言されていますが、このチームにそのホストはありません。登録済み: {known}',
    },
    {
      en: 'Set up that host with the same store and run `synapse up` there once. If two hosts have the same name, use the id in their file host-id.',
      ja: 'そのホストで同じデータベースを指定し、一度 `synapse up` を実行してください。同じ名前のホストが複数ある場合は host-id ファイルの id を使ってください。',
    },
  ),
  team_not_shared: entry(
    409,
    FAILED,
    {
      en: '{agent_id} is declared for the host {host}, but only this machine can use the store of this team.',
      ja: '{agent_id} はホスト {host} 用に宣言されていますが、このチームのデータベースを使えるのはこのマシンだけです。',
    },
    {
      en: 'Move the team to a server that both reach: synapse team move --to postgres://…',
      ja: '両方から接続できるサーバーにチームを移してください: synapse team move --to postgres://…',
    },
  ),
  agent_runs_on_host: entry(
    409,
    FAILED,
    {
      en: '{agent_id} is running on the host {host}, so it cannot be declared for another one.',
      ja: '{agent_id} はホスト {host} で実行中のため、別のホスト用に宣言できません。',
    },
    {
      en: 'Stop it there first: synapse stop {agent_id}',
      ja: '先にそのホストで停止してください: synapse stop {agent_id}',
    },
  ),
  agent_works_elsewhere: entry(
    409,
    FAILED,
    {
      en: '{agent_id} already belongs to project {project_id}.',
      ja: '{agent_id} はすでにプロジェクト {project_id} に属しています。',
    },
    {
      en: 'Choose another id in this file, or remove it from that project: synapse agent remove {agent_id} --project {project_id}',
      ja: 'このファイルでは別の id を使うか、そのプロジェクトから外してください: synapse agent remove {agent_id} --project {project_id}',
    },
  ),
  agent_is_person: entry(
    409,
    FAILED,
    {
      en: '{agent_id} is a person here and cannot be an AI agent.',
      ja: '{agent_id} はここでは人間であり、AIエージェントにはできません。',
    },
    {
      en: 'Choose another id for the agent, or another name for yourself: export SYNAPSE_HUMAN=NAME',
      ja: 'エージェントに別の id を付けるか、自分の名前を変えてください: export SYNAPSE_HUMAN=NAME',
    },
  ),
  hierarchy_cycle: entry(
    409,
    FAILED,
    {
      en: '{parent_agent_id} is below {agent_id} in the hierarchy, so it cannot be its parent.',
      ja: '{parent_agent_id} は階層で {agent_id} の下位にあるため、その親にはできません。',
    },
    { en: 'Run `synapse agent tree` to see the hierarchy.', ja: '階層は `synapse agent tree` で確認できます。' },
  ),
};
