/** What the two sessions of an agent are told about what one delegates to the other. */
import type { Texts } from './language.js';

export const DELEGATION_TEXTS = {
  delegated_to_ai: {
    en: 'Your own chat session will talk with {target_name} (AI). To follow the conversation, use <<get_task_conversations>>. If this task has other work, continue with it and check in between; if not, check more often. An AI usually answers faster than a person. If you no longer expect an answer, set the task to blocked with a reason (<<update_task_status / task_id={task_id} status=blocked reason="…">>) and exit.',
    ja: '会話を {target_name}（AI）に移譲しました。確認方法：<<get_task_conversations>>\n\n【確認頻度】\nタスク内に他の作業があれば、作業を進めつつ区切りで確認してください。\n他の作業がなければ、確認の頻度を上げてください。\n相手はAIのため、人間より応答が速い傾向があります。\n\n【中断判断】\n相手のタイプ、会話の進捗状況、応答の見込みを考慮して判断してください。\n見込みがないと判断したら、<<update_task_status / task_id={task_id} status=blocked reason="…">> でタスクを blocked に変更し理由を記録して退出してください。',
  },
  delegated_to_human: {
    en: 'Your own chat session will talk with {target_name} (a person). To follow the conversation, use <<get_task_conversations>> and <<get_notifications>>. If this task has other work, continue with it and check in between; if not, check now and then. A person may take time to answer. If you no longer expect an answer, set the task to blocked with a reason (<<update_task_status / task_id={task_id} status=blocked reason="…">>) and exit.',
    ja: '会話を {target_name}（人間）に移譲しました。確認方法：<<get_task_conversations>>、<<get_notifications>>\n\n【確認頻度】\nタスク内に他の作業があれば、作業を進めつつ区切りで確認してください。\n他の作業がなければ、時々確認してください。\n相手は人間のため、応答に時間がかかる可能性があります。\n\n【中断判断】\n相手のタイプ、会話の進捗状況、応答の見込みを考慮して判断してください。\n見込みがないと判断したら、<<update_task_status / task_id={task_id} status=blocked reason="…">> でタスクを blocked に変更し理由を記録して退出してください。',
  },
  process_delegation: {
    en: 'Your task session asks you to talk with {target_agent_id}: {purpose}. If this is an AI agent, use <<start_conversation target_agent_id={target_agent_id} delegation_id={delegation_id} initial_message="…">>; if it is a person, use <<send_message target_agent_id={target_agent_id} content="…">>. When you are done, use <<report_delegation_completed delegation_id={delegation_id} / result="…">>.',
    ja: 'あなたのタスクセッションから {target_agent_id} との会話が移譲されました：{purpose}。相手がAIなら <<start_conversation target_agent_id={target_agent_id} delegation_id={delegation_id} initial_message="…">>、人間なら <<send_message target_agent_id={target_agent_id} content="…">> を使用し、完了したら <<report_delegation_completed delegation_id={delegation_id} / result="…">> で報告してください。',
  },
  terminal_delegation: {
    en: 'Delegation {delegation_id}: your task session asks you to talk with {target_agent_id}: {purpose}. If this is an AI agent, run <<start_conversation target_agent_id={target_agent_id} delegation_id={delegation_id} initial_message="…">>. If it is a person, run <<send_message target_agent_id={target_agent_id} content="…">>. When you are done, run <<report_delegation_completed delegation_id={delegation_id} result="…">>.',
    ja: '移譲 {delegation_id}：あなたのタスクセッションから {target_agent_id} との会話が移譲されました：{purpose}。相手がAIなら <<start_conversation target_agent_id={target_agent_id} delegation_id={delegation_id} initial_message="…">>、人間なら <<send_message target_agent_id={target_agent_id} content="…">> を実行し、完了したら <<report_delegation_completed delegation_id={delegation_id} result="…">> を実行してください。',
  },
  delegation_begun: {
    en: 'It already has a conversation, {conversation_id} ({state}). Continue that one, or report.',
    ja: 'この移譲のための会話 {conversation_id}（{state}）が既にあります。それを続けるか、報告してください。',
  },
  task_notified: {
    en: 'Your task session will be notified when it calls its next tool.',
    ja: 'タスクセッションに通知を送信しました。次回のツール呼び出し時に通知が届きます。',
  },
} as const satisfies Texts;
