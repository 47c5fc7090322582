/** Deletes executions that ended long ago, together with their logs. */
import { AT_ONCE, stepwise } from '../stepwise.js';
import type { TeamStore } from '../store/store.js';
import { findExecution, forgetExecutions } from './executions.js';
import type { LogRequests } from './log-requests.js';
import { logFiles, removeLog } from './log-room.js';

export function pruneExecutions(store: TeamStore, before: number, logs: Pick<LogRequests, 'fileOf'>): Promise<number> {
  return stepwise(async () => {
    const gone = await store.writeQuietly((tx) => forgetExecutions(tx, before, AT_ONCE));
    for (const execution of gone) {
      const file = logs.fileOf(execution);
      if (file !== null) await removeLog(file);
    }
    return gone.length;
  });
}

/** Deletes logs without an execution: a daemon was killed between deleting the two, or another host deleted the execution. */
export async function removeStrayLogs(store: TeamStore, dir: string, before: number): Promise<void> {
  for (const { executionId, file, changedAt } of await logFiles(dir)) {
    if (changedAt > before) continue;
    if (!(await store.read((db) => findExecution(db, executionId)))) await removeLog(file);
  }
}
