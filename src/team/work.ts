/** The work task a session is for. There are no work tasks yet, so nobody has one in progress. */
import type { Db } from './store/schema.js';

export interface WorkInProgress {
  readonly taskId: string;
  readonly title: string;
  readonly status: string;
}

/** The agent's work task in progress: the highest priority, then the oldest. */
export async function workInProgress(_db: Db, _projectId: string, _agentId: string): Promise<WorkInProgress | null> {
  return null;
}
