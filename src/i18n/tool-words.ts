/** The descriptions of tools and of their arguments in Japanese, by the English ones in the tool table. */

import type { Language } from './language.js';

/** A description in the reader's language. */
export function toolWords(language: Language, english: string): string {
  return (language === 'ja' ? JAPANESE[english] : undefined) ?? english;
}

/** What an argument that has two names is said to be. */
export const SAME_AS: Readonly<Record<Language, (name: string) => string>> = {
  en: (name) => `same as ${name}`,
  ja: (name) => `${name} と同じ`,
};

const TOOL_WORDS_JA: Readonly<Record<string, string>> = {
  'Opens a session for an agent in a project. Use the returned session_token for all other tools.':
    'プロジェクトでのエージェントのセッションを開きます。返された session_token を他のすべてのツールで使用してください。',
  'Ends this session.': 'このセッションを終了します。',
  'Returns what to do next. With timeout_seconds, waits until there is something to do.':
    '次にすることを返します。timeout_seconds を指定すると、することができるまで待ちます。',
  'Returns the messages waiting for you, oldest first. Each message is returned only once.':
    '自分宛ての未読メッセージを古い順に返します。各メッセージは一度だけ返されます。',
  'Replies in chat, by default to the sender of the last message you received.':
    'チャットで応答します。宛先を省略すると、最後に受け取ったメッセージの送信者に送ります。',
  'Sends a chat message to an agent in the project. Two AI agents need a conversation for this.':
    'プロジェクト内のエージェントにチャットメッセージを送信します。AIエージェント同士では会話が必要です。',
  'Starts a conversation with another AI agent in the project.':
    'プロジェクト内の他のAIエージェントとの会話を開始します。',
  'Ends a conversation and tells the other agent.': '会話を終了します。相手エージェントにも終了が通知されます。',
  'Returns the messages of a conversation you took part in, open or ended.':
    '自分が参加した会話のメッセージを返します（進行中、終了済みのどちらも）。',
  'Asks your own chat session to talk with another agent or a person.':
    '他のエージェントまたは人間との会話を、自分のチャットセッションに移譲します。',
  'Returns the delegations from your task session that you have not reported as completed, oldest first.':
    '自分のタスクセッションから移譲され、まだ完了を報告していないものを古い順に返します。',
  'Reports that a delegation is finished.': '移譲の完了を報告します。',
  'Returns the conversations held for a work task and its parent tasks, with their messages. The task must be assigned to you or to an agent below you, or created by you.':
    'タスクとその親タスクのための会話を、メッセージとともに返します。自分または下位のエージェントが担当するタスクか、自分が作成したタスクに限ります。',
  'Asks your own task session to read a conversation, or passes on a chat message from a person.':
    '自分のタスクセッションに会話の確認を依頼するか、人間からのチャットメッセージを伝えます。',
  'the chat message to pass on, if it is not part of a conversation': '伝えるチャットメッセージ（会話の外のもの）',
  'Returns your unread notifications, oldest first.': '未読の通知を古い順に返します。',
  'Returns the messages of a conversation of your chat session, open or ended.':
    '自分のチャットセッションの会話のメッセージを返します（進行中、終了済みのどちらも）。',
  'Returns the work tasks assigned to you.': '自分に割り当てられたタスクを返します。',
  'Returns the work task of this session, or the one you have in progress, with all its details; null if there is none.':
    'このセッションのタスク、または自分の進行中のタスクを、すべての詳細とともに返します。なければ null です。',
  'Returns the work tasks of the project, oldest first.': 'プロジェクトのタスクを古い順に返します。',
  'Returns a work task with all its details: dependencies, subtasks and changes made from chat.':
    'タスクをすべての詳細（依存関係、サブタスク、チャットからの変更）とともに返します。',
  'Creates several work tasks at once, for yourself or for agents below you. If one is refused, none is created.':
    '自分または下位のエージェントのタスクを、まとめて作成します。1つでも拒否された場合は、何も作成されません。',
  'Assigns a work task to an agent below you, or unassigns it.':
    'タスクを下位のエージェントに割り当てるか、割り当てを解除します。',
  'Changes the status of a work task. Its assignee, its creator and agents above the assignee may do this.':
    'タスクのステータスを変更します。担当者、作成者、担当者の上位のエージェントが実行できます。',
  'Reports the result of the work task of this session, and ends the session.':
    'このセッションのタスクの結果を報告し、セッションを終了します。',
  'Requests a work task for yourself. It is approved at once if the last person or agent to write to you in chat is above you.':
    '自分のタスクを申請します。チャットで最後に書いた相手が上位者なら、すぐに承認されます。',
  'Approves a work task that an agent below you has requested.': '下位のエージェントが申請したタスクを承認します。',
  'Rejects a work task that an agent below you has requested.': '下位のエージェントが申請したタスクを却下します。',
  'Starts one of your work tasks because an agent or person above you asked for it in chat.':
    '上位のエージェントまたは人間からチャットで依頼された、自分のタスクを開始します。',
  'Changes a work task assigned to or created by you because an agent or person above you asked for it in chat. Give at least one field to change.':
    '自分が担当または作成したタスクを、チャットでの上位者からの依頼に基づいて変更します。変更する項目を1つ以上指定してください。',
  'Returns the runs of your task terminal: for which work task, when, and how each ended, newest first.':
    '自分のタスク端末の実行履歴（どのタスクを、いつ実行し、どう終わったか）を新しい順に返します。',
  'Returns what your task terminal printed in one execution: the last lines, or 100 lines from an offset.':
    '1回の実行で自分のタスク端末が出力した内容を返します（末尾の行、または offset から100行）。',
};

const ARGUMENT_WORDS_JA: Readonly<Record<string, string>> = {
  'the token returned by authenticate; may be sent in the Authorization header instead':
    'authenticate が返したトークン（代わりに Authorization ヘッダーでも送信できます）',
  'your agent id': '自分のエージェントID',
  'your passkey, printed by `synapse agent passkey`': '`synapse agent passkey` で表示された自分のパスキー',
  'the project to work in': '作業するプロジェクト',
  'what the session is for; if omitted, chosen by the work that waits for you':
    'セッションの目的（省略すると、待っている作業から決まります）',
  'how many seconds to wait if there is nothing to do': 'することがない場合に待つ秒数',
  'maximum number of messages; the rest stay pending': 'メッセージの最大件数（残りは未読のまま）',
  'the message text, at most 4,000 characters': 'メッセージ内容（最大4,000文字）',
  'another recipient in the project': 'プロジェクト内の別の宛先',
  'the work task this is about': '関連するタスク',
  'the recipient, an agent in the same project': '送信先エージェントID（同一プロジェクト内のみ）',
  'the conversation to send it in; by default the open one with the recipient':
    '送信する会話（省略すると、宛先との進行中の会話）',
  'whether to start a conversation if none is open': '進行中の会話がない場合に開始するかどうか',
  'the AI agent to talk with': '会話する相手のAIエージェント',
  'what the conversation is about; shown to the other agent': '会話の目的（相手に表示されます）',
  'the first message to send': '最初に送信するメッセージ',
  'maximum number of messages; the last one ends the conversation':
    'メッセージの最大件数（最後の1件で会話が終了します）',
  'the delegation it is for; by default the oldest for this agent that you were given, or else that waits':
    '対象の移譲（省略すると、この相手についての受け取り済みの最も古いもの、なければ待機中の最も古いもの）',
  'the conversation to end; by default your active one': '終了する会話（省略すると、自分のアクティブな会話）',
  'a last message to send before it ends': '終了前に送信する最後のメッセージ',
  'the conversation': '会話',
  'maximum number of messages, newest kept': 'メッセージの最大件数（新しいものを優先）',
  'the agent or person to talk with': '会話する相手のエージェントまたは人間',
  'the goal of the conversation': '会話の目的',
  'background the chat session needs': 'チャットセッションに必要な背景情報',
  'the delegation': '移譲',
  'the outcome, for your task session': 'タスクセッションに伝える結果',
  'whether it succeeded': '成功したかどうか',
  'the work task; by default the one of this session': 'タスク（省略すると、このセッションのタスク）',
  'the conversation to read': '確認する会話',
  'what to look for': '確認してほしい内容',
  'normal, or high to interrupt its current work': 'normal、または作業に割り込む high',
  'whether to mark them as read': '既読にするかどうか',
  'only tasks with this status: backlog, todo, in_progress, blocked, done or cancelled':
    'このステータスのタスクのみ（backlog、todo、in_progress、blocked、done、cancelled）',
  'maximum number of tasks': 'タスクの最大件数',
  'only tasks assigned to this agent': 'このエージェントに割り当てられたタスクのみ',
  'the work task': 'タスク',
  'the work task to create them under; its assignee, its creator and agents above the assignee may do this':
    '親にするタスク（担当者、作成者、担当者の上位者のみ）',
  'the tasks, up to 100': 'タスク（最大100件）',
  'a name for the task within this list': 'このリスト内でのタスクの名前',
  'what is to be done': 'すること',
  details: '詳細',
  'how urgent it is': '優先度',
  'you or an agent below you; nobody if omitted': '自分または下位のエージェント（省略すると担当者なし）',
  'the local_id of every task in this list that must be done first': '先に完了すべき、このリスト内のタスクの local_id',
  'an agent below you; omit it to unassign the task': '下位のエージェント（省略すると割り当てを解除）',
  'backlog, todo, in_progress, blocked, done or cancelled':
    'backlog、todo、in_progress、blocked、done、cancelled のいずれか',
  'why it is blocked': 'ブロックされている理由',
  'why it is blocked or cancelled': 'ブロックまたは中止の理由',
  'the result; failed and blocked both set the task to blocked':
    '結果（failed と blocked はどちらもタスクを blocked にします）',
  'what was done, or what prevents it': '行ったこと、または妨げになっていること',
  'what is left to do': '残っている作業',
  'the work task to create it under; you or whoever above you asks for it must be its assignee, its creator or above the assignee':
    '親にするタスク（自分、または依頼した上位者が、その担当者、作成者、担当者の上位者である場合のみ）',
  'why it is rejected; shown to the agent': '却下の理由（エージェントに表示されます）',
  'the agent or person above you who asked for this in chat': 'チャットで依頼した上位のエージェントまたは人間',
  'the new title': '新しいタイトル',
  'the new description': '新しい説明',
  'the new priority': '新しい優先度',
  'only runs for this work task': 'このタスクの実行のみ',
  'only runs with this status: running, completed, failed or stopped':
    'このステータスの実行のみ（running、completed、failed、stopped）',
  'maximum number of executions': '実行の最大件数',
  'the execution': '実行',
  'number of lines from the end (default 100)': '末尾からの行数（既定値 100）',
  'the first line to return, counted from 0; not together with tail':
    '返す最初の行（0から数えます。tail と同時には指定できません）',
};

const JAPANESE = { ...TOOL_WORDS_JA, ...ARGUMENT_WORDS_JA };
