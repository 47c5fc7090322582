/** Errors of messages between agents: sending, replying and delivery. */
import { entry, FAILED, NOT_FOUND, OPEN, QUEUED, USAGE } from './entry.js';

export const MESSAGE_ERRORS = {
  cannot_message_self: entry(
    400,
    USAGE,
    { en: '{agent} cannot send a message to itself.', ja: '{agent} は自分自身にメッセージを送信できません。' },
    { en: 'Run `synapse list` to see the other agents.', ja: '`synapse list` で他のエージェントを確認してください。' },
  ),
  sender_mismatch: entry(
    403,
    FAILED,
    {
      en: 'The credential belongs to {caller}, but the message names {sender} as its sender.',
      ja: 'この認証情報は {caller} のものですが、メッセージの送信者は {sender} になっています。',
    },
    {
      en: 'Leave out `metadata.sender.sender_id`, or use the credential of {sender}.',
      ja: '`metadata.sender.sender_id` を省略するか、{sender} の認証情報を使用してください。',
    },
  ),
  not_task_target: entry(
    403,
    FAILED,
    {
      en: 'Request {task} was sent to {target}, so {caller} cannot reply to it.',
      ja: 'リクエスト {task} は {target} 宛てのため、{caller} は返信できません。',
    },
    {
      en: 'Send a new message instead: synapse send {asker} "…"',
      ja: '代わりに新しいメッセージを送信してください: synapse send {asker} "…"',
    },
  ),
  task_not_found: entry(
    404,
    NOT_FOUND,
    { en: 'There is no task or message {task}.', ja: 'タスクまたはメッセージ {task} が見つかりません。' },
    {
      en: ({ reply_to }) =>
        reply_to
          ? 'Run `synapse tasks` to list them, or send the reply as a new message, without --reply-to.'
          : 'Run `synapse tasks` to list them.',
      ja: ({ reply_to }) =>
        reply_to
          ? '`synapse tasks` で一覧を確認するか、--reply-to を付けずに新しいメッセージとして返信してください。'
          : '`synapse tasks` で一覧を確認してください。',
    },
  ),
  ambiguous_id: entry(
    409,
    NOT_FOUND,
    { en: '{task} matches several ids: {matches}.', ja: '{task} に該当する id が複数あります: {matches}' },
    { en: 'Repeat the command with one of these ids.', ja: 'このうち1つの id を指定して、もう一度実行してください。' },
  ),
  task_already_closed: entry(
    409,
    FAILED,
    { en: 'Task {task} is already {state}.', ja: 'タスク {task} はすでに {state} です。' },
    { en: 'Run `synapse show {task}` to see how it ended.', ja: '結果は `synapse show {task}` で確認できます。' },
  ),
  no_open_request: entry(
    409,
    NOT_FOUND,
    {
      en: 'There is no open request for {agent} to reply to.',
      ja: '{agent} が返信できる未回答のリクエストはありません。',
    },
    {
      en: 'To send a new message, run: synapse send <agent> "…"',
      ja: '新しいメッセージを送信するには: synapse send <agent> "…"',
    },
  ),
  several_open_requests: entry(
    409,
    NOT_FOUND,
    { en: 'There are several open requests.', ja: '未回答のリクエストが複数あります。' },
    {
      en: 'Choose one with `--to <id>`, or reply to the newest with `--latest`.',
      ja: '`--to <id>` で選ぶか、`--latest` で最新のものに返信してください。',
    },
  ),
  answer_first: entry(
    409,
    OPEN,
    {
      en: '{target} is waiting for your reply to {request}, so the message was sent without waiting for its reply.',
      ja: '{target} は {request} へのあなたの返信を待っています。そのため、メッセージは返信を待たずに送信されました。',
    },
    {
      en: 'Reply first: synapse reply --to {request} "…"',
      ja: '先に返信してください: synapse reply --to {request} "…"',
    },
  ),
  too_many_messages: entry(
    429,
    FAILED,
    {
      en: '{sender} and {target} have each sent the other {count} messages within {minutes} minutes. They may be stuck in a loop.',
      ja: '{sender} と {target} は {minutes} 分間に互いに {count} 件のメッセージを送信しました。ループしている可能性があります。',
    },
    {
      en: 'Wait {seconds} seconds before you send again. To allow more, start the agent with a higher SYNAPSE_SEND_LIMIT.',
      ja: '{seconds} 秒待ってから送信してください。上限を上げるには、SYNAPSE_SEND_LIMIT を大きくしてエージェントを起動してください。',
    },
  ),
  agent_unreachable: entry(
    503,
    QUEUED,
    {
      en: '{target} is not running. The message is queued and will be delivered when it is back.',
      ja: '{target} は実行されていません。メッセージは保留され、復帰したときに配信されます。',
    },
    {
      en: ({ task }) =>
        task
          ? `Run \`synapse show ${task}\` to check on the message.`
          : 'Run `synapse list` to see which agents are running.',
      ja: ({ task }) =>
        task
          ? `メッセージの状態は \`synapse show ${task}\` で確認できます。`
          : '実行中のエージェントは `synapse list` で確認できます。',
    },
  ),
  agent_replaced: entry(
    410,
    FAILED,
    {
      en: '{target} ended and another program has its address now. The message was not delivered.',
      ja: '{target} は終了し、現在そのアドレスは別のプログラムが使っています。メッセージは配信されませんでした。',
    },
    {
      en: 'Run `synapse list` to see who is there, then send the message again.',
      ja: '`synapse list` で確認し、メッセージを送り直してください。',
    },
  ),
  agent_gone: entry(
    410,
    FAILED,
    { en: '{target} ended before it replied.', ja: '{target} は返信する前に終了しました。' },
    {
      en: 'Start it again with `synapse start`, then send the message again.',
      ja: '`synapse start` で再び起動し、メッセージを送り直してください。',
    },
  ),
  not_seen: entry(
    502,
    FAILED,
    {
      en: 'The text did not appear in the input box of {target}, so Enter was not pressed.{screen}',
      ja: '{target} の入力欄に本文が表示されなかったため、Enter は押されませんでした。{screen}',
    },
    {
      en: 'Run `synapse screen {target}` to see its terminal.',
      ja: '`synapse screen {target}` で端末を確認してください。',
    },
  ),
  not_submitted: entry(
    502,
    FAILED,
    {
      en: 'The text is in the input box of {target}, but the program did not accept it.{screen}',
      ja: '本文は {target} の入力欄にありますが、プログラムが受け付けませんでした。{screen}',
    },
    {
      en: 'Run `synapse attach {target}`, then press Enter or clear the box.',
      ja: '`synapse attach {target}` を実行し、Enter を押すか入力欄を空にしてください。',
    },
  ),
  expired: entry(
    410,
    FAILED,
    {
      en: 'The message expired before {target} could receive it.',
      ja: '{target} が受信できる前に、メッセージの有効期限が切れました。',
    },
    {
      en: 'Send it again, with a longer `--expires` if needed.',
      ja: '必要なら `--expires` を長くして、もう一度送信してください。',
    },
  ),
};
