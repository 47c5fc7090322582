/** Makes a text of somebody else safe to look at: nothing in it is hidden, or changes how the words around it are shown. */

/** Control characters other than newline and tab. */
const CONTROLS = '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]';
/** Joins letters and pictures where a language needs that, and chooses among the forms of a character. */
const WANTED = [
  '\\p{Extended_Pictographic}[\\u{1f3fb}-\\u{1f3ff}]?\\ufe0f?(?:\\u200d\\p{Extended_Pictographic}[\\u{1f3fb}-\\u{1f3ff}]?\\ufe0f?)*',
  '[#*\\d]\\ufe0f\\u20e3',
  '(?<=\\p{sc=Han})[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]',
  `(?<=[${[
    'Arab',
    'Syrc',
    'Mong',
    'Khmr',
    'Deva',
    'Beng',
    'Guru',
    'Gujr',
    'Orya',
    'Taml',
    'Telu',
    'Knda',
    'Mlym',
    'Sinh',
  ]
    .map((script) => `\\p{sc=${script}}`)
    .join('')}\\u094d])[\\u200c\\u200d]`,
].join('|');
/** Among the invisible characters are those that turn the direction of writing. */
const CHECKED = new RegExp(`(${WANTED})|${CONTROLS}|\\p{Default_Ignorable_Code_Point}|\\p{Cs}`, 'gu');
/** Marks above and below a letter that would be drawn over other lines. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu;
const PLAIN = /^[\t\n\x20-\x7e]*$/;

export function harmless(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(CHECKED, (_whole, wanted: string | undefined) => wanted ?? '\ufffd')
    .replace(PILED_MARKS, '$1');
}
