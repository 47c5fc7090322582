// A small vocabulary and the rules of the game.
const WORDS =
  `りんご ごりら らっぱ ぱせり りす すいか かめ めだか かい いぬ ぬりえ えび びーだま まくら らくだ だちょう うさぎ ぎたー
  たぬき きつね ねこ こあら らいおん いか からす すずめ めがね ねずみ みかん みず ずかん つくえ えんぴつ つる るびー びわ わに にわとり
  とり しか さる るす たいこ こま まり ごま だるま`.split(/\s+/);

const SMALL = { ゃ: 'や', ゅ: 'ゆ', ょ: 'よ', っ: 'つ', ぁ: 'あ', ぃ: 'い', ぅ: 'う', ぇ: 'え', ぉ: 'お' };

/** The sound that the next word must begin with: long vowels are ignored, and small kana count as large ones. */
export function lastSound(word) {
  const sound = [...word.replace(/[ー\s。、！!.]+$/u, '')].at(-1) ?? '';
  return SMALL[sound] ?? sound;
}

/** A word that fits, was not used yet and does not end with ん, which would lose; null if there is none left. */
export function nextWord(said) {
  const last = said.at(-1);
  const sound = last === undefined ? 'り' : lastSound(last);
  const fits = WORDS.filter((word) => word.startsWith(sound) && !said.includes(word) && !word.endsWith('ん'));
  // Prefer a word that the partner can answer.
  return (
    fits.find((word) => WORDS.some((next) => next.startsWith(lastSound(word)) && !said.includes(next))) ??
    fits[0] ??
    null
  );
}
