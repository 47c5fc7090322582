/**
 * Makes a program draw its screen anew, because what stands in its box may only be left over: some programs lose count of
 * the width of a letter, Thai ones for example, and leave one behind that they know nothing of. Another height moves the
 * box, so they draw all of it.
 */
import type { ScreenWatch } from '../../terminal/screen/screen-watch.js';
import type { TerminalSession } from '../../terminal/terminal-session.js';

const DRAWN_LIMIT_MS = 1_000;
const QUIET_MS = 100;
const LEAST_ROWS = 4;

/** Whether the box is empty then. */
export async function isEmptyDrawnAnew(terminal: TerminalSession, watch: ScreenWatch): Promise<boolean> {
  const { cols, rows } = terminal.size;
  if (rows < LEAST_ROWS) return false;
  await resize(terminal, watch, { cols, rows: rows - 1 });
  // A person may have changed the size of their terminal meanwhile.
  const isOurs = terminal.size.cols === cols && terminal.size.rows === rows - 1;
  if (isOurs) await resize(terminal, watch, { cols, rows });
  return watch.look().box === '';
}

async function resize(terminal: TerminalSession, watch: ScreenWatch, size: TerminalSession['size']): Promise<void> {
  const since = performance.now();
  terminal.resize(size);
  await watch.until(() => watch.hasPrintedSince(since) && watch.quietMs >= QUIET_MS, DRAWN_LIMIT_MS);
}
