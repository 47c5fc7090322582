/** What a session is told: who it is, what to do next, and what waits for it. */
import type { Texts } from './language.js';

export const SESSION_TEXTS = {
  authenticated_chat: {
    en: 'You are {agent_id}, in a chat session of {project_id}. Call get_next_action to find out what to do. Add timeout_seconds to wait for news.',
    ja: 'あなたは {agent_id} です（プロジェクト {project_id} のチャットセッション）。get_next_action で次の指示を確認してください。timeout_seconds を付けると新しい知らせを待ちます。',
  },
  authenticated_task: {
    en: 'You are {agent_id}, in a task session of {project_id}. Call get_next_action to find out what to do.',
    ja: 'あなたは {agent_id} です（プロジェクト {project_id} のタスクセッション）。get_next_action で次の指示を確認してください。',
  },
  logged_out: {
    en: 'This session has ended. To continue, call authenticate again.',
    ja: 'このセッションは終了しました。続けるには authenticate を呼び出してください。',
  },
  exit: {
    en: 'There is nothing left to do. Call logout and exit.',
    ja: '作業は残っていません。logout を呼び出して終了してください。',
  },
  work: {
    en: 'Work on task {task_id}: {title}. When you are done, call report_completed.',
    ja: 'タスク {task_id}（{title}）に取り組んでください。完了したら report_completed を呼び出してください。',
  },
  wait_for_messages: {
    en: 'There is nothing new. Wait {wait_seconds} seconds and call get_next_action again, or call it with timeout_seconds.',
    ja: '新しいメッセージはありません。{wait_seconds}秒待ってからget_next_actionを再度呼び出すか、timeout_secondsを付けて呼び出してください。',
  },
  started_for_task: {
    en: 'You are {agent_id}, in a task session of {project_id}. Your work task is {task_id}: {title} (started by {by}). When it is done, run: synapse tool report_completed --result success --summary "…". If it cannot be done, use --result failed or --result blocked, with the reason as the summary. To have your chat session talk with somebody about it, run: synapse tool delegate_to_chat_session --target_agent_id <agent> --purpose "…". To follow that conversation, run: synapse tool get_task_conversations.',
    ja: 'あなたは {agent_id} です（プロジェクト {project_id} のタスクセッション）。担当タスクは {task_id}：{title}（{by} が開始）。完了したら synapse tool report_completed --result success --summary "…" を、できない場合は --result failed または blocked を理由（summary）とともに実行してください。誰かとの会話が必要なら synapse tool delegate_to_chat_session --target_agent_id <相手> --purpose "…" で自分のチャットセッションに移譲し、synapse tool get_task_conversations で確認してください。',
  },
  started_for_task_again: {
    en: 'This task was started before. First check what is already there.',
    ja: 'このタスクは以前に着手されています。まず既にある結果を確認してください。',
  },
  started_for_chat: {
    en: 'You are {agent_id}, in a chat session of {project_id} that was started for you ({why}). Messages to you appear here as [A2A:<id>:<sender>] text. To answer one, run: synapse reply --to <id> "…". To talk with an AI agent, run: synapse tool start_conversation --target_agent_id <agent> --initial_message "…". To say more, run: synapse tool send_message --target_agent_id <agent> --content "…". To end the conversation, run: synapse tool end_conversation. When there is nothing left to do, just wait: this session closes by itself.',
    ja: 'あなたは {agent_id} です（プロジェクト {project_id} のチャットセッション、起動理由: {why}）。相手のメッセージは [A2A:<id>:<送信者>] の形でここに入力されます。synapse reply --to <id> "…" で応答してください。AIエージェントと会話を始めるには synapse tool start_conversation --target_agent_id <相手> --initial_message "…"、続けるには synapse tool send_message --target_agent_id <相手> --content "…"、終えるには synapse tool end_conversation を実行します。することがなくなったら待機してください。このセッションは自動的に閉じられます。',
  },
  chat_goes_on: {
    en: 'Your conversation {conversation_id} with {partner_id} is still open and continues here{quote}. To read it, run: synapse tool get_conversation_history --conversation_id {conversation_id}.',
    ja: '{partner_id} との会話 {conversation_id} は継続中です{quote}。synapse tool get_conversation_history --conversation_id {conversation_id} で内容を確認して続けてください。',
  },
  last_words: {
    en: ' (the last message is from {sender_id}: "{content}")',
    ja: '（最後の発言は {sender_id}：「{content}」）',
  },
  chat_unanswered: {
    en: '{sender_id} wrote "{content}" and is still waiting for your answer. To answer, run: synapse tool respond_chat --target_agent_id {sender_id} --content "…".',
    ja: '{sender_id} からの「{content}」にまだ応答していません。synapse tool respond_chat --target_agent_id {sender_id} --content "…" で応答してください。',
  },
  chat_delegations: {
    en: 'Your task session has delegated something to you. It appears here next. To read it again, run: synapse tool get_pending_delegations.',
    ja: 'あなたのタスクセッションから移譲された会話があります。続けて入力されます（synapse tool get_pending_delegations でも確認できます）。',
  },
  dialog_open: {
    en: '{agent_id} cannot continue: its {purpose} session ({why}) asks "{question}". To answer, run: synapse answer {address} <choice>. To see the screen, run: synapse screen {address}',
    ja: '{agent_id} の {purpose} セッション（{why}）が確認を求めて停止しています：「{question}」。synapse answer {address} <選択肢> で応答してください（画面: synapse screen {address}）。',
  },
  dialog_open_without_choices: {
    en: '{agent_id} cannot continue: its {purpose} session ({why}) asks "{question}". To answer in its terminal, run: synapse attach {address}. To see the screen, run: synapse screen {address}',
    ja: '{agent_id} の {purpose} セッション（{why}）が確認を求めて停止しています：「{question}」。synapse attach {address} で端末を開いて応答してください（画面: synapse screen {address}）。',
  },
  waits: {
    en: '{agent_id} has no {purpose} session, and none is started: {reason}. The work has to wait.',
    ja: '{agent_id} には {purpose} セッションがなく、起動もされません（{reason}）。作業は待機しています。',
  },
  waits_given_up: { en: 'it failed to start too many times', ja: '起動に何度も失敗しました' },
  waits_paused: { en: 'it is paused', ja: '一時停止中です' },
  waits_not_startable: { en: 'it has no profile or command', ja: '起動方法が設定されていません' },
  waits_project_inactive: { en: 'its project is not active', ja: 'プロジェクトがアクティブではありません' },
} as const satisfies Texts;
