/** How long, and how much of, what is over is kept; the daemons delete the rest by themselves. */

export interface Retention {
  /** Null: whatever its age. */
  readonly ageMs: number | null;
  /** How many messages of one project's chat, or of one agent's mail; null: any number. */
  readonly messages: number | null;
}

const DAYS = 90;
const MESSAGES = 100_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Zero switches a limit off; anything that is no number leaves the default. */
export function retentionOf(env: NodeJS.ProcessEnv): Retention {
  const days = numberOf(env.SYNAPSE_KEEP_DAYS, DAYS);
  return { ageMs: days && days * DAY_MS, messages: numberOf(env.SYNAPSE_KEEP_MESSAGES, MESSAGES) };
}

function numberOf(text: string | undefined, fallback: number): number | null {
  const number = Number(text);
  if (!text || !Number.isFinite(number) || number < 0) return fallback;
  return number === 0 ? null : number;
}
