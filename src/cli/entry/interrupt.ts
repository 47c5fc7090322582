/** Says what Ctrl-C leaves behind: it ends the command, not what the command has started. */
import { say } from '../print/stdio.js';

const INTERRUPTED = 130;

export function onInterrupt(sentence: string): void {
  process.once('SIGINT', () => {
    say(sentence);
    process.exit(INTERRUPTED);
  });
}
