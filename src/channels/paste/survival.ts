/**
 * Proves that a program has taken a text which has left its box. A program that ends in that moment may have emptied its
 * box and sent nothing, or have recorded the text and asked nobody with it. So both count only if the program goes on, or
 * has recorded an answer.
 */
import type { TerminalSession } from '../../terminal/terminal-session.js';
import type { Settled } from '../delivered.js';

interface Parts {
  readonly exited: TerminalSession['exited'];
  /** Whether the program itself has recorded something that its model said after the text. */
  readonly isAnswered: () => boolean;
  /** How long it must go on before the empty box alone is proof. */
  readonly surviveMs: number;
}

/** Records of long sessions are large, so each look comes after twice the time of the one before. */
const FIRST_LOOK_MS = 100;

export async function proven({ exited, isAnswered, surviveMs }: Parts): Promise<Settled> {
  let hasEnded = false;
  const end = exited.then(() => {
    hasEnded = true;
  });
  for (let waitedMs = 0, pauseMs = FIRST_LOOK_MS; waitedMs < surviveMs; pauseMs *= 2) {
    const stepMs = Math.min(pauseMs, surviveMs - waitedMs);
    await atMost(stepMs, end);
    if (isAnswered()) return { type: 'submitted' };
    if (hasEnded) return { type: 'uncertain', reason: 'no_evidence' };
    waitedMs += stepMs;
  }
  return { type: 'submitted' };
}

function atMost(ms: number, event: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms).unref();
    void event.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
