/**
 * What a session can do after a tool has refused. The hints of `errors/` are for people; these name only tools that the
 * session may call. A row with a state after its code is for conversations in that state. `task` and `chat` are for these sessions, `command` and `call` for a reader in that form.
 */
import type { Text } from './language.js';

export type HintRow = Readonly<
  Partial<Record<'task' | 'chat' | 'command' | 'call' | 'chat_command' | 'chat_call' | 'any', Text>>
>;

const OTHER_AGENTS: HintRow = {
  command: {
    en: 'Run `synapse agent list` to see who is in the project.',
    ja: 'プロジェクトのメンバーは `synapse agent list` で確認できます。',
  },
  call: {
    en: 'Check the id. <<list_tasks>> shows the ids of the agents that have work tasks.',
    ja: 'IDを確認してください。タスクを担当しているエージェントのIDは <<list_tasks>> で確認できます。',
  },
};

const OWN_CONVERSATIONS: HintRow = {
  task: {
    en: 'To see the conversations of your work task, use <<get_task_conversations>>.',
    ja: '自分のタスクの会話は <<get_task_conversations>> で確認できます。',
  },
  chat_command: {
    en: 'Run `synapse conversation list` to see the conversations and who takes part in them.',
    ja: '会話とその参加者は `synapse conversation list` で確認できます。',
  },
  chat_call: {
    en: 'The messages of <<get_pending_messages>> name their conversation.',
    ja: '会話のIDは <<get_pending_messages>> のメッセージに含まれています。',
  },
};

export const ARGUMENTS: HintRow = {
  command: {
    en: 'Run `synapse tool {tool} --help` to see the arguments.',
    ja: '引数は `synapse tool {tool} --help` で確認できます。',
  },
  call: {
    en: 'The input schema of {tool} lists its arguments.',
    ja: '引数は {tool} の入力スキーマで確認できます。',
  },
};

const AUTHENTICATE_AGAIN: HintRow = {
  any: {
    en: 'If you have logged out or reported your result, there is nothing left to do here. To open another session, use <<authenticate agent_id=<agent> passkey=<passkey> project_id=<project>>>.',
    ja: 'ログアウト済み、または結果を報告済みの場合、ここですることはもうありません。別のセッションを開くには <<authenticate agent_id=<agent> passkey=<passkey> project_id=<project>>> を使ってください。',
  },
};

const READ_TASK: HintRow = {
  any: {
    en: 'To read the task, use <<get_task task_id={task_id}>>.',
    ja: 'タスクの内容は <<get_task task_id={task_id}>> で確認できます。',
  },
};

const OWN_DELEGATIONS: HintRow = {
  any: {
    en: 'To see your open delegations, use <<get_pending_delegations>>.',
    ja: '未完了の移譲は <<get_pending_delegations>> で確認できます。',
  },
};

export const TOOL_HINTS: Readonly<Record<string, HintRow>> = {
  tool_not_registered: {
    command: { en: 'Run `synapse tool` to list all tools.', ja: 'ツールの一覧は `synapse tool` で確認できます。' },
    call: { en: 'GET /tools lists all tools.', ja: 'ツールの一覧は GET /tools で確認できます。' },
  },
  missing_arguments: ARGUMENTS,
  invalid_argument: ARGUMENTS,
  session_token_required: {
    any: {
      en: 'Open a session with <<authenticate agent_id=<agent> passkey=<passkey> project_id=<project>>> and give its session_token with every call.',
      ja: '<<authenticate agent_id=<agent> passkey=<passkey> project_id=<project>>> でセッションを開き、session_token を毎回指定してください。',
    },
  },
  session_token_invalid: AUTHENTICATE_AGAIN,
  session_expired: AUTHENTICATE_AGAIN,
  invalid_credentials: {
    any: {
      en: 'Ask a person for a new passkey.',
      ja: '人間に新しいパスキーの発行を依頼してください。',
    },
  },
  no_valid_purpose: {
    command: {
      en: 'Add --purpose task or --purpose chat.',
      ja: '--purpose task または --purpose chat を付けてください。',
    },
    call: {
      en: 'Add purpose: "task" or purpose: "chat".',
      ja: 'purpose: "task" または purpose: "chat" を付けてください。',
    },
  },
  session_already_active: {
    any: {
      en: 'That session ends with its program. Until then, open a session for another purpose, or try again later.',
      ja: 'そのセッションはプログラムの終了とともに終わります。それまでは別の目的のセッションを開くか、後でもう一度試してください。',
    },
  },
  manager_required: {
    task: {
      en: 'A manager above you can do this. To have your chat session ask, use <<delegate_to_chat_session target_agent_id=<manager> purpose="…">>.',
      ja: '上位のマネージャーが実行できます。<<delegate_to_chat_session target_agent_id=<manager> purpose="…">> で自分のチャットセッションから依頼できます。',
    },
    chat: {
      en: 'A manager above you can do this. To ask an AI agent, use <<start_conversation target_agent_id=<manager> initial_message="…">>; to ask a person, use <<send_message target_agent_id=<manager> content="…">>.',
      ja: '上位のマネージャーが実行できます。AIには <<start_conversation target_agent_id=<manager> initial_message="…">>、人間には <<send_message target_agent_id=<manager> content="…">> で依頼してください。',
    },
  },
  unauthorized: READ_TASK,
  agent_not_found: OTHER_AGENTS,
  target_agent_not_in_project: OTHER_AGENTS,
  agent_not_assigned_to_project: {
    any: {
      en: 'Check the ids. A person can add the agent to the project.',
      ja: 'IDを確認してください。エージェントは人間がプロジェクトに追加できます。',
    },
  },
  project_not_found: {
    any: { en: 'Check the id, or ask a person for it.', ja: 'IDを確認するか、人間に確認してください。' },
  },
  cannot_message_self: OTHER_AGENTS,
  cannot_conversation_with_self: OTHER_AGENTS,
  conversation_not_found: OWN_CONVERSATIONS,
  not_conversation_participant: OWN_CONVERSATIONS,
  conversation_id_required: {
    any: {
      en: 'Name the one to end: <<end_conversation conversation_id=<conversation>>>.',
      ja: '終了する会話を指定してください: <<end_conversation conversation_id=<conversation>>>',
    },
  },
  message_not_found: {
    chat_command: {
      en: 'Use the id that stands before the message in this terminal, [A2A:<id>:<sender>].',
      ja: 'このターミナルのメッセージの前にあるID（[A2A:<id>:<送信者>]）を指定してください。',
    },
    chat_call: {
      en: 'Use the id of a message that <<get_pending_messages>> has returned.',
      ja: '<<get_pending_messages>> が返したメッセージのIDを指定してください。',
    },
  },
  cannot_start_conversation_with_human: {
    any: {
      en: 'Write to a person with <<send_message target_agent_id={target_agent_id} content="…">>.',
      ja: '人間には <<send_message target_agent_id={target_agent_id} content="…">> で送信してください。',
    },
  },
  conversation_already_active: {
    task: {
      en: 'Write in it with <<send_message target_agent_id={target_agent_id} content="…">>.',
      ja: '<<send_message target_agent_id={target_agent_id} content="…">> でその会話に送信してください。',
    },
    chat: {
      en: 'Write in it with <<send_message target_agent_id={target_agent_id} content="…">>, or end it with <<end_conversation conversation_id={conversation_id}>>.',
      ja: '<<send_message target_agent_id={target_agent_id} content="…">> でその会話に送信するか、<<end_conversation conversation_id={conversation_id}>> で終了してください。',
    },
  },
  conversation_not_active: {
    task: {
      en: 'To write in a new conversation, use <<send_message target_agent_id=<agent> content="…" auto_start_conversation=true>>.',
      ja: '新しい会話で送信するには <<send_message target_agent_id=<agent> content="…" auto_start_conversation=true>> を使ってください。',
    },
    chat: {
      en: 'Nothing more needs to be said. Only if there is something new, start another conversation with <<start_conversation target_agent_id=<agent> initial_message="…">>.',
      ja: 'これ以上の応答は不要です。新しい用件がある場合のみ、<<start_conversation target_agent_id=<agent> initial_message="…">> で新しい会話を開始してください。',
    },
  },
  // Only the one who was asked is refused: the one who asked can end it.
  conversation_not_active_pending: {
    any: {
      en: 'Your partner has asked for it, and you have not joined yet. To join it, use <<get_next_action>>; then you can answer or end it.',
      ja: '相手からの会話リクエストで、まだ参加していません。<<get_next_action>> で参加すると、応答または終了ができます。',
    },
  },
  no_active_conversation_pending: {
    any: {
      en: 'Nobody has joined {conversation_id} yet. To take that request back, use <<end_conversation conversation_id={conversation_id}>>.',
      ja: '{conversation_id} にはまだ誰も参加していません。そのリクエストを取り消すには <<end_conversation conversation_id={conversation_id}>> を使ってください。',
    },
  },
  no_active_conversation: {
    any: {
      en: 'There is nothing to end. To find out what to do next, use <<get_next_action>>.',
      ja: '終了する会話はありません。次にすることは <<get_next_action>> で確認できます。',
    },
  },
  task_not_found: {
    any: {
      en: 'To see your work tasks, use <<get_my_tasks>>; to see those of the project, use <<list_tasks>>.',
      ja: '自分のタスクは <<get_my_tasks>>、プロジェクトのタスクは <<list_tasks>> で確認できます。',
    },
  },
  invalid_status_transition: READ_TASK,
  dependency_not_complete: READ_TASK,
  incomplete_subtasks: {
    task: {
      en: 'Finish or cancel the subtasks first, with <<update_task_status task_id=<subtask> status=done>> or with cancelled.',
      ja: '先に <<update_task_status task_id=<subtask> status=done>>（または cancelled）でサブタスクを完了または中止してください。',
    },
    chat: {
      en: 'The subtasks must be finished or cancelled first. To see them, use <<get_task task_id={task_id}>>.',
      ja: '先にサブタスクを完了または中止する必要があります。サブタスクは <<get_task task_id={task_id}>> で確認できます。',
    },
  },
  approval_required: {
    any: {
      en: 'An agent or person above the assignee has to approve it first. To see whether that has happened, use <<get_task task_id={task_id}>>.',
      ja: '先に担当者の上位者の承認が必要です。承認の状況は <<get_task task_id={task_id}>> で確認できます。',
    },
  },
  delegation_not_found: OWN_DELEGATIONS,
  not_delegation_owner: OWN_DELEGATIONS,
  delegation_already_processed: OWN_DELEGATIONS,
  execution_log_not_found: {
    any: {
      en: 'To see your executions, use <<get_my_execution_history>>.',
      ja: '自分の実行履歴は <<get_my_execution_history>> で確認できます。',
    },
  },
  working_directory_not_set: {
    any: {
      en: 'A person has to create the project with a working directory.',
      ja: '人間が作業ディレクトリを指定してプロジェクトを作成する必要があります。',
    },
  },
};

/** The message of `conversation_required_for_ai_to_ai`: what each session can do to write to an AI agent. */
export const CONVERSATION_FIRST: Readonly<Record<'task' | 'chat', Text>> = {
  task: {
    en: 'Messages between AI agents need a conversation. To start one with this message, use <<send_message target_agent_id={to_agent_id} content="…" auto_start_conversation=true>>. To have your own chat session talk, use <<delegate_to_chat_session target_agent_id={to_agent_id} purpose="…">>.',
    ja: 'AIエージェント間のメッセージ送信にはアクティブな会話が必要です。このメッセージで会話を始めるには <<send_message target_agent_id={to_agent_id} content="…" auto_start_conversation=true>> を、自分のチャットセッションに任せるには <<delegate_to_chat_session target_agent_id={to_agent_id} purpose="…">> を使ってください。',
  },
  chat: {
    en: 'Messages between AI agents need a conversation. First start one with <<start_conversation target_agent_id={to_agent_id} initial_message="…">>.',
    ja: 'AIエージェント間のメッセージ送信にはアクティブな会話が必要です。先に<<start_conversation target_agent_id={to_agent_id} initial_message="…">>を呼び出してください。',
  },
};

/** The same after their last conversation, which needs no further word. */
export const CONVERSATION_OVER: Readonly<Record<'chat', Text>> = {
  chat: {
    en: 'Your conversation with {to_agent_id} has ended ({ended_conversation_id}). Nothing more needs to be said. Only if there is something new, start another conversation with <<start_conversation target_agent_id={to_agent_id} initial_message="…">>.',
    ja: '{to_agent_id} との会話（{ended_conversation_id}）は終了しました。これ以上の応答は不要です。新しい用件がある場合のみ、<<start_conversation target_agent_id={to_agent_id} initial_message="…">> で新しい会話を開始してください。',
  },
};
