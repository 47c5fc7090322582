/**
 * Proves that a program has taken a text which has left its box, or which it has recorded. A program that ends in that
 * moment may have emptied its box and sent nothing, or have recorded the text and asked nobody with it. So both count
 * only if the program goes on, or has recorded an answer.
 */
import type { Settled } from '../delivered.js';

interface Parts {
  /** Resolves when the program has ended, or what asks the model for it. */
  readonly ended: Promise<unknown>;
  /** Whether the program itself has recorded something that its model said after the text. */
  readonly isAnswered: () => boolean | Promise<boolean>;
  /** How long it must go on before that alone is proof. */
  readonly surviveMs: number;
  /** Resolves when its model is seen to answer, if anybody sees that. Otherwise its record is looked at now and then. */
  readonly answered?: Promise<unknown>;
}

/** Records of long sessions are large, so each look comes after twice the time of the one before. */
const FIRST_LOOK_MS = 100;

export async function proven({ ended, isAnswered, surviveMs, answered }: Parts): Promise<Settled> {
  const seen = { end: false, answer: false };
  const event = Promise.race([
    ended.then(() => {
      seen.end = true;
    }),
    ...(answered ? [answered.then(() => (seen.answer = true))] : []),
  ]);
  for (let waitedMs = 0, pauseMs = answered ? surviveMs : FIRST_LOOK_MS; waitedMs < surviveMs; pauseMs *= 2) {
    const stepMs = Math.min(pauseMs, surviveMs - waitedMs);
    await atMost(stepMs, event);
    const mayLook = !answered || seen.end;
    if (seen.answer || (mayLook && (await isAnswered()))) return { type: 'submitted' };
    if (seen.end) return { type: 'uncertain', reason: 'no_evidence' };
    waitedMs += stepMs;
  }
  return { type: 'submitted' };
}

function atMost(ms: number, event: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms).unref();
    void event.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
