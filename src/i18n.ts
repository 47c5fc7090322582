/** What tools say to agents, in every language there is: one catalogue, filled with the facts of the moment. */
import type { ErrorCode } from './errors.js';

export type Language = 'en' | 'ja';
export type Facts = Readonly<Record<string, unknown>>;

/** SYNAPSE_LANG decides; without it the locale does. */
export function languageOf(env: NodeJS.ProcessEnv): Language {
  const wanted = env.SYNAPSE_LANG || env.LC_ALL || env.LC_MESSAGES || env.LANG || '';
  return /^ja\b|^ja_/i.test(wanted) ? 'ja' : 'en';
}

export type TextKey = keyof typeof TEXTS;

export function textOf(language: Language, key: TextKey, facts: Facts = {}): string {
  return fill(TEXTS[key][language], facts);
}

/** The sentence of an error in another language than that of the catalogue of errors; null where there is none. */
export function errorTextOf(language: Language, code: ErrorCode, facts: Facts): string | null {
  const template = language === 'ja' ? ERRORS_JA[code] : undefined;
  return template === undefined ? null : fill(template, facts);
}

const TEXTS = {
  authenticated_chat: {
    en: 'You are {agent_id}, in a chat session of {project_id}. Call get_next_action to learn what to do; with timeout_seconds it waits for news.',
    ja: 'あなたは {agent_id} です（プロジェクト {project_id} のチャットセッション）。get_next_action で次の指示を確認してください。timeout_seconds を付けると新しい知らせを待ちます。',
  },
  authenticated_task: {
    en: 'You are {agent_id}, in a task session of {project_id}. Call get_next_action to learn what to do.',
    ja: 'あなたは {agent_id} です（プロジェクト {project_id} のタスクセッション）。get_next_action で次の指示を確認してください。',
  },
  logged_out: {
    en: 'This session has ended. To go on, call authenticate again.',
    ja: 'このセッションは終了しました。続けるには authenticate を呼び出してください。',
  },
  exit: {
    en: 'There is nothing left to do. Call logout and end.',
    ja: '作業は残っていません。logout を呼び出して終了してください。',
  },
  work: {
    en: 'Work on the task {task_id}: {title}',
    ja: 'タスク {task_id}（{title}）に取り組んでください。',
  },
  conversation_request: {
    en: '{from_agent_name} wants to talk with you. Read with get_pending_messages, answer with respond_chat.',
    ja: '{from_agent_name}から会話リクエストがあります。get_pending_messagesでメッセージを確認し、respond_chatで応答してください。',
  },
  conversation_ended: {
    en: 'The conversation has ended. Call get_next_action to learn what to do next.',
    ja: '会話が終了しました。get_next_actionで次の指示を確認してください。',
  },
  conversation_expired: {
    en: '{target_agent_id} did not join in time, so the conversation has expired. You may start another one later.',
    ja: '{target_agent_id} が時間内に参加しなかったため、会話リクエストは期限切れになりました。後でもう一度開始できます。',
  },
  get_pending_messages: {
    en: 'Messages wait for you. Read them with get_pending_messages.',
    ja: '未読メッセージがあります。get_pending_messagesで確認してください。',
  },
  wait_for_messages: {
    en: 'Nothing is new. Wait {wait_seconds} seconds and call get_next_action again, or call it with timeout_seconds.',
    ja: '新しいメッセージはありません。{wait_seconds}秒待ってからget_next_actionを再度呼び出すか、timeout_secondsを付けて呼び出してください。',
  },
  conversation_started: {
    en: 'The request was sent. You can write with send_message already; the conversation begins when {target_agent_id} joins.',
    ja: '会話リクエストを送信しました。send_messageでメッセージを送信できます。相手がオンラインになると会話が開始されます。',
  },
  conversation_ending: {
    en: 'The conversation ends. Your partner will be told.',
    ja: '会話終了をリクエストしました。相手に通知されます。',
  },
  conversation_history: {
    en: 'These are the messages of the conversation, the oldest first.',
    ja: '会話のメッセージです（古い順）。',
  },
  terminal_request: {
    en: 'Conversation {conversation_id}: {from_agent_name} wants to talk with you{purpose}. Answer its messages with: synapse reply --to <id> "…". End it with: synapse tool end_conversation --conversation_id {conversation_id}',
    ja: '会話 {conversation_id}：{from_agent_name} から会話リクエストがあります{purpose}。メッセージには synapse reply --to <id> "…" で応答し、synapse tool end_conversation --conversation_id {conversation_id} で終了してください。',
  },
  terminal_ended: {
    en: 'Conversation {conversation_id} with {partner_id} has ended ({reason}).',
    ja: '会話 {conversation_id}（相手: {partner_id}）が終了しました（{reason}）。',
  },
  terminal_expired: {
    en: 'Conversation {conversation_id} has expired: {partner_id} did not join in time.',
    ja: '会話 {conversation_id} は期限切れになりました：{partner_id} が時間内に参加しませんでした。',
  },
} as const satisfies Record<string, Readonly<Record<Language, string>>>;

const ERRORS_JA: Partial<Record<ErrorCode, string>> = {
  session_token_required: 'このツールにはセッショントークンが必要です。先に authenticate を呼び出してください。',
  session_token_invalid: 'セッショントークンが無効です（不明、ログアウト済み、または置き換え済み）。',
  session_expired: 'セッションの有効期限が切れました。authenticate をやり直してください。',
  invalid_credentials: 'エージェントIDまたはパスキーが正しくありません。',
  chat_session_required: '{tool} はチャットセッションでのみ使用できます（現在: {current_purpose}）。',
  task_session_required: '{tool} はタスクセッションでのみ使用できます（現在: {current_purpose}）。',
  manager_required: '{tool} はマネージャーのみ使用できます。',
  unauthorized: '{agent_id} にはこの操作の権限がありません。',
  agent_not_assigned_to_project: '{agent_id} はプロジェクト {project_id} に割り当てられていません。',
  target_agent_not_in_project: '{target_agent_id} はプロジェクト {project_id} のメンバーではありません。',
  not_conversation_participant: '{agent_id} は会話 {conversation_id} の参加者ではありません。',
  project_not_found: 'プロジェクト {project_id} が見つかりません。',
  conversation_not_found: '会話 {conversation_id} が見つかりません。',
  agent_not_found: 'エージェント {target} が見つかりません。',
  tool_not_registered: 'ツール {tool} は存在しません。',
  missing_arguments: '引数が不足しています: {missing}',
  invalid_argument: '引数が正しくありません: {invalid}',
  content_too_long: 'メッセージが長すぎます（{length}文字、最大{max_length}文字）。',
  cannot_message_self: '自分自身にメッセージを送信することはできません。',
  cannot_conversation_with_self: '自分自身と会話することはできません。',
  cannot_start_conversation_with_human:
    '{target_agent_id} は人間です。会話は不要です。send_message で送信してください。',
  conversation_required_for_ai_to_ai:
    'AIエージェント間のメッセージ送信にはアクティブな会話が必要です。先にstart_conversation(target_agent_id: "{to_agent_id}", initial_message: "...")を呼び出してください。',
  no_active_conversation: 'アクティブな会話がありません。',
  conversation_already_active: '{target_agent_id} との会話がすでに存在します。',
  conversation_not_active: '会話 {conversation_id} はアクティブではありません（{state}）。',
  session_already_active: '{agent_id} の {purpose} セッションはターミナルで使用中です。',
  no_valid_purpose: '{agent_id} を待っている作業はありません。purpose を指定してください。',
  working_directory_not_set: 'プロジェクト {project_id} に作業ディレクトリが設定されていません。',
};

function fill(template: string, facts: Facts): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = facts[name];
    if (value === undefined || value === null) return name in facts ? '' : whole;
    return Array.isArray(value) ? value.join(', ') : String(value);
  });
}
