/** Errors of tool calls: the session, its permissions and the arguments. */
import { entry, FAILED, NOT_FOUND, USAGE } from './entry.js';

const SHOW_ARGUMENTS = {
  en: 'Run `synapse tool <name> --help` to see the arguments.',
  ja: '引数は `synapse tool <name> --help` で確認できます。',
};
const SHOW_HIERARCHY = {
  en: 'Run `synapse agent tree` to see the hierarchy.',
  ja: '階層は `synapse agent tree` で確認できます。',
};

export const TOOL_ERRORS = {
  tool_not_registered: entry(
    404,
    NOT_FOUND,
    { en: 'There is no tool {tool}.', ja: 'ツール {tool} は存在しません。' },
    {
      en: 'Run `synapse tool`, or request `GET /tools`, to list all tools.',
      ja: 'ツールの一覧は `synapse tool` または `GET /tools` で確認できます。',
    },
  ),
  missing_arguments: entry(
    400,
    USAGE,
    { en: 'Missing arguments: {missing}.', ja: '引数が不足しています: {missing}' },
    SHOW_ARGUMENTS,
  ),
  invalid_argument: entry(
    400,
    USAGE,
    { en: 'Invalid arguments: {invalid}.', ja: '引数が正しくありません: {invalid}' },
    SHOW_ARGUMENTS,
  ),
  invalid_credentials: entry(
    401,
    FAILED,
    { en: 'The agent id or the passkey is wrong.', ja: 'エージェントIDまたはパスキーが正しくありません。' },
    {
      en: 'Create a new passkey with `synapse agent passkey <id>`.',
      ja: '`synapse agent passkey <id>` で新しいパスキーを作成してください。',
    },
  ),
  no_valid_purpose: entry(
    409,
    FAILED,
    {
      en: 'Nothing is waiting for {agent_id}, so the purpose of the session is not clear.',
      ja: '{agent_id} を待っている作業がないため、セッションの目的を決められません。',
    },
    {
      en: 'Call authenticate with purpose "task" or "chat".',
      ja: 'purpose に "task" または "chat" を指定して authenticate を呼び出してください。',
    },
  ),
  session_token_required: entry(
    401,
    FAILED,
    { en: 'This tool needs a session token.', ja: 'このツールにはセッショントークンが必要です。' },
    {
      en: 'Call authenticate first, or run the command in the terminal of a project agent.',
      ja: '先に authenticate を呼び出すか、プロジェクトのエージェントの端末で実行してください。',
    },
  ),
  session_token_invalid: entry(
    401,
    FAILED,
    {
      en: 'The session token is not valid: it is unknown, logged out or replaced.',
      ja: 'セッショントークンが無効です（不明、ログアウト済み、または置き換え済み）。',
    },
    { en: 'Call authenticate again.', ja: 'もう一度 authenticate を呼び出してください。' },
  ),
  session_expired: entry(
    401,
    FAILED,
    { en: 'The session has expired.', ja: 'セッションの有効期限が切れました。' },
    { en: 'Call authenticate again.', ja: 'もう一度 authenticate を呼び出してください。' },
  ),
  session_already_active: entry(
    409,
    FAILED,
    {
      en: '{agent_id} already has a {purpose} session in a running terminal.',
      ja: '{agent_id} の {purpose} セッションは、実行中の端末ですでに使われています。',
    },
    {
      en: 'Use that terminal, or stop it first: synapse stop {agent_id}',
      ja: 'その端末を使うか、先に停止してください: synapse stop {agent_id}',
    },
  ),
  chat_session_required: entry(
    403,
    FAILED,
    {
      en: '{tool} needs a chat session; this is a {current_purpose} session.',
      ja: '{tool} はチャットセッションでのみ使用できます（現在: {current_purpose}）。',
    },
    {
      en: 'Call authenticate with purpose "chat".',
      ja: 'purpose に "chat" を指定して authenticate を呼び出してください。',
    },
  ),
  task_session_required: entry(
    403,
    FAILED,
    {
      en: '{tool} needs a task session; this is a {current_purpose} session.',
      ja: '{tool} はタスクセッションでのみ使用できます（現在: {current_purpose}）。',
    },
    {
      en: 'Call authenticate with purpose "task".',
      ja: 'purpose に "task" を指定して authenticate を呼び出してください。',
    },
  ),
  manager_required: entry(
    403,
    FAILED,
    { en: 'Only managers can call {tool}.', ja: '{tool} はマネージャーのみ使用できます。' },
    SHOW_HIERARCHY,
  ),
  unauthorized: entry(
    403,
    FAILED,
    {
      en: (d) => `${d.agent_id} is not allowed to do this${d.reason ? `: ${d.reason}` : '.'}`,
      ja: (d) => `${d.agent_id} にはこの操作の権限がありません。${d.reason ?? ''}`,
    },
    SHOW_HIERARCHY,
  ),
};
