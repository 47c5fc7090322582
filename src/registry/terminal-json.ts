/** A terminal of an agent as JSON, for commands and daemons alike. */
import { toIso } from '../clock.js';
import type { TerminalEntry } from './entry.js';

/** Mail that waits for long, as JSON. */
export function heldJson({ count, since, reason, screen }: NonNullable<TerminalEntry['longHeld']>) {
  return { count, reason, since: toIso(since), screen };
}

export function terminalJson(terminal: TerminalEntry) {
  const { session, purpose, project, status, statusReason, programPid, why, startedAt } = terminal;
  const { channel = null, degraded = [], statusBy = null, longHeld, untried = null } = terminal;
  return {
    ...{ session, purpose, project, status },
    status_reason: statusReason,
    by: statusBy,
    via: channel,
    degraded,
    held: longHeld ? heldJson(longHeld) : null,
    untried,
    program_pid: programPid,
    why,
    started_at: toIso(startedAt),
  };
}
