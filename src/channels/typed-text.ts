/** Builds the text that is typed for a message: cleaned, safe from forged prefixes, and cut to one line if needed. */
import { cleanText } from '../clean-text.js';

export interface TypedLineOptions {
  /** The id by which the receiver finds the message. Its sender may have chosen any characters. */
  readonly shortId: string;
  readonly sender: string;
  readonly text: string;
  readonly maxBytes?: number;
}

export interface TypedLine {
  readonly line: string;
  /** Whether the line contains only the beginning. `synapse show` prints the rest. */
  readonly cut: boolean;
}

/** A terminal in canonical mode silently drops everything beyond 4,095 bytes of a line. */
export const MAX_LINE_BYTES = 4_000;

/** `[A2A:<short>:<sender>] <text>` for line-oriented programs: exactly one line, without its newline. */
export function typedLine({ shortId, sender, text, maxBytes = MAX_LINE_BYTES }: TypedLineOptions): TypedLine {
  const id = cleanWord(shortId, /[\s[\]:]/g);
  const start = prefixOf(id, sender);
  const body = cleanText(text).replace(/\n$/, '');
  const whole = start + body;
  if (!body.includes('\n') && Buffer.byteLength(whole) <= maxBytes) return { line: whole, cut: false };
  const end = ` … (synapse show ${id})`;
  const first = body.split('\n').find((line) => line.trim() !== '') ?? '';
  const room = maxBytes - Buffer.byteLength(start) - Buffer.byteLength(end);
  return { line: start + beginningOf(first, room).trimEnd() + end, cut: true };
}

export interface TypedTextOptions extends Omit<TypedLineOptions, 'maxBytes'> {
  readonly maxChars: number;
  /** False if every newline would submit. */
  readonly takesLines: boolean;
  /** Whether to add a line that says how to answer. */
  readonly hint: boolean;
}

/** The same for programs with an input box: all lines, unless the text is too long. */
export function typedText({ shortId, sender, text, maxChars, takesLines, hint }: TypedTextOptions): { text: string } {
  if (!takesLines) {
    return { text: typedLine({ shortId, sender, text, maxBytes: maxChars }).line };
  }
  const id = cleanWord(shortId, /[\s[\]:]/g);
  const start = prefixOf(id, sender);
  const body = cleanText(text).replace(/\n+$/, '');
  const ending = hint ? `\n(reply with: synapse reply --to ${id} "…")` : '';
  if (start.length + body.length <= maxChars) return { text: start + body + ending };
  const pointer = ` … (synapse show ${id})`;
  const room = maxChars - start.length - pointer.length;
  return { text: start + beginningOf(body, room, (point) => point.length).trimEnd() + pointer + ending };
}

function prefixOf(id: string, sender: string): string {
  return `[A2A:${id}:${cleanWord(sender, /[\s[\]]/g)}] `;
}

/** Keeps an id or name from somebody else from closing the bracket early. */
function cleanWord(word: string, unwanted: RegExp): string {
  return cleanText(word).replace(unwanted, '?');
}

/** Marks, joiners and modifiers belong to the character before them, and two regional indicators form one flag. */
const CONTINUES = /^(?:\p{M}|\p{Emoji_Modifier}|\p{Join_Control}|[\u{e0020}-\u{e007f}])$/u;
const JOINER = '\u200d';
const REGIONAL = /^\p{Regional_Indicator}$/u;
/** If somebody stacks marks without end, cut at a code point. */
const LONGEST_CHARACTER = 64;

/** As much of the text as fits, without splitting a character. */
function beginningOf(text: string, most: number, sizeOf: (point: string) => number = Buffer.byteLength): string {
  let size = 0;
  let index = 0;
  let boundary = 0;
  let previous = '';
  let wasJoined = false;
  for (const point of text) {
    const isFlag: boolean = !wasJoined && REGIONAL.test(previous) && REGIONAL.test(point);
    const isJoined: boolean = previous === JOINER || isFlag || CONTINUES.test(point);
    if (!isJoined || index - boundary > LONGEST_CHARACTER) boundary = index;
    size += sizeOf(point);
    if (size > most) return text.slice(0, boundary);
    index += point.length;
    previous = point;
    wasJoined = isJoined;
  }
  return text;
}
