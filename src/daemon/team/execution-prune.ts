/** Deletes executions that ended long ago, together with their logs. */
import { executionsDir } from '../../paths.js';
import { findExecution, forgetExecutions } from '../../team/executions/executions.js';
import { logFiles, removeLog } from '../../team/executions/log-room.js';
import type { Team } from '../../team/team.js';
import type { Exchange } from '../http/exchange.js';
import { personBody, wrong } from './person-body.js';
import type { TeamAccess } from './team-access.js';

/** Small enough that other writers do not wait for long. */
const AT_ONCE = 200;

export async function pruneExecutions(access: TeamAccess, exchange: Exchange): Promise<unknown> {
  const { older_than_ms: olderThanMs } = await personBody(access, exchange);
  if (typeof olderThanMs !== 'number' || !(olderThanMs >= 0)) throw wrong('older_than_ms', 'a number');
  const team = await access.ifThere();
  if (!team) return { deleted: 0 };
  const before = team.clock.now() - olderThanMs;
  const deleted = await forget(team, before);
  await removeStrays(team, executionsDir(access.context.home), before);
  return { deleted };
}

async function forget(team: Team, before: number): Promise<number> {
  for (let deleted = 0; ; ) {
    const gone = await team.change((tx) => forgetExecutions(tx, before, AT_ONCE));
    for (const { logFile } of gone) if (logFile !== null) await removeLog(logFile);
    deleted += gone.length;
    if (gone.length < AT_ONCE) return deleted;
  }
}

/** Deletes logs without an execution: a daemon was killed between deleting the two. */
async function removeStrays(team: Team, dir: string, before: number): Promise<void> {
  for (const { executionId, file, changedAt } of await logFiles(dir)) {
    if (changedAt > before) continue;
    if (!(await team.store.read((db) => findExecution(db, executionId)))) await removeLog(file);
  }
}
