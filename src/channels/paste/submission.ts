/**
 * Presses Enter and finds out what became of it. Enter is pressed again only if the program has read the first one, has
 * drawn since, and still shows the text: a stalled program would take both, and send the text twice.
 */
import type { Pace, Typing } from '../../profiles/profile.js';
import type { ScreenWatch, Sight } from '../../terminal/screen/screen-watch.js';
import type { TerminalSession } from '../../terminal/terminal-session.js';
import { pressOf } from './input-bytes.js';
import { hasLeft, isOurs, proofOf } from './own-text.js';

export interface SubmissionParts {
  readonly terminal: TerminalSession;
  readonly watch: ScreenWatch;
  readonly typing: Typing;
  readonly pace: Pace;
  /** Whether the program itself reports a text with this mark, which is stronger proof than its screen. */
  readonly hasTaken: (mark: string) => boolean;
  /** Whether a person has typed since Enter, so that another one could submit their words. */
  readonly isTouched: () => boolean;
  /** It takes long. A person may type meanwhile, because Enter is on its way. */
  readonly onWaiting: () => void;
}

const MOST_ENTERS = 3;
/** How long a program that reads its keys may take to show what became of Enter. */
const PATIENCE_MS = 30_000;
const POLL_MS = 100;
const QUIET_MS = 300;
/** A program that was stopped has more to do before it comes to its keys. */
const QUIET_AFTER_STALL_MS = 2_000;

/** False if that is not known. `box` is what the box shows before Enter. */
export async function submit(parts: SubmissionParts, text: string, box: string): Promise<boolean> {
  for (let presses = 1; ; presses++) {
    const after = await pressEnter(parts, text, box);
    if (after === 'submitted') return true;
    if (after === 'unknown' || presses === MOST_ENTERS) return false;
  }
}

/** `ignored` if the program has read Enter, has drawn since, and shows the same as before. */
async function pressEnter(parts: SubmissionParts, text: string, box: string) {
  const { terminal, watch, typing, pace, hasTaken } = parts;
  await terminal.write(Buffer.from(pressOf(typing.submit, terminal.modes)));
  const readAt = whenRead(terminal, performance.now());
  // It is awaited later, or not at all.
  readAt.catch(() => {});
  const isGone = (sight: Sight) => isSubmitted(sight, text, box);
  if (await watch.until(isGone, pace.emptyLimitMs)) return 'submitted';
  if (hasTaken(proofOf(text))) return 'submitted';
  parts.onWaiting();
  // A program that does not read its keys is stopped or stuck. However long that takes, it gets no second Enter.
  const { since, wasStalled } = await readAt;
  const quietMs = wasStalled ? QUIET_AFTER_STALL_MS : QUIET_MS;
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; ) {
    if (await watch.until(isGone, POLL_MS)) return 'submitted';
    if (hasTaken(proofOf(text))) return 'submitted';
    const isIgnored = watch.hasPrintedSince(since) && watch.quietMs > quietMs && watch.sight.box === box;
    if (isIgnored && !parts.isTouched()) return 'ignored';
  }
  return 'unknown';
}

/** A dialog that opens in answer to the text hides the box. */
function isSubmitted({ state, box }: Sight, text: string, before: string): boolean {
  if (state === 'dialog') return true;
  return box !== null && hasLeft(box, before) && !isOurs(box, text);
}

/** Resolves when the program has read what was typed at `typedAt`: it did so after `since`. Rejects if it has ended. */
async function whenRead(terminal: TerminalSession, typedAt: number) {
  for (let since = typedAt; ; ) {
    const state = await terminal.inputState();
    if (state === 'gone') throw new Error('the program has ended');
    if (state !== 'unread') return { since, wasStalled: since !== typedAt };
    since = performance.now();
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
