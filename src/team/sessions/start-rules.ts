/** The brakes of sessions that start themselves, as pure decisions: how many there may be, and when to try again. */

export interface StartRules {
  /** How many sessions of one project may run that nobody has started by hand. */
  readonly limit: number;
  /** After so many failures in a row nobody tries any more. */
  readonly mostTries: number;
  /** The pause after the first failure; each further one doubles it. */
  readonly firstPauseMs: number;
}

/**
 * What a session is started for: a work task, a part of one for which all who work now are waiting, to begin a talk, or to
 * answer in one that has begun.
 */
export type StartKind = 'task' | 'part' | 'begins' | 'answers';

const DEFAULT_LIMIT = 4;
const MOST_TRIES = 5;
const FIRST_PAUSE_MS = 2_000;

export function startRules(env: NodeJS.ProcessEnv): StartRules {
  return {
    limit: wholeNumber(env.SYNAPSE_PROJECT_SESSIONS, DEFAULT_LIMIT),
    mostTries: MOST_TRIES,
    firstPauseMs: wholeNumber(env.SYNAPSE_START_PAUSE_MS, FIRST_PAUSE_MS),
  };
}

export function pauseAfter(attempts: number, { firstPauseMs }: StartRules): number {
  return firstPauseMs * 2 ** Math.max(0, attempts - 1);
}

/**
 * Whether one more may run. A task session may need its agent's chat session, and that one a partner: if tasks took every
 * place, or talks that were only begun, all of them would wait for each other. So the last place is for those who answer,
 * and the one before it is for chat, or for a part of a task without which nobody goes on.
 */
export function hasRoom(running: readonly StartKind[], wanted: StartKind, { limit }: StartRules): boolean {
  if (running.length >= limit) return false;
  const tasks = running.filter((kind) => kind === 'task' || kind === 'part').length;
  if (limit < 3) return wanted !== 'task' || tasks < Math.max(1, limit - 1);
  if (wanted === 'answers') return true;
  const others = running.filter((kind) => kind !== 'answers').length;
  return others < limit - 1 && (wanted !== 'task' || tasks < limit - 2);
}

function wholeNumber(text: string | undefined, fallback: number): number {
  const number = Number(text);
  return text && Number.isInteger(number) && number > 0 ? number : fallback;
}
