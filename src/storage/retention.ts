/** How much finished data is kept, and for how long. The daemons delete the rest by themselves. */

export interface Retention {
  /** Null means any age. */
  readonly ageMs: number | null;
  /** How many messages of one project's chat or of one agent's mail, and how many of each other kind; null means any number. */
  readonly messages: number | null;
}

/** How often a daemon looks for what exceeds the limits. If nothing does, that takes one query. */
export const CHECK_EVERY_MS = 10 * 60 * 1000;

const DAYS = 90;
const MESSAGES = 100_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Zero turns a limit off. Anything that is not a number leaves the default. */
export function retentionOf(env: NodeJS.ProcessEnv): Retention {
  const days = numberOf(env.SYNAPSE_KEEP_DAYS, DAYS);
  return { ageMs: days && days * DAY_MS, messages: numberOf(env.SYNAPSE_KEEP_MESSAGES, MESSAGES) };
}

function numberOf(text: string | undefined, fallback: number): number | null {
  const number = Number(text);
  if (!text || !Number.isFinite(number) || number < 0) return fallback;
  return number === 0 ? null : number;
}
