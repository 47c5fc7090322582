/** Errors of chat and of conversations between agents. */
import { entry, FAILED, NOT_FOUND, USAGE } from './entry.js';

export const CHAT_ERRORS = {
  content_too_long: entry(
    400,
    USAGE,
    {
      en: 'The text is {length} characters long; the limit is {max_length}.',
      ja: 'メッセージが長すぎます（{length}文字、最大{max_length}文字）。',
    },
    { en: 'Save the text to a file and send its path.', ja: '本文をファイルに保存し、そのパスを送信してください。' },
  ),
  conversation_not_found: entry(
    404,
    NOT_FOUND,
    { en: 'There is no conversation {conversation_id}.', ja: '会話 {conversation_id} が見つかりません。' },
    {
      en: 'Run `synapse conversation list` to list all conversations.',
      ja: '`synapse conversation list` で会話の一覧を確認してください。',
    },
  ),
  message_not_found: entry(
    404,
    NOT_FOUND,
    {
      en: 'You have received no chat message {message_id}.',
      ja: 'チャットメッセージ {message_id} は受信していません。',
    },
    {
      en: 'Use the id of a message that get_pending_messages returned or your terminal shows.',
      ja: 'get_pending_messages またはターミナルに表示されたメッセージのIDを指定してください。',
    },
  ),
  not_conversation_participant: entry(
    403,
    FAILED,
    {
      en: '{agent_id} is not a participant of conversation {conversation_id}.',
      ja: '{agent_id} は会話 {conversation_id} の参加者ではありません。',
    },
    {
      en: 'Run `synapse conversation list` to see the participants.',
      ja: '`synapse conversation list` で参加者を確認してください。',
    },
  ),
  cannot_conversation_with_self: entry(
    400,
    USAGE,
    {
      en: '{agent_id} cannot have a conversation with itself.',
      ja: '{agent_id} は自分自身と会話することはできません。',
    },
    {
      en: 'Run `synapse agent list` to see the other agents.',
      ja: '`synapse agent list` で他のエージェントを確認してください。',
    },
  ),
  cannot_start_conversation_with_human: entry(
    400,
    USAGE,
    {
      en: '{target_agent_id} is a person, so no conversation is needed.',
      ja: '{target_agent_id} は人間です。会話を開始する必要はありません。',
    },
    {
      en: 'Call send_message(target_agent_id: "{target_agent_id}", content: "…").',
      ja: 'send_message(target_agent_id: "{target_agent_id}", content: "…") を呼び出してください。',
    },
  ),
  conversation_required_for_ai_to_ai: entry(
    400,
    USAGE,
    {
      en: 'Messages between AI agents need a conversation. First call start_conversation(target_agent_id: "{to_agent_id}", initial_message: "…").',
      ja: 'AIエージェント間のメッセージ送信にはアクティブな会話が必要です。先にstart_conversation(target_agent_id: "{to_agent_id}", initial_message: "…") を呼び出してください。',
    },
    {
      en: 'Or add auto_start_conversation: true to this call.',
      ja: 'または、この呼び出しに auto_start_conversation: true を付けてください。',
    },
  ),
  conversation_already_active: entry(
    409,
    FAILED,
    {
      en: 'There is already an open conversation with {target_agent_id}.',
      ja: '{target_agent_id} との会話がすでに存在します。',
    },
    {
      en: 'Write to it with send_message, or end it with end_conversation.',
      ja: 'send_message でその会話に送信するか、end_conversation で終了してください。',
    },
  ),
  conversation_not_active: entry(
    409,
    FAILED,
    {
      en: 'Conversation {conversation_id} is {state}.',
      ja: '会話 {conversation_id} はアクティブではありません（{state}）。',
    },
    { en: 'Start a new one with start_conversation.', ja: 'start_conversation で新しい会話を開始してください。' },
  ),
  conversation_id_required: entry(
    400,
    USAGE,
    {
      en: 'You have several active conversations: {choices}.',
      ja: 'アクティブな会話が複数あります：{choices}。',
    },
    {
      en: 'Add the conversation_id of the one to end.',
      ja: '終了する会話を conversation_id で指定してください。',
    },
  ),
  no_active_conversation: entry(
    400,
    USAGE,
    { en: 'There is no active conversation.', ja: 'アクティブな会話がありません。' },
    {
      en: 'Run `synapse conversation list` to list all conversations.',
      ja: '`synapse conversation list` で会話の一覧を確認してください。',
    },
  ),
};
