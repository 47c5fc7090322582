/** Compares the card of an agent with the one before: what is new, and what happened. Pure functions. */
import type { AgentCard } from '../../../a2a/activity.js';

/** An entry is also written anew when its agent gets a request, but its status is as old as it was. */
export function sinceThen(before: AgentCard | null, now: AgentCard): AgentCard {
  const isSame =
    before?.instance === now.instance && before.status === now.status && before.status_reason === now.status_reason;
  return isSame ? { ...now, status_at: before.status_at } : now;
}

/** An outside agent has no run of its own, so nobody can say that it has started. */
export function whatHappened(before: AgentCard | null, now: AgentCard): 'started' | 'changed' | 'stopped' | 'died' {
  const isUp = ({ status }: AgentCard) => status !== 'dead' && status !== 'stopped';
  if (isUp(now) && now.instance === null) return 'changed';
  if (isUp(now)) return before && isUp(before) && before.instance === now.instance ? 'changed' : 'started';
  if (!before || !isUp(before)) return 'changed';
  return now.status === 'dead' ? 'died' : 'stopped';
}
