/** Decides how many sessions may start themselves, and when to try again after a failure. Pure functions. */

export interface StartRules {
  /** How many sessions of one project may run that started themselves. */
  readonly limit: number;
  /** After this many failures in a row, Synapse gives up. */
  readonly mostTries: number;
  /** The pause after the first failure. Each further failure doubles it. */
  readonly firstPauseMs: number;
}

/**
 * What a session is for: a work task, a subtask that all working agents are waiting for, starting a conversation, or
 * answering in one.
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
 * Whether one more may run. A task session may need its agent's chat session, and that one needs a partner. If tasks, or
 * conversations that are only starting, took every place, all of them would wait for each other. So the last place is for
 * sessions that answer, and the one before it is for chat, or for a subtask that everybody waits for.
 */
export function hasRoom(running: readonly StartKind[], wanted: StartKind, { limit }: StartRules): boolean {
  if (running.length >= limit) return false;
  const tasks = running.filter((kind) => kind === 'task' || kind === 'part').length;
  if (!keepsLastPlace({ limit })) return wanted !== 'task' || tasks < mostTasks({ limit });
  if (wanted === 'answers') return true;
  const others = running.filter((kind) => kind !== 'answers').length;
  return others < limit - 1 && (wanted !== 'task' || tasks < mostTasks({ limit }));
}

/** Whether there are enough places to keep the last one for sessions that answer. */
export function keepsLastPlace({ limit }: Pick<StartRules, 'limit'>): boolean {
  return limit >= 3;
}

/** How many of the sessions may work on tasks, not counting subtasks that everybody waits for. */
export function mostTasks({ limit }: Pick<StartRules, 'limit'>): number {
  return keepsLastPlace({ limit }) ? limit - 2 : Math.max(1, limit - 1);
}

function wholeNumber(text: string | undefined, fallback: number): number {
  const number = Number(text);
  return text && Number.isInteger(number) && number > 0 ? number : fallback;
}
