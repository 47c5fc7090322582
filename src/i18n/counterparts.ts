/** What to use in place of a tool that only the other session of the agent may call. */
import type { Text } from './language.js';

/** For a task session that has called a tool of chat sessions. */
export const INSTEAD_IN_TASK: Readonly<Record<string, Text>> = {
  respond_chat: {
    en: 'To write to somebody from here, use <<send_message target_agent_id=<agent> content="…">>.',
    ja: 'ここからメッセージを送るには <<send_message target_agent_id=<agent> content="…">> を使ってください。',
  },
  get_conversation_history: {
    en: 'To read a conversation from here, use <<get_conversation_messages conversation_id=<conversation>>>.',
    ja: 'ここから会話を読むには <<get_conversation_messages conversation_id=<conversation>>> を使ってください。',
  },
  start_task_from_chat: {
    en: 'To start a task from here, use <<update_task_status task_id=<task> status=in_progress>>.',
    ja: 'ここからタスクを開始するには <<update_task_status task_id=<task> status=in_progress>> を使ってください。',
  },
  update_task_from_chat: {
    en: 'To change the status of a task from here, use <<update_task_status task_id=<task> status=<status>>>.',
    ja: 'ここからタスクのステータスを変更するには <<update_task_status task_id=<task> status=<status>>> を使ってください。',
  },
  notify_task_session: {
    en: 'You are the task session. To read what your chat session has told you, use <<get_notifications>>.',
    ja: 'ここはタスクセッションです。自分のチャットセッションからの通知は <<get_notifications>> で確認できます。',
  },
};

/** For a chat session that has called a tool of task sessions. */
export const INSTEAD_IN_CHAT: Readonly<Record<string, Text>> = {
  delegate_to_chat_session: {
    en: 'You are the chat session: talk yourself. To an AI agent, use <<start_conversation target_agent_id=<agent> initial_message="…">>; to a person, use <<send_message target_agent_id=<agent> content="…">>.',
    ja: 'ここはチャットセッションです。直接会話してください。AIには <<start_conversation target_agent_id=<agent> initial_message="…">>、人間には <<send_message target_agent_id=<agent> content="…">> を使います。',
  },
  get_conversation_messages: {
    en: 'To read a conversation from here, use <<get_conversation_history conversation_id=<conversation>>>.',
    ja: 'ここから会話を読むには <<get_conversation_history conversation_id=<conversation>>> を使ってください。',
  },
  update_task_status: {
    en: 'If somebody above you asks for it in chat, use <<update_task_from_chat task_id=<task> requester_id=<requester> status=<status>>>.',
    ja: '上位者からチャットで依頼された場合は <<update_task_from_chat task_id=<task> requester_id=<requester> status=<status>>> を使ってください。',
  },
  create_tasks_batch: {
    en: 'To ask for a work task of your own from here, use <<request_task title="…">>.',
    ja: 'ここから自分のタスクを申請するには <<request_task title="…">> を使ってください。',
  },
  report_completed: {
    en: 'Your task session reports the task. To tell it something, use <<notify_task_session conversation_id=<conversation> message="…">>. To report a delegation, use <<report_delegation_completed delegation_id=<delegation> result="…">>.',
    ja: 'タスクの報告はタスクセッションが行います。伝えることがあれば <<notify_task_session conversation_id=<conversation> message="…">> を、移譲の報告には <<report_delegation_completed delegation_id=<delegation> result="…">> を使ってください。',
  },
};

export const INSTEAD_ELSEWHERE: Readonly<Record<'task' | 'chat', Text>> = {
  task: {
    en: 'Your own chat session can do this. To ask it, use <<delegate_to_chat_session target_agent_id=<agent> purpose="…">>.',
    ja: '自分のチャットセッションが実行できます。<<delegate_to_chat_session target_agent_id=<agent> purpose="…">> で移譲してください。',
  },
  chat: {
    en: 'Your own task session can do this. To tell it, use <<notify_task_session conversation_id=<conversation> message="…">>.',
    ja: '自分のタスクセッションが実行できます。<<notify_task_session conversation_id=<conversation> message="…">> で伝えてください。',
  },
};
