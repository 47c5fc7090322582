/** Says what Ctrl-C leaves behind: it ends the command, not what the command has started. */
import { printNote } from '../print/stdio.js';

const INTERRUPTED = 130;

export function onInterrupt(sentence: string): void {
  process.once('SIGINT', () => {
    printNote(sentence);
    process.exit(INTERRUPTED);
  });
}
