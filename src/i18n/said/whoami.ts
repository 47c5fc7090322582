/** Sentences of `synapse whoami`. */
import type { Texts } from '../language.js';

export const WHOAMI = {
  you_are: { en: 'You are {id}.', ja: 'あなたは {id} です。' },
  you_are_named: { en: 'You are {id}, called {name}.', ja: 'あなたは {id}（{name}）です。' },
  help_none: { en: 'No request is open.', ja: '未返信の依頼はありません。' },
  help_one: { en: '1 request is open:', ja: '未返信の依頼が 1 件あります:' },
  help_some: { en: '{count} requests are open:', ja: '未返信の依頼が {count} 件あります:' },
  help_more: { en: '… and {count} more: synapse whoami', ja: '… 他 {count} 件: synapse whoami' },
  person: { en: 'a person', ja: '人間' },
  no_requests: { en: 'none', ja: 'なし' },
  requests: { en: 'open requests', ja: '未返信の依頼' },
  next: { en: 'next', ja: '次にできること' },
  reply: { en: 'reply to {sender}', ja: '{sender} に返信する' },
  ask_back: { en: 'ask {sender} a question back', ja: '{sender} に質問を返す' },
  next_action: { en: 'see what to do in your session', ja: 'セッションで次にすることを確認する' },
  who: { en: 'see who else is here', ja: '他に誰がいるかを確認する' },
  ask: { en: 'ask somebody and wait for the reply', ja: '質問して返信を待つ' },
  inbox: { en: 'read your messages', ja: 'メッセージを読む' },
} as const satisfies Texts;
