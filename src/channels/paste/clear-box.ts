/** Removes our own text from an input box, key by key, looking after each one. */
import type { ScreenWatch } from '../../terminal/screen/screen-watch.js';
import type { TerminalSession } from '../../terminal/terminal-session.js';
import { isAllOurs } from './own-text.js';

interface Parts {
  readonly terminal: TerminalSession;
  readonly watch: ScreenWatch;
  /** Whether a person has typed since the text is there, so that it is not ours alone any more. */
  readonly isTouched: () => boolean;
}

/** Ctrl-U clears a line in all agents, and Backspace joins it with the one above. */
const CLEAR_LINE = '\x15';
const BACKSPACE = '\x7f';
const MOST_KEYS = 400;
const KEY_LIMIT_MS = 1_000;
const MOST_VAIN_KEYS = 4;

/** Clears the line that was typed into a box which cannot be read any more. In a dialog, nothing is pressed. */
export async function clearUnseen({ terminal, watch, isTouched }: Parts): Promise<void> {
  if (watch.look().state !== 'unknown' || isTouched()) return;
  await terminal.write(Buffer.from(CLEAR_LINE));
  await watch.until((sight) => sight.state !== 'unknown', KEY_LIMIT_MS);
}

/** False if something is left that these keys do not remove. Stops as soon as the text is not ours. */
export async function clearBox({ terminal, watch, isTouched }: Parts, text: string): Promise<boolean> {
  let vain = 0;
  for (let keys = 0; keys < MOST_KEYS; keys++) {
    const { box } = watch.look();
    if (box === '') return true;
    if (box === null || isTouched() || !isAllOurs(box, text)) return false;
    if (vain >= MOST_VAIN_KEYS) return false;
    await terminal.write(Buffer.from(vain % 2 === 0 ? CLEAR_LINE : BACKSPACE));
    const changed = await watch.until((sight) => sight.box !== box, KEY_LIMIT_MS);
    vain = changed ? 0 : vain + 1;
  }
  return false;
}
