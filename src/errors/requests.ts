/** Errors of a request itself: how it is written, and who may make it. */
import { entry, FAILED, NOT_FOUND, USAGE } from './entry.js';

export const REQUEST_ERRORS = {
  invalid_request: entry(
    400,
    USAGE,
    { en: '{reason}', ja: '{reason}' },
    {
      en: 'Run `synapse <command> --help` to see how to use it.',
      ja: '使い方は `synapse <command> --help` で確認できます。',
    },
  ),
  content_too_large: entry(
    413,
    USAGE,
    {
      en: '{what} is {size} bytes long; the limit is {limit}.',
      ja: '{what}は {size} バイトです。上限は {limit} バイトです。',
    },
    {
      en: 'Save the text to a file and send its path: synapse send <agent> "Read ./notes.md"',
      ja: '本文をファイルに保存し、そのパスを送信してください: synapse send <agent> "Read ./notes.md"',
    },
  ),
  request_timeout: entry(
    408,
    FAILED,
    { en: 'The request did not arrive in time.', ja: 'リクエストが時間内に届きませんでした。' },
    { en: 'Send it again.', ja: 'もう一度送信してください。' },
  ),
  not_found: entry(
    404,
    NOT_FOUND,
    { en: 'There is nothing at {path}.', ja: '{path} には何もありません。' },
    { en: 'See docs/api.md for all routes.', ja: 'すべてのルートは docs/api.md にあります。' },
  ),
  method_not_allowed: entry(
    405,
    USAGE,
    { en: '{path} does not support {method}.', ja: '{path} は {method} に対応していません。' },
    { en: 'See docs/api.md for all routes.', ja: 'すべてのルートは docs/api.md にあります。' },
  ),
  authentication_required: entry(
    401,
    FAILED,
    { en: 'The request has no valid credential.', ja: 'リクエストに有効な認証情報がありません。' },
    {
      en: 'Send `Authorization: Bearer <token>`. To create a token, run: synapse token create --name NAME',
      ja: '`Authorization: Bearer <token>` を付けてください。トークンの作成: synapse token create --name NAME',
    },
  ),
  page_closed: entry(
    401,
    FAILED,
    { en: 'The session of this page has ended.', ja: 'このページはもう開かれていません。' },
    { en: 'Open it again: synapse web', ja: 'もう一度開いてください: synapse web' },
  ),
  page_read_only: entry(
    403,
    FAILED,
    { en: 'This page is read-only.', ja: 'このページは閲覧専用です。' },
    {
      en: 'To change something, open it without --read-only: synapse web',
      ja: '変更するには --read-only なしで開いてください: synapse web',
    },
  ),
  forbidden_origin: entry(
    403,
    FAILED,
    {
      en: 'This daemon does not accept requests for {host}.',
      ja: 'このデーモンは {host} へのリクエストを受け付けません。',
    },
    {
      en: 'Use http://localhost:<port> or http://127.0.0.1:<port>, without a foreign Origin header.',
      ja: 'http://localhost:<port> または http://127.0.0.1:<port> を、外部の Origin ヘッダーなしで使用してください。',
    },
  ),
  forbidden: entry(
    403,
    FAILED,
    {
      en: '{caller} is not allowed to do this on {agent}.',
      ja: '{caller} には {agent} に対するこの操作の権限がありません。',
    },
    {
      en: 'Run the command as that agent: add `--from {agent}`.',
      ja: 'そのエージェントとして実行してください: `--from {agent}` を付けます。',
    },
  ),
  token_exists: entry(
    409,
    FAILED,
    { en: 'A token named {name} already exists.', ja: '{name} という名前のトークンはすでに存在します。' },
    {
      en: 'Revoke it first (`synapse token revoke {name}`), or choose another name.',
      ja: '先に失効させるか（`synapse token revoke {name}`）、別の名前を選んでください。',
    },
  ),
  token_not_found: entry(
    404,
    NOT_FOUND,
    { en: 'There is no token named {name}.', ja: '{name} という名前のトークンはありません。' },
    {
      en: 'Run `synapse token list` to list all tokens.',
      ja: '`synapse token list` でトークンの一覧を確認してください。',
    },
  ),
  receiver_not_found: entry(
    404,
    NOT_FOUND,
    { en: 'There is no receiver of notices named {name}.', ja: '{name} という名前の通知先はありません。' },
    {
      en: 'Run `synapse notify list` to list them.',
      ja: '`synapse notify list` で一覧を確認してください。',
    },
  ),
  notice_failed: entry(
    502,
    FAILED,
    { en: 'The notice to {name} failed: {reason}', ja: '{name} への通知に失敗しました: {reason}' },
    {
      en: 'Correct that, or add it again with `synapse notify add {name} …`.',
      ja: '原因を解消するか、`synapse notify add {name} …` で追加し直してください。',
    },
  ),
  internal_error: entry(
    500,
    FAILED,
    { en: 'Something went wrong inside Synapse: {reason}', ja: 'Synapse の内部で問題が発生しました: {reason}' },
    {
      en: 'Please report this, with the output of `synapse doctor`.',
      ja: '`synapse doctor` の出力を添えて報告してください。',
    },
  ),
};
