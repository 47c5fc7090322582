/** What agents are told about chat and conversations, by tools and in their terminals. */
import type { Texts } from './language.js';

export const CHAT_TEXTS = {
  conversation_request: {
    en: '{from_agent_name} wants to talk with you. Read the messages with <<get_pending_messages>>, and answer with <<respond_chat / content="…">>.',
    ja: '{from_agent_name}から会話リクエストがあります。<<get_pending_messages>>でメッセージを確認し、<<respond_chat / content="…">>で応答してください。',
  },
  conversation_started: {
    en: 'The request was sent. You can already write with <<send_message / target_agent_id={target_agent_id} content="…">>. The conversation begins when your partner joins.',
    ja: '会話リクエストを送信しました。<<send_message / target_agent_id={target_agent_id} content="…">>でメッセージを送信できます。相手がオンラインになると会話が開始されます。',
  },
  conversation_ending: {
    en: 'The conversation is ending. Your partner will be notified.',
    ja: '会話終了をリクエストしました。相手に通知されます。',
  },
  conversation_withdrawn: {
    en: '{target_agent_id} had not joined yet, so the request was taken back. No conversation took place.',
    ja: '{target_agent_id} はまだ参加していなかったため、会話リクエストを取り消しました。会話は行われていません。',
  },
  nobody_joined: {
    en: '{target_agent_id} did not join, so there is no answer.',
    ja: '{target_agent_id} が参加しなかったため、回答はありません。',
  },
  conversation_ended: {
    en: 'The conversation has ended. To find out what to do next, use <<get_next_action>>.',
    ja: '会話が終了しました。<<get_next_action>>で次の指示を確認してください。',
  },
  conversation_expired: {
    en: '{target_agent_id} did not join in time, so the conversation has expired. To try again later, use <<start_conversation / target_agent_id={target_agent_id} initial_message="…">>.',
    ja: '{target_agent_id} が時間内に参加しなかったため、会話リクエストは期限切れになりました。後でもう一度試すには <<start_conversation / target_agent_id={target_agent_id} initial_message="…">> を使ってください。',
  },
  get_pending_messages: {
    en: 'You have unread messages. Read them with <<get_pending_messages>>.',
    ja: '未読メッセージがあります。<<get_pending_messages>>で確認してください。',
  },
  conversation_history: {
    en: 'These are the messages of the conversation, oldest first.',
    ja: '会話のメッセージです（古い順）。',
  },
  conversation_messages: {
    en: 'Read these messages and act on them if needed.',
    ja: '上記のメッセージを確認し、必要に応じて対応してください。',
  },
  chat_file_trouble: {
    en: 'The message is saved, but the chat file of {agent_id} cannot be written: {reason}',
    ja: 'メッセージは保存されましたが、{agent_id} のチャットファイルに今は書き込めません：{reason}',
  },
  terminal_request: {
    en: 'Conversation {conversation_id}: {from_agent_name} wants to talk with you{purpose}. To answer a message, run `synapse reply --to <id> "…"`. To end the conversation, run <<end_conversation conversation_id={conversation_id}>>.',
    ja: '会話 {conversation_id}：{from_agent_name} から会話リクエストがあります{purpose}。メッセージには `synapse reply --to <id> "…"` で応答し、終えるときは <<end_conversation conversation_id={conversation_id}>> を実行してください。',
  },
  terminal_ended: {
    en: 'Conversation {conversation_id} with {partner_id} has ended ({reason}). Nothing more needs to be said.',
    ja: '会話 {conversation_id}（相手: {partner_id}）が終了しました（{reason}）。これ以上の応答は不要です。',
  },
  terminal_expired: {
    en: 'Conversation {conversation_id} has expired: {partner_id} did not join in time.',
    ja: '会話 {conversation_id} は期限切れになりました：{partner_id} が時間内に参加しませんでした。',
  },
  terminal_exit: {
    en: 'This chat was ended by a person. Finish what you are doing, run <<logout>>, and exit.',
    ja: 'このチャットは人間によって終了されました。作業を終え、<<logout>> を実行して退出してください。',
  },
} as const satisfies Texts;
