/** What is special about a program that started itself: how it is closed, and who is told about it. */

import type { Delivery } from '../../channels/delivery.js';
import type { Log } from '../../log.js';
import type { TerminalSession } from '../../terminal/terminal-session.js';
import type { DialogReportParts } from '../screen/dialog-report.js';
import type { ScreenStatus } from '../screen/screen-status.js';

/** How long a program may take to end after its exit keys were pressed. */
const EXIT_KEYS_LIMIT_MS = 3_000;
const LONGEST_BEGINNING = 200;
const LONGEST_END = 300;

/** Asks the program to end. Resolves when it has ended, or after a time limit. */
export async function askToEnd(
  {
    delivery,
    terminal,
    reason,
  }: { readonly delivery: Delivery | null; readonly terminal: TerminalSession | undefined; readonly reason: string },
  log: Log,
): Promise<void> {
  log.info('closing', { reason });
  const patience = new Promise((resolve) => setTimeout(resolve, EXIT_KEYS_LIMIT_MS).unref());
  const asked = delivery?.exit().catch((error: Error) => log.info('exit keys', { reason: error.message }));
  await Promise.race([asked?.then(() => terminal?.exited), patience]);
}

/** The first and last lines of a program that ended early, to show why. What was typed into it may be in between. */
export function lastWords(terminal: TerminalSession | undefined): string {
  const printed = terminal?.screenText().replace(/\s+/g, ' ').trim() ?? '';
  const isLong = printed.length > LONGEST_BEGINNING + LONGEST_END;
  const quote = isLong ? `${printed.slice(0, LONGEST_BEGINNING)} … ${printed.slice(-LONGEST_END)}` : printed;
  return quote === '' ? '' : `; it printed: ${quote}`;
}

/** Reports a dialog to somebody who can answer it, because nobody watches this terminal. */
export async function reportDialogs(parts: DialogReportParts, status: ScreenStatus): Promise<void> {
  const { DialogReport } = await import('../screen/dialog-report.js');
  new DialogReport(parts, status);
}
