/** Makes a foreign text fit for a terminal: nothing in it acts on the terminal, and nothing poses as a message. */

/** The whole text, fit to be typed: no control but newline and tab, and no line that looks like a message of its own. */
export function cleanText(text: string): string {
  const cleaned = text.replace(LONE_SURROGATE, '\ufffd').replace(NEWLINE, '\n').replace(CONTROL, '');
  forgedPrefix ??= new RegExp(`^[${BLANK}${UNSEEN}]*${PREFIX_SIGNS.join(`[${UNSEEN}]*`)}`, 'gimu');
  return cleaned.replace(forgedPrefix, (prefix) => prefix.replace(/:$/, ' :'));
}

/** Made at its first use: every command loads this file, and the tables of Unicode take a millisecond. */
let forgedPrefix: RegExp | null = null;

const LONE_SURROGATE = /\p{Cs}/gu;
const NEWLINE = /\r\n?|[\u2028\u2029]/g;

/**
 * Whole sequences first, then what is left of broken ones, character by character. A string sequence (a window title, a
 * device string) must end in the line in which it begins: else only its opening goes, and the text stays to be read.
 * The bodies exclude everything that could open another sequence, so that no text takes longer than its length.
 */
const CONTROL = new RegExp(
  [
    '(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]?',
    '(?:\\x1b[\\]PX^_]|[\\x9d\\x90\\x98\\x9e\\x9f])[^\\x07\\x18\\x1a\\x1b\\n\\x80-\\x9f]*(?:\\x07|\\x1b\\\\|\\x9c)',
    '\\x1b[ -/]*[0-~]',
    '[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]',
    '[\\u202a-\\u202e\\u2066-\\u2069\\u200e\\u200f\\u061c]',
  ].join('|'),
  'g',
);

/** What is not seen, and blanks: in one class, because two that overlap would make some texts take for ever. */
const UNSEEN = '\\p{Cf}\\p{Default_Ignorable_Code_Point}';
const BLANK = '\\t \\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000\\u2800';
const PREFIX_SIGNS = ['\\[', 'A', '2', 'A', ':'];
