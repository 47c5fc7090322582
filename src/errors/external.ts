/** Errors of outside agents: adding them, reaching them, and what they answer. */
import { entry, FAILED, NOT_FOUND, USAGE } from './entry.js';

const CHECK = {
  en: 'Run `synapse external check {name}` to see what is wrong.',
  ja: '`synapse external check {name}` で原因を確認してください。',
};

export const EXTERNAL_ERRORS = {
  external_not_found: entry(
    404,
    NOT_FOUND,
    { en: 'There is no outside agent {name}.', ja: '外部エージェント {name} が見つかりません。' },
    { en: 'Run `synapse external list` to see them.', ja: '`synapse external list` で一覧を確認してください。' },
  ),
  agent_is_external: entry(
    409,
    FAILED,
    {
      en: '{agent} is an outside agent, so it has no terminal here.',
      ja: '{agent} は外部エージェントなので、ここに端末はありません。',
    },
    {
      en: 'Run `synapse external check {agent}` to see whether it answers.',
      ja: '応答するかどうかは `synapse external check {agent}` で確認できます。',
    },
  ),
  external_exists: entry(
    409,
    FAILED,
    { en: 'There is already an outside agent {name}.', ja: '外部エージェント {name} はすでにあります。' },
    {
      en: 'Use `--replace` to give it a new address or token.',
      ja: 'アドレスやトークンを変えるには `--replace` を使ってください。',
    },
  ),
  external_unreachable: entry(
    503,
    FAILED,
    { en: 'Cannot read the card at {url}: {reason}.', ja: '{url} のカードを読めません: {reason}' },
    {
      en: 'Check the address, and that the agent is running.',
      ja: 'アドレスと、エージェントが動いていることを確認してください。',
    },
  ),
  external_card_invalid: entry(502, FAILED, {
    en: 'The card at {url} cannot be used: {reason}.',
    ja: '{url} のカードは使えません: {reason}',
  }),
  external_other_host: entry(
    403,
    FAILED,
    {
      en: 'The card at {url} sends messages to another host: {origin}.',
      ja: '{url} のカードは、別のホスト {origin} にメッセージを送るよう指定しています。',
    },
    {
      en: 'If you trust that host, repeat the command with `--allow-other-host`.',
      ja: 'そのホストを信頼する場合は、`--allow-other-host` を付けてもう一度実行してください。',
    },
  ),
  external_insecure: entry(
    403,
    FAILED,
    {
      en: '{origin} is not encrypted, so others on the way could read your messages and your token.',
      ja: '{origin} は暗号化されていないため、途中でメッセージやトークンを読まれるおそれがあります。',
    },
    {
      en: 'Use an https address, or repeat the command with `--allow-http`.',
      ja: 'https のアドレスを使うか、`--allow-http` を付けてもう一度実行してください。',
    },
  ),
  external_token_missing: entry(400, USAGE, {
    en: 'There is no token: {reason}.',
    ja: 'トークンがありません: {reason}',
  }),
  external_unauthorized: entry(
    403,
    FAILED,
    { en: '{name} wants a valid token: {reason}.', ja: '{name} には有効なトークンが必要です: {reason}' },
    {
      en: 'Add it again with a valid token: `synapse external add {name} URL --replace --token-env VAR`.',
      ja: '有効なトークンで追加し直してください: `synapse external add {name} URL --replace --token-env VAR`',
    },
  ),
  external_refused: entry(502, FAILED, {
    en: '{name} refused the message: {reason}.',
    ja: '{name} がメッセージを断りました: {reason}',
  }),
  external_bad_answer: entry(
    502,
    FAILED,
    { en: '{name} gave an answer that cannot be used: {reason}.', ja: '{name} の回答は使えません: {reason}' },
    CHECK,
  ),
  external_task_lost: entry(502, FAILED, {
    en: '{name} no longer knows the task, so there will be no answer.',
    ja: '{name} がタスクを失ったため、回答は届きません。',
  }),
  delivery_uncertain: entry(
    502,
    FAILED,
    {
      en: 'It is not known whether {name} got the message: {reason}. It was not sent again, because it might be done twice.',
      ja: '{name} がメッセージを受け取ったかどうか分かりません: {reason}。二重に実行されるおそれがあるため、再送していません。',
    },
    {
      en: 'If doing it twice does no harm, send it again.',
      ja: '二重に実行されても問題がなければ、もう一度送ってください。',
    },
  ),
};
