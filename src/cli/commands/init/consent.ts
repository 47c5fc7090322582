/** Asks on the terminal whether to write. */
import { createInterface } from 'node:readline';
import { fail } from '../../../errors.js';
import { endInterruptedLine, printNote, said } from '../../print/stdio.js';

const INTERRUPTED = 130;

/** Throws if there is nobody to ask. */
export async function consent(): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw fail('invalid_request', {
      reason: 'There is no terminal to ask on. Use --yes to write these changes, or --dry-run to see them.',
    });
  }
  const answer = await ask(`${said('Write these changes?')} [y/N] `);
  const agrees = /^\s*(y|yes)\s*$/i.test(answer);
  if (!agrees) printNote('Nothing was written.');
  return agrees;
}

function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  terminal.once('SIGINT', () => {
    endInterruptedLine();
    process.exit(INTERRUPTED);
  });
  return new Promise((resolve) => {
    // The end of the input is no answer.
    terminal.once('close', () => resolve(''));
    terminal.question(question, (answer) => {
      resolve(answer);
      terminal.close();
    });
  });
}
