/** Tells our own text in an input box from that of a person, however much of it the box shows. */

/** Whether the box shows the beginning of the text, a part of a text that is taller than the box, or a paste token. */
export function isOurs(box: string, text: string): boolean {
  if (PASTE_TOKEN.test(box) || isTokenPart(box)) return true;
  // Of a text that is taller than the box only its blank end may be in sight.
  if (/^[↑↓\s]*[↑↓][↑↓\s]*$/.test(box)) return true;
  const shown = lettersOf(box);
  if (shown.startsWith(lettersOf(text.slice(0, MARK_CHARS)))) return true;
  // The cursor stands behind the last word, so a box of one line shows the end.
  const isEnd = shown !== '' && lettersOf(text).endsWith(shown);
  return isEnd || (shown.length >= LEAST_PART && isPart(box, text));
}

/** Whether nothing was added to the text. */
export function isAllOurs(box: string, text: string): boolean {
  return isPart(box, text) || isToken(box);
}

/** Whether the box shows only what a program shows instead of a long paste. */
export function isToken(box: string): boolean {
  return LONE_PASTE_TOKEN.test(box) || isTokenPart(box);
}

/** In a low and narrow terminal only the first or the last line of a token is in sight. */
function isTokenPart(box: string): boolean {
  const shown = squeeze(box).replace(/\d+/g, '0').toLowerCase();
  const isPartOf = (token: string) => token.startsWith(shown) || token.endsWith(shown);
  return shown.length >= LEAST_TOKEN && TOKENS.some(isPartOf);
}

/** Whether the text has left a box that showed `before`. */
export function hasLeft(box: string, before: string): boolean {
  return !box.startsWith(before.slice(0, BEGINNING)) && box !== before;
}

/**
 * Whether the end of the text could mean something to the program: open a menu of files, skills or commands, in which
 * Enter chooses, or make Enter a new line.
 */
export function endsOddly(text: string): boolean {
  return /[\\@$/#!&~:][^\s]*$/u.test(text);
}

/** A reminder begins like its request, so only the words after that differ. */
export function proofOf(text: string): string {
  return (text.split('\n')[0] ?? '').slice(0, LONGEST_PROOF);
}

/** `[A2A:<id>:<sender>]`. */
export function prefixOf(text: string): string {
  return text.slice(0, text.indexOf(']') + 1);
}

/** Programs wrap lines, mark that there is more above or below, and cannot draw every character. */
function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}

function isPart(box: string, text: string): boolean {
  const shown = lettersOf(box);
  return shown === '' ? squeeze(text).includes(squeeze(box)) : lettersOf(text).includes(shown);
}

function squeeze(text: string): string {
  return text.replace(/[\s↑↓]+/g, '');
}

const PASTE_TOKEN = /^\[Pasted /i;
const LONE_PASTE_TOKEN = /^\[Pasted [^\]]*\]$/i;
/** Squeezed, with 0 for every number. */
const TOKENS = [
  '[pastedtext#0+0lines]',
  '[pastedtext#0]',
  '[pastedcontent0chars]',
  '[pastedtext:0chars]',
  '[pasted~0lines]',
];
const LEAST_TOKEN = 5;
const LONGEST_PROOF = 200;
const BEGINNING = 20;
/** Long enough for the prefix of a message with its unique id. */
const MARK_CHARS = 14;
const LEAST_PART = 8;
