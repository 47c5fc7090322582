/** What Synapse itself types into a terminal about messages. */
import type { Texts } from './language.js';

export const MESSAGE_TEXTS = {
  reminder: {
    en: '{asker} is still waiting for your reply to {id}. To reply: synapse reply --to {id} "…"',
    ja: '{asker} が {id} へのあなたの返信を待っています。返信するには: synapse reply --to {id} "…"',
  },
  no_reply: {
    en: '{agent} has stopped working without a reply, even after a reminder. Ask again, or see its screen: synapse screen {agent}',
    ja: '{agent} は、催促の後も返信せずに作業を止めました。もう一度依頼するか、画面を確認してください: synapse screen {agent}',
  },
  external_no_answer: {
    en: '{agent} is done, but sent nothing.',
    ja: '{agent} は完了しましたが、何も送ってきませんでした。',
  },
  external_no_question: {
    en: '{agent} wants more information, but does not say what.',
    ja: '{agent} は追加の情報を求めていますが、内容を示していません。',
  },
  external_no_reason: { en: '{agent} gave no reason.', ja: '{agent} は理由を示していません。' },
  request_failed: { en: 'failed: {reason}', ja: '失敗: {reason}' },
} as const satisfies Texts;
