/** The situations in which messages are sent: each sends some, and leaves the counting to the trial. */
import { attachedAt } from './attached.js';
import { busyCases } from './busy-cases.js';
import { harshCases } from './harsh-cases.js';
import { kinds, shortKinds } from './kinds.js';
import { timedCases } from './timed-cases.js';
import type { Trial } from './trial.js';

export interface Case {
  /** How many messages it sends in a whole run. */
  readonly count: number;
  readonly tools?: 'ask';
  /** It sends before the agent is ready. */
  readonly isEarly?: true;
  /** It needs an agent that has had no messages yet. */
  readonly isFresh?: true;
  /** Which time it takes: to an idle agent, or to one at work. */
  readonly times?: 'idle' | 'busy';
  run(trial: Trial, count: number, seed: number): Promise<void>;
}

/** From the smallest to the largest terminal. */
const SIZES = [
  [20, 5],
  [40, 12],
  [80, 24],
  [200, 60],
] as const;
const LARGE = { cols: 120, rows: 40 };
/** An agent that shows no box in so small a terminal gets its messages when there is more room. */
const BLOCKED_MS = 25_000;

export const CASES: Readonly<Record<string, Case>> = {
  'every kind of text, idle': {
    count: kinds(0).length,
    async run(trial, count, seed) {
      for (const kind of spread(kinds(seed), count)) {
        if (await trial.read(await trial.send(kind))) await trial.ready();
      }
    },
  },
  ...Object.fromEntries(
    SIZES.map(([cols, rows]) => [
      `${cols}x${rows}`,
      {
        count: 10,
        async run(trial: Trial, count: number, seed: number) {
          const kind = shortKinds(seed);
          const viewer = await attachedAt(trial, { cols, rows });
          let isBlocked = false;
          for (let number = 0; number < count; number += 1) {
            const message = await trial.send(kind(number * 7));
            if (isBlocked) continue;
            isBlocked = !(await trial.until(() => trial.hasHeard(message), BLOCKED_MS));
            if (!isBlocked) await trial.ready();
          }
          trial.late.push(...trial.sent.filter((message) => !trial.hasHeard(message)));
          viewer.resize(LARGE);
          for (const message of trial.late) await trial.read(message);
          await trial.ready();
          await viewer.close();
        },
      },
    ]),
  ),
  ...busyCases,
  ...harshCases,
  ...timedCases,
};

/** This many of them, evenly spread. */
function spread<T>(all: readonly T[], count: number): readonly T[] {
  return Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count) % all.length] as T);
}
