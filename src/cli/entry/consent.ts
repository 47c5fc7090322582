/** Asks on the terminal whether to go on. */
import { createInterface } from 'node:readline';
import { SynapseError } from '../../errors.js';
import { endInterruptedLine, printNote, said } from '../print/stdio.js';

const INTERRUPTED = 130;

export interface Consent {
  readonly question: string;
  /** What is said if the answer is no. */
  readonly otherwise: string;
  /** What to use where nobody can be asked. */
  readonly withoutTerminal: string;
}

/** Throws if there is nobody to ask. */
export async function consent({ question, otherwise, withoutTerminal }: Consent): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    // It says what to type.
    throw new SynapseError('invalid_request', { reason: withoutTerminal }, { hint: null });
  }
  const answer = await ask(`${said(question)} [y/N] `);
  const agrees = /^\s*(y|yes)\s*$/i.test(answer);
  if (!agrees) printNote(otherwise);
  return agrees;
}

/** The answer to a question on the terminal; empty if there is none. */
export function ask(question: string): Promise<string> {
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
