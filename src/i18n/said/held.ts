/** Why a message is held, in words. A receipt stores the code. */
import type { Texts } from '../language.js';

export const HELD = {
  starting: { en: 'it is starting', ja: '起動中' },
  busy: { en: 'it is busy', ja: '作業中' },
  paused: { en: 'it is paused', ja: '一時停止中' },
  dialog: { en: 'it shows a dialog', ja: 'ダイアログを表示中' },
  'person typing': { en: 'a person is typing there', ja: '人が入力中' },
  draft: { en: "a person's draft is there", ja: '人の下書きあり' },
  'own text': { en: 'an earlier message is still there', ja: '前のメッセージが残存' },
  'unknown screen': { en: 'its screen is not recognized', ja: '画面の状態を判別できません' },
  screen: { en: 'it shows a full-screen program', ja: '全画面のプログラムを表示中' },
  shell: { en: 'a shell would execute it', ja: '前面のシェルが実行してしまうため' },
} as const satisfies Texts;

/** In English, with what a receipt says about a long wait. */
export function heldInWords(reason: string): string {
  const [, code = '', rest = ''] = /^(.*?)(, for over a minute[\s\S]*)?$/.exec(reason) ?? [];
  return Object.hasOwn(HELD, code) ? `${HELD[code as keyof typeof HELD].en}${rest}` : reason;
}
