/** Turns texts and keys into the bytes that a program expects, given the modes that it turned on. */
import type { Typing } from '../../profiles/profile.js';
import type { KeyboardModes } from '../../terminal/screen/screen.js';

const PASTE_START = '\x1b[200~';
const PASTE_END = '\x1b[201~';
/** The Kitty flag that turns every key, even Enter, into an escape sequence. */
const ALL_KEYS_AS_ESCAPES = 8;

/** A bracketed paste keeps lines together, if the program has asked for it. */
export function takesPaste({ paste }: Pick<Typing, 'paste'>, { bracketedPaste }: KeyboardModes): boolean {
  return paste === 'always' || (paste === 'auto' && bracketedPaste);
}

export function typeBytes(text: string, typing: Pick<Typing, 'paste'>, modes: KeyboardModes): Buffer {
  return Buffer.from(takesPaste(typing, modes) ? `${PASTE_START}${text}${PASTE_END}` : text);
}

/** The key that submits. */
export function pressOf(submit: string, { kitty }: KeyboardModes): string {
  return submit === '\r' && (kitty & ALL_KEYS_AS_ESCAPES) !== 0 ? '\x1b[13u' : submit;
}
