/** A terminal of an agent as JSON, for commands and daemons alike. */
import { toIso } from '../clock.js';
import type { TerminalEntry } from './entry.js';

export function terminalJson(terminal: TerminalEntry) {
  const { session, purpose, project, status, statusReason, programPid, why, startedAt } = terminal;
  return {
    ...{ session, purpose, project, status },
    status_reason: statusReason,
    program_pid: programPid,
    why,
    started_at: toIso(startedAt),
  };
}
