/** The titles of notices, and what one says that has no text of its own. */
import type { Texts } from '../language.js';

export const NOTICES = {
  dialog: { en: '{agent} shows a dialog', ja: '{agent} がダイアログを表示しています' },
  question: { en: '{agent} asks back', ja: '{agent} から質問があります' },
  request: { en: '{agent} asks you', ja: '{agent} から依頼があります' },
  chat: { en: '{agent} wrote to you', ja: '{agent} からチャットが届きました' },
  approval: { en: 'Work waits for your approval', ja: '作業が承認を待っています' },
  given_up: { en: '{agent} does not start any more', ja: '{agent} の起動を中止しました' },
  dead: { en: '{agent} died', ja: '{agent} が異常終了しました' },
  held: { en: '{agent} does not get its messages', ja: '{agent} にメッセージが届いていません' },
  finished: { en: '{agent} has finished', ja: '{agent} が作業を完了しました' },
  answered: { en: '{agent} has answered', ja: '{agent} から回答がありました' },
  refused: { en: '{agent} could not do it', ja: '{agent} は依頼に応じられませんでした' },
  own_expired: { en: 'Your message to {to} has expired', ja: '{to} へのメッセージが期限切れになりました' },
  own_failed: { en: 'Your message to {to} could not be delivered', ja: '{to} へのメッセージを配達できませんでした' },
  own_uncertain: { en: 'Your message to {to} may not have arrived', ja: '{to} へのメッセージが届いたか不明です' },
  expired: {
    en: 'The message of {agent} to {to} has expired',
    ja: '{agent} から {to} へのメッセージが期限切れになりました',
  },
  failed: {
    en: 'The message of {agent} to {to} could not be delivered',
    ja: '{agent} から {to} へのメッセージを配達できませんでした',
  },
  uncertain: {
    en: 'The message of {agent} to {to} may not have arrived',
    ja: '{agent} から {to} へのメッセージが届いたか不明です',
  },
  dead_text: {
    en: 'Its daemon was killed. To start it again: synapse start {agent}',
    ja: 'デーモンが強制終了されました。再起動: synapse start {agent}',
  },
  trial: { en: 'This is how a notice looks.', ja: '通知はこのように表示されます。' },
} as const satisfies Texts;
