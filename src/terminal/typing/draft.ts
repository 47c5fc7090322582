/** Follows a person's keys to know whether a half-typed line stands in the terminal of a line-oriented program. */

/** What a person has typed since the last Enter, as far as the keys tell. */
export interface Draft {
  readonly text: string;
  /**
   * Whether more may stand there than the text, so that erasing the text is not enough: `line` until the whole line is
   * erased, `always` until it is submitted or given up.
   */
  readonly kept: 'no' | 'line' | 'always';
  /** Inside a bracketed paste, Enter is only a character. */
  readonly isPasting: boolean;
  /** The beginning of a sequence of keys whose end has not arrived yet. */
  readonly unfinished: string;
}

export const NO_DRAFT: Draft = { text: '', kept: 'no', isPasting: false, unfinished: '' };

/** Whether something stands there. In doubt it does: a message then waits, and nothing is spoiled. */
export function isDraft({ text, kept, unfinished }: Draft): boolean {
  return text !== '' || kept !== 'no' || unfinished !== '';
}

/** `keys` are what the terminal sends, without its own reports. */
export function afterKeys(draft: Draft, keys: string): Draft {
  const all = draft.unfinished + keys;
  const [unfinished] = UNFINISHED.exec(all) ?? [''];
  const whole = all.slice(0, all.length - unfinished.length);
  return { ...(whole.match(KEYS) ?? []).reduce(afterKey, draft), unfinished };
}

/** Escape sequences, two-key combinations with Escape or Ctrl-V, and single characters. */
const KEYS = /\x1b\[[0-?]*[ -/]*[@-~]|\x1bO[ -~]|\x1b[ -~]|\x16[\s\S]|[\s\S]/gu;
const UNFINISHED = /(?:\x16|\x1b(?:\[[0-?]*|O)?)$/;
const PASTE_START = '\x1b[200~';
const PASTE_END = '\x1b[201~';
/** Enter, Ctrl-J, Ctrl-C and Ctrl-\. */
const ENDS_LINE = /^[\r\n\x03\x1c]$/;
const ERASES_CHARACTER = /^[\x7f\b]$/;
const ERASES_WORD = '\x17';
const ERASES_LINE = '\x15';
/** Ctrl-Q, Ctrl-R and Ctrl-S redraw the line or stop the output. */
const CHANGES_NOTHING = /^[\x11-\x13]$/;
/** Ctrl-D and Ctrl-Z end or stop the program, unless they come after half a line. */
const NOTHING_IF_EMPTY = /^[\x04\x1a]$/;
/** Completes what is there, in programs that edit their line themselves. */
const COMPLETES = '\t';

function afterKey(draft: Draft, key: string): Draft {
  if (key === PASTE_START) return { ...draft, isPasting: true };
  if (key === PASTE_END) return { ...draft, isPasting: false };
  if (draft.isPasting) return { ...draft, text: draft.text + key };
  if (ENDS_LINE.test(key)) return NO_DRAFT;
  if (key === ERASES_LINE) return draft.kept === 'always' ? draft : NO_DRAFT;
  if (ERASES_CHARACTER.test(key)) return { ...draft, text: [...draft.text].slice(0, -1).join('') };
  // As the kernel does it, which erases less than most programs.
  if (key === ERASES_WORD) return { ...draft, text: draft.text.replace(/[\p{L}\p{N}_]*[^\p{L}\p{N}_]*$/u, '') };
  if (CHANGES_NOTHING.test(key) || (NOTHING_IF_EMPTY.test(key) && !isDraft(draft))) return draft;
  if (key === COMPLETES) return { ...draft, text: draft.text + key, kept: draft.kept === 'always' ? 'always' : 'line' };
  if (/^[ -~\u00a0-\u{10ffff}]$/u.test(key)) return { ...draft, text: draft.text + key };
  // Other keys may recall an earlier line, move the cursor, or hand half a line to the program, as Ctrl-D does.
  return { ...draft, kept: 'always' };
}
