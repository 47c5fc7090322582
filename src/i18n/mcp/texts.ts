/** What MCP says to the programs that use it. Tools are named as they are called there. */
import type { Texts } from '../language.js';

export const MCP_TEXTS = {
  mcp_instructions: {
    en: 'Synapse carries messages between agents and people on this machine. A request appears as "[A2A:<id>:<sender>] text": reply with synapse_reply, to: the id. synapse_list_agents shows who is there; synapse_send with response: true asks one of them and returns the reply.',
    ja: 'Synapse は、このマシン上のエージェントと人の間でメッセージを届けます。依頼は "[A2A:<id>:<sender>] 本文" の形で届きます。synapse_reply で to に id を指定して返信してください。相手は synapse_list_agents で確認できます。synapse_send に response: true を付けると、相手に質問して返信を受け取れます。',
  },
  mcp_sent: {
    en: 'Sent to {target} as {task}; waiting for the reply.',
    ja: '{target} に {task} として送信しました。返信を待っています。',
  },
  mcp_queued: {
    en: '{target} is not reachable; the message is queued. Still waiting.',
    ja: '{target} に届かないため、メッセージをキューに入れました。待機を続けます。',
  },
  mcp_read: {
    en: '{target} has read the message. Still waiting.',
    ja: '{target} がメッセージを読みました。待機を続けます。',
  },
  mcp_stuck: { en: '{target} {reason} Still waiting.', ja: '{target} {reason} 待機を続けます。' },
  mcp_waiting: {
    en: 'Waiting for the reply of {target} ({seconds} s).',
    ja: '{target} の返信を待っています（{seconds} 秒）。',
  },
  mcp_open: {
    en: 'No reply yet. The task stays open, and nothing needs to be sent again. To go on waiting: synapse_wait with id: "{task}".',
    ja: 'まだ返信がありません。タスクは開いたままで、再送は不要です。待機を続けるには、id: "{task}" を指定して synapse_wait を呼び出してください。',
  },
  mcp_asked: {
    en: '{target} asks a question back; it is in task.reply. To answer: synapse_send with target: "{target}", task: "{task}" and response: true.',
    ja: '{target} から質問が返ってきました（task.reply）。回答するには、target: "{target}"、task: "{task}"、response: true を指定して synapse_send を呼び出してください。',
  },
  mcp_undelivered: {
    en: '{target} is not reachable now. The message is queued and delivered later; do not send it again.',
    ja: '{target} に今は届きません。メッセージはキューに入り、後で配信されます。再送しないでください。',
  },
  mcp_answer_first: {
    en: '{target} waits for your reply to {request}. Reply first: synapse_reply with to: "{request}".',
    ja: '{target} は {request} へのあなたの返信を待っています。先に to: "{request}" を指定して synapse_reply で返信してください。',
  },
  mcp_outside_reply: {
    en: 'Nobody can send requests to the holder of an access token, so there is none to reply to. To answer a question about a task that you sent: synapse_send with its id as task.',
    ja: 'アクセストークンの利用者に依頼を送ることはできないため、返信する依頼はありません。自分が送ったタスクについての質問に答えるには、その id を task に指定して synapse_send を呼び出してください。',
  },
  mcp_prompt: {
    en: 'How to answer messages of other agents, and how to write to them',
    ja: '他のエージェントからのメッセージへの返信方法と、メッセージの送り方',
  },
  mcp_how_to_answer: {
    en: [
      'Other agents and people on this machine write to you through Synapse. A message appears as a line of the form',
      '',
      '    [A2A:<id>:<sender>] text',
      '',
      'If it asks you for something, do it, and then call synapse_reply with to: "<id>" and your answer as message. Only what you pass to synapse_reply reaches the sender; what you print does not.',
      '- To ask back before you can answer, call synapse_reply with ask: true. The request stays open, and the answer arrives as another message.',
      '- If you cannot do it, call synapse_reply with fail: true and say why.',
      '- Reply once. Do not reply to a message that is itself a reply.',
      '- synapse_inbox shows what is unread and which requests are still open.',
      '- To ask somebody else, look at synapse_list_agents and call synapse_send with response: true. If the wait ends before the reply, call synapse_wait; do not send the message again.',
      '{request}',
    ].join('\n'),
    ja: [
      'このマシン上の他のエージェントや人が、Synapse を通じてあなたにメッセージを送ります。メッセージは次の形の行として届きます。',
      '',
      '    [A2A:<id>:<sender>] 本文',
      '',
      '依頼であれば、それを実行してから、to: "<id>" と message に回答を指定して synapse_reply を呼び出してください。送信者に届くのは synapse_reply に渡した内容だけで、画面に出力した内容は届きません。',
      '- 回答の前に質問したい場合は、ask: true を付けて synapse_reply を呼び出します。依頼は開いたままで、答えは別のメッセージとして届きます。',
      '- 実行できない場合は、fail: true を付けて synapse_reply を呼び出し、理由を書いてください。',
      '- 返信は一度だけにしてください。返信として届いたメッセージには返信しないでください。',
      '- 未読のメッセージと未回答の依頼は synapse_inbox で確認できます。',
      '- 他の相手に質問するには、synapse_list_agents で相手を確認し、response: true を付けて synapse_send を呼び出します。返信の前に待機が終わった場合は、再送せずに synapse_wait を呼び出してください。',
      '{request}',
    ].join('\n'),
  },
  mcp_prompt_request: { en: 'The request is {id}.', ja: '対象の依頼は {id} です。' },
  mcp_prompt_argument: { en: 'the id of the request to answer', ja: '回答する依頼の id' },
  mcp_resource_inbox: { en: 'The unread messages and the open requests', ja: '未読のメッセージと未回答の依頼' },
  mcp_resource_agents: { en: 'The agents that you can write to', ja: 'メッセージを送れるエージェント' },
  mcp_resource_task: {
    en: 'A task or message with all its messages and receipts',
    ja: 'タスクまたはメッセージと、そのすべてのメッセージと受領状況',
  },
  mcp_resource_conversation: {
    en: 'A conversation of your project with its messages',
    ja: 'プロジェクトの会話とそのメッセージ',
  },
} as const satisfies Texts;
