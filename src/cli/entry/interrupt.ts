/** Ctrl-C ends a command, not what it has begun: this says what there is to know of that. */
import { say } from '../print/stdio.js';

const INTERRUPTED = 130;

export function onInterrupt(sentence: string): void {
  process.once('SIGINT', () => {
    say(sentence);
    process.exit(INTERRUPTED);
  });
}
