/** Leaves the terminal an agent was shown in: restores the screen, says what happened, and returns the exit code. */
import { writeSync } from 'node:fs';
import { fail } from '../../errors.js';
import { printNote } from '../print/stdio.js';
import { exitBySignal } from './exit-by-signal.js';
import type { PersonTerminal } from './terminal.js';
import type { Ending } from './view.js';

/** `passesExit`: the command exits like its program. A viewer that attached later only reports how the program ended. */
export function leaveTerminal(terminal: PersonTerminal, id: string, ending: Ending, passesExit: boolean): number {
  const { isAlternate, size } = terminal;
  terminal.leave();
  if (ending.how === 'detached') {
    if (!isAlternate) toNewLine(`\x1b[${size.rows};1H\n`);
    printNote(`Detached; ${id} is still running. To come back: synapse attach ${id}`);
    return 0;
  }
  if (ending.how === 'lost') {
    if (!isAlternate) toNewLine('\n');
    throw fail('daemon_not_answering', { agent: id, reason: 'the connection was lost.' });
  }
  const { code, signal, column, reason } = ending.exit;
  if (column > 0 && !isAlternate) toNewLine('\n');
  if (reason !== null) printNote(`${id} was stopped${reason === 'stop' ? '' : ` (${reason})`}.`);
  if (!passesExit) {
    if (reason === null) printNote(`${id} has ended (${signal === null ? `exit code ${code}` : `signal ${signal}`}).`);
    return 0;
  }
  return signal === null ? (code ?? 1) : exitBySignal(signal);
}

function toNewLine(text: string): void {
  try {
    writeSync(1, text);
  } catch {
    // The terminal is gone.
  }
}
