/** Keeps our own colors while a text is cleaned, as marks that nobody else can guess. */

/** Noncharacters around a key that differs in every process. */
const KEY = `\ufdd0${Math.random().toString(36).slice(2)}`;
const END = '\ufdd1';
const MARK = new RegExp(`${KEY}([0-9;]*)${END}`, 'g');

/** Stands for an escape sequence that sets a color, such as `\x1b[31m`. */
export function colorMark(sequence: string): string {
  return `${KEY}${sequence.slice(2, -1)}${END}`;
}

/** Cleans everything but our own colors. */
export function rendered(text: string, clean: (text: string) => string): string {
  return text
    .split(MARK)
    .map((piece, index) => (index % 2 === 0 ? clean(piece) : `\x1b[${piece}m`))
    .join('');
}

/** What is seen of a text: colors take no room. */
export function withoutColors(text: string): string {
  return text.replace(MARK, '');
}
