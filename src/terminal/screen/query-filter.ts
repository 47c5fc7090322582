/** Removes a program's questions to the terminal from its output, because the emulator has already answered them. */

const ESC = 0x1b;
/** ENQ: "who are you?", from the time of teletypes. */
const ENQ = 0x05;
/** No question is longer. A sequence that has not ended by then is passed on. */
const LONGEST_QUESTION = 4096;
const NOTHING = Buffer.alloc(0);

/** How a sequence continues: it is incomplete, or it ends at a position and is a question or not. */
type Reading = 'unfinished' | { readonly end: number; readonly isQuestion: boolean };

export class QueryFilter {
  #unfinished: Buffer = NOTHING;

  /** The part of the chunk that viewers get. The beginning of a sequence waits until the rest arrives. */
  pass(chunk: Buffer): Buffer {
    const data = this.#unfinished.length === 0 ? chunk : Buffer.concat([this.#unfinished, chunk]);
    this.#unfinished = NOTHING;
    const passed: Buffer[] = [];
    let from = 0;
    // Search once instead of at every step, because a chunk may contain thousands of sequences.
    let enquiry = data.indexOf(ENQ);
    for (let at = nearer(data.indexOf(ESC), enquiry); at >= 0; ) {
      const reading = readSequence(data, at);
      if (reading === 'unfinished') {
        this.#unfinished = data.subarray(at);
        return join([...passed, data.subarray(from, at)]);
      }
      if (reading.isQuestion) {
        passed.push(data.subarray(from, at));
        from = reading.end;
      }
      if (enquiry >= 0 && enquiry < reading.end) enquiry = data.indexOf(ENQ, reading.end);
      at = nearer(data.indexOf(ESC, reading.end), enquiry);
    }
    return join([...passed, data.subarray(from)]);
  }
}

function join(parts: readonly Buffer[]): Buffer {
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
}

function nearer(one: number, other: number): number {
  return one < 0 || (other >= 0 && other < one) ? other : one;
}

function readSequence(data: Buffer, at: number): Reading {
  if (data[at] === ENQ) return { end: at + 1, isQuestion: true };
  switch (data[at + 1]) {
    case undefined:
      return 'unfinished';
    case 0x5b: // [
      return readCsi(data, at);
    case 0x5d: // ]
      return readString(data, at, OSC_START, isOscQuestion);
    case 0x50: // P
      return readString(data, at, DCS_START, isDcsQuestion);
    case 0x5f: // _
      return readString(data, at, APC_START, isApcQuestion);
    case 0x5a: // Z, the oldest spelling of "what are you?"
      return { end: at + 2, isQuestion: true };
    case ESC:
      return { end: at + 1, isQuestion: false };
    default:
      return { end: at + 2, isQuestion: false };
  }
}

function readCsi(data: Buffer, at: number): Reading {
  for (let end = at + 2; end < data.length; end++) {
    const byte = data[end] as number;
    if (byte >= 0x40 && byte <= 0x7e) {
      return { end: end + 1, isQuestion: CSI_QUESTION.test(data.toString('latin1', at + 2, end + 1)) };
    }
    if (byte < 0x20 || byte > 0x7e || end - at > LONGEST_QUESTION) return { end, isQuestion: false };
  }
  return 'unfinished';
}

const CSI_QUESTION = new RegExp(
  `^(?:${[
    '[>=]?0*c', // device attributes
    '\\??[\\d;]*n', // status and cursor position
    '\\?[\\d;]*u', // Kitty keyboard
    '\\??[\\d;]*\\$p', // modes
    '>[\\d;]*q', // name and version
    '0*(?:1[134568]|19|2[01])(?:;\\d*)*t', // window
    '[01]?x', // parameters of the line
    '\\?[\\d;]*m', // modified keys
    '\\?[\\d;]*S', // graphics
    '[\\d;]*\\$[wu]', // reports of state
    '&u',
    '"v',
    '#R',
    '[\\d;]*\\*y', // checksum
    "[\\d;]*'\\|", // locator
  ].join('|')})$`,
);

/** A string that may be a question is read to its end. Any other string passes, and contains no questions. */
function readString(
  data: Buffer,
  at: number,
  starts: { readonly begins: RegExp; readonly may: RegExp },
  isQuestion: (text: string) => boolean,
): Reading {
  const text = data.toString('latin1', at + 2, Math.min(data.length, at + LONGEST_QUESTION));
  const passes = { end: at + 2, isQuestion: false };
  if (!starts.may.test(text))
    return starts.begins.test(text) && at + 2 + text.length === data.length ? 'unfinished' : passes;
  const end = /\x07|\x1b\\|\x1b(?=[^\\])|\x18|\x1a/.exec(text);
  if (!end) return text.length >= LONGEST_QUESTION - 2 ? passes : 'unfinished';
  if (end[0] === '\x1b') return passes;
  return { end: at + 2 + end.index + end[0].length, isQuestion: isQuestion(text.slice(0, end.index)) };
}

/** The beginnings that may become a question, and those that are one. */
const OSC_START = { begins: /^\d{0,2}$/, may: /^(?:4|5|1\d|21|52);/ };
const DCS_START = { begins: /^[\d;]*[$+]?$/, may: /^[\d;]*[$+]q/ };
const APC_START = { begins: /^$/, may: /^G/ };

function isOscQuestion(text: string): boolean {
  return /[;=]\?(?:;|$)/.test(text);
}

function isDcsQuestion(): boolean {
  return true;
}

function isApcQuestion(text: string): boolean {
  return /^G(?:[^;]*,)?a=q(?:[,;]|$)/.test(text);
}
