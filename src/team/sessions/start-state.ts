/** Decides about the starts of sessions by looking at their rows alone: what holds a start back, and what became of it. */
import type { SessionStartRow } from '../store/start-tables.js';
import type { Purpose } from './session.js';
import { hasRoom, pauseAfter, type StartRules } from './start-rules.js';
import type { WantedSession } from './wanted-sessions.js';

export type SessionStart = SessionStartRow;

export interface StartKey {
  readonly projectId: string;
  readonly agentId: string;
  readonly purpose: Purpose;
}

export interface Starting {
  readonly now: number;
  readonly rules: StartRules;
  readonly isAlive: (holder: string) => boolean;
}

/** What keeps a wanted session from starting now; null if nothing does. */
export function obstacleOf(
  wanted: WantedSession,
  starts: readonly SessionStart[],
  { now, rules, isAlive }: Starting,
): 'given_up' | 'busy' | 'pause' | 'limit' | null {
  const own = starts.find((row) => isOf(row, wanted));
  if (own?.state === 'given_up') return 'given_up';
  if (own && hasLiveHolder(own, isAlive)) return 'busy';
  // If the clock was set back, no pause is longer than the longest one.
  const pauseMs = own ? own.next_try_at - now : 0;
  if (pauseMs > 0 && pauseMs <= pauseAfter(rules.mostTries, rules)) return 'pause';
  const running = starts.filter((row) => row.project_id === wanted.projectId && hasLiveHolder(row, isAlive));
  // A session that is just starting may be the one that the others wait for.
  const isComing = running.some(({ purpose, state }) => purpose === 'task' && state === 'starting');
  const kind = wanted.kind === 'part' && isComing ? 'task' : wanted.kind;
  const kinds = running.map((row) => row.kind);
  return hasRoom(kinds, kind, rules) ? null : 'limit';
}

/** Whether the place of this session would let waiting work begin that has none. */
export function isPlaceNeeded(
  key: StartKey,
  wanted: readonly WantedSession[],
  starts: readonly SessionStart[],
  starting: Starting,
): boolean {
  // Those that give way already will be gone soon.
  const staying = starts.filter((row) => row.reason !== GIVES_WAY || isOf(row, key));
  const others = staying.filter((row) => !isOf(row, key));
  return wanted.some(
    (session) =>
      session.projectId === key.projectId &&
      obstacleOf(session, staying, starting) === 'limit' &&
      obstacleOf(session, others, starting) === null,
  );
}

/** The reason in the row of a running session that is about to give up its place. */
export const GIVES_WAY = 'it gives way to other work';

/** Whether it is starting, running or cleaning up. */
export function hasLiveHolder({ holder }: SessionStart, isAlive: (holder: string) => boolean): boolean {
  return holder !== null && isAlive(holder);
}

/** Whether its holder was killed. */
export function isLeft(row: SessionStart, isAlive: (holder: string) => boolean): boolean {
  return !isOver(row) && !hasLiveHolder(row, isAlive);
}

/** After that, nothing about it changes in the store. */
export function isClearingUp(row: SessionStart, isAlive: (holder: string) => boolean): boolean {
  return isOver(row) && hasLiveHolder(row, isAlive);
}

/** Whether the process that cleaned up is gone. */
export function hasClearedUp(row: SessionStart, isAlive: (holder: string) => boolean): boolean {
  return isOver(row) && row.holder !== null && !isAlive(row.holder);
}

function isOver({ state }: SessionStart): boolean {
  return state !== 'starting' && state !== 'running';
}

function isOf(row: SessionStart, { projectId, agentId, purpose }: StartKey): boolean {
  return row.project_id === projectId && row.agent_id === agentId && row.purpose === purpose;
}

export function keyOfStart(row: SessionStart): StartKey {
  return { projectId: row.project_id, agentId: row.agent_id, purpose: row.purpose };
}
