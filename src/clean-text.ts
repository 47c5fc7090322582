/** Cleans a text from somebody else, so that it cannot control the terminal or pose as a message. */

/** The text without control characters other than newline and tab, and without lines that look like a message. */
export function cleanText(text: string): string {
  if (PLAIN.test(text) && !PLAIN_PREFIX.test(text)) return text;
  const cleaned = withoutControls(text);
  forgedPrefix ??= new RegExp(`^[${BLANK}${UNSEEN}]*${PREFIX_SIGNS.join(`[${UNSEEN}]*`)}`, 'gimu');
  return cleaned.replace(forgedPrefix, (prefix) => prefix.replace(/:$/, ' :'));
}

/** The text without control characters other than newline and tab. */
export function withoutControls(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(LONE_SURROGATE, '\ufffd').replace(NEWLINE, '\n').replace(control(), '');
}

/** Indents every line but the first, so that none of them can be taken for a line of ours, such as a hint. */
export function hangingLines(text: string): string {
  return text.replace(/(?:\r\n?|[\n\u2028\u2029])(?! )/g, '\n  ');
}

/** JSON in which everything that could act on a terminal is escaped. Its values stay the same. */
export function harmlessJson(value: unknown): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  // There is no JSON for a missing value.
  return (JSON.stringify(value) ?? 'null').replace(UNESCAPED, escaped);
}

/** Text that needs no cleaning. The full patterns take a millisecond to compile, so most commands do without them. */
const PLAIN = /^[\t\n\x20-\x7e]*$/;
const PLAIN_PREFIX = /\[A2A:/i;

/** Created on first use, because every command loads this file and the Unicode tables take a millisecond. */
let forgedPrefix: RegExp | null = null;

const LONE_SURROGATE = /\p{Cs}/gu;
const NEWLINE = /\r\n?|[\u2028\u2029]/g;

/** The bidirectional controls, and the deprecated ones that follow them. */
const BIDI = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u206f';

/** What `JSON.stringify` leaves as it is. */
const UNESCAPED = new RegExp(`[\\x7f-\\x9f\\u2028\\u2029${BIDI}]`, 'g');

/**
 * Matches whole sequences first, then single characters of broken ones. A string sequence, such as a window title, must
 * end in the same line; otherwise only its opening is removed and the text stays readable. The bodies exclude everything
 * that could open another sequence, so that the time stays linear.
 */
function control(): RegExp {
  acting ??= new RegExp(
    [
      '(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]?',
      '(?:\\x1b[\\]PX^_]|[\\x9d\\x90\\x98\\x9e\\x9f])[^\\x07\\x18\\x1a\\x1b\\n\\x80-\\x9f]*(?:\\x07|\\x1b\\\\|\\x9c)',
      '\\x1b[ -/]*[0-~]',
      '[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]',
      `[${BIDI}]`,
    ].join('|'),
    'g',
  );
  return acting;
}

let acting: RegExp | null = null;

/** Invisible characters and blanks. They form one class, because two overlapping ones could take exponential time. */
const UNSEEN = '\\p{Cf}\\p{Default_Ignorable_Code_Point}';
const BLANK = '\\t \\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000\\u2800';
const PREFIX_SIGNS = ['\\[', 'A', '2', 'A', ':'];
