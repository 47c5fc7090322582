/** What a session is told: who it is, what to do next, and what waits for it. */
import type { Texts } from './language.js';

export const SESSION_TEXTS = {
  authenticated_chat: {
    en: 'You are {agent_id}, in a chat session of {project_id}. To find out what to do, use <<get_next_action session_token=<session_token> timeout_seconds=30>>; it waits up to 30 seconds for news.',
    ja: 'あなたは {agent_id} です（プロジェクト {project_id} のチャットセッション）。次にすることは <<get_next_action session_token=<session_token> timeout_seconds=30>> で確認してください。新しい知らせを最大30秒待ちます。',
  },
  authenticated_task: {
    en: 'You are {agent_id}, in a task session of {project_id}. To find out what to do, use <<get_next_action session_token=<session_token>>>.',
    ja: 'あなたは {agent_id} です（プロジェクト {project_id} のタスクセッション）。次にすることは <<get_next_action session_token=<session_token>>> で確認してください。',
  },
  logged_out: {
    en: 'This session has ended. There is nothing left to do here.',
    ja: 'このセッションは終了しました。ここですることはもうありません。',
  },
  exit: {
    en: 'There is nothing left to do. End the session with <<logout>> and exit.',
    ja: '作業は残っていません。<<logout>> でセッションを終了し、退出してください。',
  },
  work: {
    en: 'Work on task {task_id}: {title}. To read all about it, use <<get_task task_id={task_id}>>. If you need to talk with somebody, have your own chat session do it: <<delegate_to_chat_session target_agent_id=<agent> purpose="…">>; then follow the conversation with <<get_task_conversations>>. When the task is done, report it with <<report_completed result=success summary="…">>. If it cannot be done, report the result failed or blocked, with the reason as the summary.',
    ja: 'タスク {task_id}（{title}）に取り組んでください。詳細は <<get_task task_id={task_id}>> で確認できます。誰かとの会話が必要なら <<delegate_to_chat_session target_agent_id=<agent> purpose="…">> で自分のチャットセッションに移譲し、<<get_task_conversations>> で経過を確認してください。完了したら <<report_completed result=success summary="…">> で報告してください。できない場合は result を failed または blocked にし、summary に理由を書いて報告してください。',
  },
  check_notifications: {
    en: 'You have unread notifications ({count}). Read them with <<get_notifications>>, then ask again with <<get_next_action>>.',
    ja: '未読の通知が{count}件あります。<<get_notifications>> で確認してから、<<get_next_action>> でもう一度確認してください。',
  },
  wait_for_messages: {
    en: 'There is nothing new. Ask again in {wait_seconds} seconds, or wait for news with <<get_next_action timeout_seconds=30>>.',
    ja: '新しいメッセージはありません。{wait_seconds}秒後にもう一度確認するか、<<get_next_action timeout_seconds=30>> で新しい知らせを待ってください。',
  },
  started_for_task: {
    en: 'You are {agent_id}, in a task session of {project_id}. Your work task is {task_id}: {title} (started by {by}). To read all about it, run <<get_task task_id={task_id}>>. When it is done, run <<report_completed result=success summary="…">>. If it cannot be done, use --result failed or --result blocked, with the reason as the summary. To have your chat session talk with somebody about it, run <<delegate_to_chat_session target_agent_id=<agent> purpose="…">>. To follow that conversation, run <<get_task_conversations>>.',
    ja: 'あなたは {agent_id} です（プロジェクト {project_id} のタスクセッション）。担当タスクは {task_id}：{title}（{by} が開始）。詳細は <<get_task task_id={task_id}>> で確認できます。完了したら <<report_completed result=success summary="…">> を実行してください。できない場合は --result failed または --result blocked とし、理由を summary に書いてください。誰かとの会話が必要なら <<delegate_to_chat_session target_agent_id=<agent> purpose="…">> で自分のチャットセッションに移譲し、<<get_task_conversations>> で確認してください。',
  },
  started_for_task_again: {
    en: 'This task was started before. First check what is already there.',
    ja: 'このタスクは以前に着手されています。まず既にある結果を確認してください。',
  },
  started_for_chat: {
    en: 'You are {agent_id}, in a chat session of {project_id} that was started for you ({why}). Messages to you appear here as [A2A:<id>:<sender>] text. To answer one, run `synapse reply --to <id> "…"`. To talk with an AI agent, run <<start_conversation target_agent_id=<agent> initial_message="…">>. To say more, run <<send_message target_agent_id=<agent> content="…">>. To end the conversation, run <<end_conversation>>. When there is nothing left to do, just wait: this session closes by itself.',
    ja: 'あなたは {agent_id} です（プロジェクト {project_id} のチャットセッション、起動理由: {why}）。相手のメッセージは [A2A:<id>:<sender>] の形でここに表示されます。`synapse reply --to <id> "…"` で応答してください。AIエージェントと会話を始めるには <<start_conversation target_agent_id=<agent> initial_message="…">>、続けるには <<send_message target_agent_id=<agent> content="…">>、終えるには <<end_conversation>> を実行します。することがなくなったら待機してください。このセッションは自動的に閉じられます。',
  },
  chat_tools: {
    en: 'If somebody above you asks you to start one of your work tasks, use <<start_task_from_chat task_id=<task> requester_id=<requester>>>; to change one, use <<update_task_from_chat task_id=<task> requester_id=<requester> description="…">>. To tell your own task session about a conversation, use <<notify_task_session conversation_id=<conversation> message="…">>; to pass on what a person wrote, use <<notify_task_session message_id=<message>>>.',
    ja: '上位者から自分のタスクの開始を依頼されたら <<start_task_from_chat task_id=<task> requester_id=<requester>>>、変更を依頼されたら <<update_task_from_chat task_id=<task> requester_id=<requester> description="…">> を使ってください。会話の内容を自分のタスクセッションに伝えるには <<notify_task_session conversation_id=<conversation> message="…">>、人間からのメッセージを伝えるには <<notify_task_session message_id=<message>>> を使います。',
  },
  chat_goes_on: {
    en: 'Your conversation {conversation_id} with {partner_id} is still open and continues here{quote}. To read it, run <<get_conversation_history conversation_id={conversation_id}>>.',
    ja: '{partner_id} との会話 {conversation_id} は継続中です{quote}。<<get_conversation_history conversation_id={conversation_id}>> で内容を確認して続けてください。',
  },
  last_words: {
    en: ' (the last message is from {sender_id}: "{content}")',
    ja: '（最後の発言は {sender_id}：「{content}」）',
  },
  chat_unanswered: {
    en: '{sender_id} wrote "{content}" and is still waiting for your answer. To answer, run <<respond_chat target_agent_id={sender_id} content="…">>.',
    ja: '{sender_id} からの「{content}」にまだ応答していません。<<respond_chat target_agent_id={sender_id} content="…">> で応答してください。',
  },
  chat_delegations: {
    en: 'Your task session has delegated something to you. It appears here next. To read it again, run <<get_pending_delegations>>.',
    ja: 'あなたのタスクセッションから移譲された会話があります。続けてここに表示されます。<<get_pending_delegations>> でも確認できます。',
  },
  dialog_open: {
    en: '{agent_id} cannot continue: its {purpose} session ({why}) asks "{question}". To answer, run `synapse answer {agent_id} --session {session} <choice>`. To see the screen, run `synapse screen {agent_id} --session {session}`.',
    ja: '{agent_id} の {purpose} セッション（{why}）が確認を求めて停止しています：「{question}」。`synapse answer {agent_id} --session {session} <choice>` で応答してください。画面は `synapse screen {agent_id} --session {session}` で確認できます。',
  },
  dialog_open_without_choices: {
    en: '{agent_id} cannot continue: its {purpose} session ({why}) asks "{question}". To answer in its terminal, run: synapse attach {agent_id} --session {session}. To see the screen, run: synapse screen {agent_id} --session {session}',
    ja: '{agent_id} の {purpose} セッション（{why}）が確認を求めて停止しています：「{question}」。synapse attach {agent_id} --session {session} で端末を開いて応答してください（画面: synapse screen {agent_id} --session {session}）。',
  },
  waits: {
    en: '{agent_id} has no {purpose} session, and none is started: {reason}. What is meant for it has to wait.',
    ja: '{agent_id} には {purpose} セッションがなく、起動もされません（{reason}）。作業は待機しています。',
  },
  waits_given_up: { en: 'it failed to start too many times', ja: '起動に何度も失敗しました' },
  waits_paused: { en: 'it is paused', ja: '一時停止中です' },
  waits_not_startable: { en: 'it has no profile or command', ja: '起動方法が設定されていません' },
  waits_project_inactive: { en: 'its project is not active', ja: 'プロジェクトがアクティブではありません' },
} as const satisfies Texts;
