/** Which choice of a dialog may stand out: one that the program itself recommends, and that does no harm. */
import type { DialogChoice } from '../../a2a/activity.js';

/** `about` is everything that the dialog is about: with a harmful command, even a plain Yes does not stand out. */
export function isRecommended({ text, marked }: DialogChoice, about: string): boolean {
  return (marked || RECOMMENDED.test(text)) && !LASTING.test(text) && !HARMFUL.test(`${text}\n${about}`);
}

const RECOMMENDED = /recommended|推奨|おすすめ/i;

/** A choice that decides more than the one thing that is asked. */
const LASTING =
  /\b(always|all|any|auto(matic(ally)?)?|bypass|skip|trust|yolo|full access|permanently|don.?t ask|not ask|never ask|without asking|from now on|this session)\b|常に|今後|以後|すべて|全て|確認せず/i;

const HARMFUL =
  /\b(rm|rmdir|dd|mkfs\S*|shred|sudo|chmod|chown|kill|pkill|killall|shutdown|reboot|truncate|drop|delete|remove|erase|wipe|destroy|purge|overwrite|discard|revoke|publish|deploy|terraform|force|push|uninstall|format)\b|--hard|[|]\s*(ba|z)?sh\b|削除|上書き|破棄|消去|初期化/i;
