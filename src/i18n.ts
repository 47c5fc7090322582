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
  return template === undefined ? null : fill(template, { reason: '', ...facts });
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
  chat_file_trouble: {
    en: 'The message is stored, but the chat file of {agent_id} cannot be written now: {reason}',
    ja: 'メッセージは保存されましたが、{agent_id} のチャットファイルに今は書き込めません：{reason}',
  },
  conversation_ending: {
    en: 'The conversation ends. Your partner will be told.',
    ja: '会話終了をリクエストしました。相手に通知されます。',
  },
  conversation_history: {
    en: 'These are the messages of the conversation, the oldest first.',
    ja: '会話のメッセージです（古い順）。',
  },
  process_delegation: {
    en: 'Your task session asks you to talk with {target_agent_id}: {purpose}. With an AI agent use start_conversation, with a person send_message; when it is done, call report_delegation_completed(delegation_id: "{delegation_id}").',
    ja: 'あなたのタスクセッションから {target_agent_id} との会話が移譲されました：{purpose}。相手がAIなら start_conversation、人間なら send_message を使用し、完了したら report_delegation_completed(delegation_id: "{delegation_id}") を呼び出してください。',
  },
  delegated_to_ai: {
    en: 'The talk with {target_name} (AI) was handed to your own chat session. Look how it goes with get_task_conversations. If there is other work in this task, go on with it and look in between; if there is none, look more often. An AI tends to answer faster than a person. When you no longer expect an answer, set the task to blocked with a reason (update_task_status) and leave.',
    ja: '会話を {target_name}（AI）に移譲しました。確認方法：get_task_conversations()\n\n【確認頻度】\nタスク内に他の作業があれば、作業を進めつつ区切りで確認してください。\n他の作業がなければ、確認の頻度を上げてください。\n相手はAIのため、人間より応答が速い傾向があります。\n\n【中断判断】\n相手のタイプ、会話の進捗状況、応答の見込みを考慮して判断してください。\n見込みがないと判断したら、タスクを blocked に変更し理由を記録して退出。',
  },
  delegated_to_human: {
    en: 'The talk with {target_name} (a person) was handed to your own chat session. Look how it goes with get_task_conversations and get_notifications. If there is other work in this task, go on with it and look in between; if there is none, look now and then. A person may take time to answer. When you no longer expect an answer, set the task to blocked with a reason (update_task_status) and leave.',
    ja: '会話を {target_name}（人間）に移譲しました。確認方法：get_task_conversations()、get_notifications()\n\n【確認頻度】\nタスク内に他の作業があれば、作業を進めつつ区切りで確認してください。\n他の作業がなければ、時々確認してください。\n相手は人間のため、応答に時間がかかる可能性があります。\n\n【中断判断】\n相手のタイプ、会話の進捗状況、応答の見込みを考慮して判断してください。\n見込みがないと判断したら、タスクを blocked に変更し理由を記録して退出。',
  },
  conversation_messages: {
    en: 'Read these messages and act on them where needed.',
    ja: '上記のメッセージを確認し、必要に応じて対応してください。',
  },
  task_notified: {
    en: 'Your task session will be told with the answer to its next tool call.',
    ja: 'タスクセッションに通知を送信しました。次回のツール呼び出し時に通知が届きます。',
  },
  notice_check_chat: {
    en: 'This comes from your own chat session: you sent it to yourself from there. Read the chat with get_conversation_messages(conversation_id: "{conversation_id}").',
    ja: 'あなたのチャットセッションからの通知です。\n\n【重要】この通知は、あなた自身が別のセッション（チャットセッション）から送信したものです。チャットの内容を確認してください。\n\n確認方法:\nget_conversation_messages(conversation_id: "{conversation_id}") を呼び出してください。',
  },
  notice_conversation_ended: {
    en: 'This comes from your own chat session: the conversation {conversation_id} that you asked for has ended. Read it with get_task_conversations, or get_conversation_messages(conversation_id: "{conversation_id}").',
    ja: 'あなた自身のチャットセッションからの通知です。移譲した会話 {conversation_id} が終了しました。get_task_conversations または get_conversation_messages(conversation_id: "{conversation_id}") で内容を確認してください。',
  },
  notice_delegation_finished: {
    en: 'This comes from your own chat session: it is done with what you handed to it.',
    ja: 'あなた自身のチャットセッションからの通知です。移譲した会話の処理が終わりました。',
  },
  notice_task_blocked: {
    en: 'The work task {task_id} is blocked. Look at it with get_task(task_id: "{task_id}").',
    ja: 'タスク {task_id} がブロックされました。get_task(task_id: "{task_id}") で確認してください。',
  },
  notice_task_requested: {
    en: 'The work task {task_id} waits for approval: approve_task_request or reject_task_request.',
    ja: 'タスク {task_id} が承認待ちです。approve_task_request または reject_task_request を呼び出してください。',
  },
  notice_task_approved: {
    en: 'Your work task {task_id} was approved.',
    ja: 'タスク {task_id} が承認されました。',
  },
  notice_task_rejected: {
    en: 'Your work task {task_id} was rejected.',
    ja: 'タスク {task_id} は却下されました。',
  },
  notice_task_left: {
    en: 'The program that worked on the work task {task_id} has ended without reporting. The task is still in progress.',
    ja: 'タスク {task_id} を実行していたプログラムが報告せずに終了しました。タスクは進行中のままです。',
  },
  person_check_chat: {
    en: 'Your chat session asks you to look at it.',
    ja: 'あなたのチャットセッションからの通知です。',
  },
  person_conversation_ended: {
    en: 'A conversation for the work task "{title}" has ended. See: synapse work show {task_id}',
    ja: 'タスク「{title}」のための会話が終了しました。確認: synapse work show {task_id}',
  },
  person_delegation_finished: {
    en: 'What was handed over for the work task "{title}" is done. See: synapse delegation list',
    ja: 'タスク「{title}」の移譲が完了しました。確認: synapse delegation list',
  },
  person_task_blocked: {
    en: '{who} cannot go on with the work task "{title}". See: synapse work show {task_id}',
    ja: '{who} のタスク「{title}」がブロックされました。確認: synapse work show {task_id}',
  },
  person_task_requested: {
    en: '{who} asks for a work task: {title}. Decide: synapse work approve {task_id}, or synapse work reject {task_id} --reason "…"',
    ja: '{who} がタスク「{title}」の承認を求めています。synapse work approve {task_id} または synapse work reject {task_id} --reason "…" で決定してください。',
  },
  person_task_approved: {
    en: 'Your work task "{title}" was approved. See: synapse work show {task_id}',
    ja: 'あなたのタスク「{title}」が承認されました。確認: synapse work show {task_id}',
  },
  person_task_rejected: {
    en: 'Your work task "{title}" was rejected. See: synapse work show {task_id}',
    ja: 'あなたのタスク「{title}」は却下されました。確認: synapse work show {task_id}',
  },
  person_task_left: {
    en: 'The program of {who} has ended without reporting about the work task "{title}", which is still in progress. See: synapse execution list --task {task_id}',
    ja: '{who} のプログラムがタスク「{title}」について報告せずに終了しました。タスクは進行中のままです。確認: synapse execution list --task {task_id}',
  },
  my_tasks: {
    en: 'These are the work tasks assigned to you.',
    ja: '上記があなたに割り当てられたタスクです。',
  },
  reported: {
    en: 'Reported. This session has ended; exit now.',
    ja: '報告を受け付けました。このセッションは終了しました。退出してください。',
  },
  task_started_from_chat: {
    en: 'The task was started. Leave the chat session and work on it in a task session.',
    ja: 'タスクを開始しました。チャットセッションを終了し、タスクセッションで作業を開始してください。',
  },
  task_updated: { en: 'The task was changed.', ja: 'タスクを更新しました。' },
  requester_not_above: {
    en: 'this needs the request of somebody above {agent_id}, and {requester_id} is not.',
    ja: 'この操作には上位者からの依頼が必要です。依頼者: {requester_id} は上位者ではありません。',
  },
  not_assignee: {
    en: 'only the assignee may start the task ({assignee_id}).',
    ja: '自分に割り当てられたタスクのみ開始できます。タスク担当者: {assignee_id}',
  },
  not_assignee_or_creator: {
    en: 'only the assignee or the creator may change the task.',
    ja: 'このタスクの修正権限がありません。',
  },
  execution_history: {
    en: 'Read a log with get_execution_log(execution_id).',
    ja: 'ログ内容を確認するには get_execution_log(execution_id) を呼び出してください。',
  },
  execution_log: { en: 'This is the whole log.', ja: 'ログの全体です。' },
  execution_log_cut: {
    en: 'This is a part of the log; read on with offset.',
    ja: 'ログが切り詰められています。offset を指定して続きを取得できます。',
  },
  started_for_task: {
    en: 'You are {agent_id}, in a task session of {project_id}. Your work task is {task_id}: {title} (set in progress by {by}). When it is done: synapse tool report_completed --result success --summary "…"; if it cannot be done: --result failed or blocked, with the reason as summary. To have your chat session talk with somebody for it: synapse tool delegate_to_chat_session --target_agent_id <agent> --purpose "…", and look how that goes with: synapse tool get_task_conversations.',
    ja: 'あなたは {agent_id} です（プロジェクト {project_id} のタスクセッション）。担当タスクは {task_id}：{title}（{by} が開始）。完了したら synapse tool report_completed --result success --summary "…" を、できない場合は --result failed または blocked を理由（summary）とともに実行してください。誰かとの会話が必要なら synapse tool delegate_to_chat_session --target_agent_id <相手> --purpose "…" で自分のチャットセッションに移譲し、synapse tool get_task_conversations で確認してください。',
  },
  started_for_task_again: {
    en: 'It was begun before: look first what is there already.',
    ja: 'このタスクは以前に着手されています。まず既にある結果を確認してください。',
  },
  started_for_chat: {
    en: 'You are {agent_id}, in a chat session of {project_id} that was started for you ({why}). What others say is typed in here as [A2A:<id>:<sender>] text; answer it with: synapse reply --to <id> "…". To talk with an AI agent: synapse tool start_conversation --target_agent_id <agent> --initial_message "…"; to say more in it: synapse tool send_message --target_agent_id <agent> --content "…"; to end it: synapse tool end_conversation. When nothing is left to do, just wait: this session is closed by itself.',
    ja: 'あなたは {agent_id} です（プロジェクト {project_id} のチャットセッション、起動理由: {why}）。相手のメッセージは [A2A:<id>:<送信者>] の形でここに入力されます。synapse reply --to <id> "…" で応答してください。AIエージェントと会話を始めるには synapse tool start_conversation --target_agent_id <相手> --initial_message "…"、続けるには synapse tool send_message --target_agent_id <相手> --content "…"、終えるには synapse tool end_conversation を実行します。することがなくなったら待機してください。このセッションは自動的に閉じられます。',
  },
  chat_goes_on: {
    en: 'Your conversation {conversation_id} with {partner_id} is open and goes on here{quote}; read it with: synapse tool get_conversation_history --conversation_id {conversation_id}.',
    ja: '{partner_id} との会話 {conversation_id} は継続中です{quote}。synapse tool get_conversation_history --conversation_id {conversation_id} で内容を確認して続けてください。',
  },
  last_words: {
    en: ' (the last word was that of {sender_id}: "{content}")',
    ja: '（最後の発言は {sender_id}：「{content}」）',
  },
  chat_unanswered: {
    en: 'You have not answered this one yet: {sender_id} wrote "{content}". Answer with: synapse tool respond_chat --target_agent_id {sender_id} --content "…".',
    ja: '{sender_id} からの「{content}」にまだ応答していません。synapse tool respond_chat --target_agent_id {sender_id} --content "…" で応答してください。',
  },
  chat_delegations: {
    en: 'Your task session has handed you something: it follows, or read it with: synapse tool get_pending_delegations.',
    ja: 'あなたのタスクセッションから移譲された会話があります。続けて入力されます（synapse tool get_pending_delegations でも確認できます）。',
  },
  dialog_open: {
    en: '{agent_id} cannot go on: its {purpose} session ({why}) asks "{question}". Answer with: synapse answer {address} <choice>; see it with: synapse screen {address}',
    ja: '{agent_id} の {purpose} セッション（{why}）が確認を求めて停止しています：「{question}」。synapse answer {address} <選択肢> で応答してください（画面: synapse screen {address}）。',
  },
  waits: {
    en: '{agent_id} has no {purpose} session, and nobody starts one: {reason}. The work waits.',
    ja: '{agent_id} には {purpose} セッションがなく、起動もされません（{reason}）。作業は待機しています。',
  },
  waits_given_up: { en: 'it was tried too often', ja: '起動に何度も失敗しました' },
  waits_paused: { en: 'it is paused', ja: '一時停止中です' },
  waits_not_startable: { en: 'nothing says how it is started', ja: '起動方法が設定されていません' },
  waits_project_inactive: { en: 'its project is not active', ja: 'プロジェクトがアクティブではありません' },
  terminal_request: {
    en: 'Conversation {conversation_id}: {from_agent_name} wants to talk with you{purpose}. Answer its messages with: synapse reply --to <id> "…". End it with: synapse tool end_conversation --conversation_id {conversation_id}',
    ja: '会話 {conversation_id}：{from_agent_name} から会話リクエストがあります{purpose}。メッセージには synapse reply --to <id> "…" で応答し、synapse tool end_conversation --conversation_id {conversation_id} で終了してください。',
  },
  terminal_delegation: {
    en: 'Delegation {delegation_id}: your task session asks you to talk with {target_agent_id}: {purpose}. With an AI: synapse tool start_conversation --target_agent_id {target_agent_id}; with a person: synapse tool send_message. When done: synapse tool report_delegation_completed --delegation_id {delegation_id}',
    ja: '移譲 {delegation_id}：あなたのタスクセッションから {target_agent_id} との会話が移譲されました：{purpose}。相手がAIなら synapse tool start_conversation --target_agent_id {target_agent_id}、人間なら synapse tool send_message を使用し、完了したら synapse tool report_delegation_completed --delegation_id {delegation_id} を実行してください。',
  },
  delegation_begun: {
    en: 'For it there is the conversation {conversation_id} already ({state}): go on with that one, or report.',
    ja: 'この移譲のための会話 {conversation_id}（{state}）が既にあります。それを続けるか、報告してください。',
  },
  terminal_exit: {
    en: 'This chat was ended by a person. Finish what you are at, run: synapse tool logout, and exit.',
    ja: 'このチャットは人間によって終了されました。作業を終え、synapse tool logout を実行して退出してください。',
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
  unauthorized: '{agent_id} にはこの操作の権限がありません。{reason}',
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
  task_not_found: 'タスク {task} が見つかりません。',
  delegation_not_found: '移譲 {delegation_id} が見つかりません。',
  not_delegation_owner: '移譲 {delegation_id} は {agent_id} のものではありません。',
  delegation_already_processed: '移譲 {delegation_id} はすでに処理済みです（{status}）。',
  execution_log_not_found: '実行 {execution_id} のログが見つかりません。',
  invalid_status: 'ステータス {status} は存在しません（使用可能: {allowed}）。',
  invalid_status_transition: 'タスク {task_id} は {from} から {to} に変更できません。',
  dependency_not_complete: 'タスク {task_id} の依存タスクが未完了です: {blocked_by}',
  incomplete_subtasks: 'タスク {task_id} に未完了のサブタスクがあります: {subtasks}',
  approval_required: 'タスク {task_id} は承認されていません（{approval}）。',
  working_directory_not_set: 'プロジェクト {project_id} に作業ディレクトリが設定されていません。',
};

function fill(template: string, facts: Facts): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = facts[name];
    if (value === undefined || value === null) return name in facts ? '' : whole;
    return Array.isArray(value) ? value.join(', ') : String(value);
  });
}
