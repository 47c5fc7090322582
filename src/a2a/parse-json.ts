/** Parses the body of a request. Refuses what would keep the daemon busy for long, before it is parsed. */
import { isUtf8 } from 'node:buffer';
import { fail } from '../errors.js';

/** Deeper values overflow the stack when they are written as JSON again. */
const DEEPEST = 64;
/** An object with a million keys takes seconds to read, store and list. */
const MOST_VALUES = 100_000;

export function parseJson(body: Buffer): unknown {
  if (!isUtf8(body)) throw invalid('The body is not valid UTF-8.');
  checkShape(body);
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw invalid('The body is not valid JSON.');
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
/** Braces. A bracket differs from its brace in one bit. */
const OPENING = 0x7b;
const CLOSING = 0x7d;
const BRACKET_BIT = 0x20;

function checkShape(body: Buffer): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] as number;
    if (byte === QUOTE) at = endOfText(body, at);
    else if (byte === COMMA) values += 1;
    else if ((byte | BRACKET_BIT) === OPENING) {
      depth += 1;
      values += 1;
      if (depth > DEEPEST) throw invalid(`The body is nested more than ${DEEPEST} levels deep.`);
    } else if ((byte | BRACKET_BIT) === CLOSING) depth -= 1;
    if (values > MOST_VALUES) throw invalid(`The body has more than ${MOST_VALUES.toLocaleString('en')} values.`);
  }
}

/** The closing quote of the text that begins here, or the end of the body. */
function endOfText(body: Buffer, start: number): number {
  let end = start;
  do {
    end = body.indexOf(QUOTE, end + 1);
    if (end < 0) return body.length;
  } while (isEscaped(body, end));
  return end;
}

function isEscaped(body: Buffer, quote: number): boolean {
  let before = quote - 1;
  while (body[before] === BACKSLASH) before -= 1;
  return (quote - before) % 2 === 0;
}

function invalid(reason: string) {
  return fail('invalid_request', { reason });
}
