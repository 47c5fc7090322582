/** Lists delegations and executions for people, and reads execution logs. */

import { fail } from '../../errors.js';
import { executionsDir } from '../../paths.js';
import { findExecution, viewExecutions } from '../../team/executions/executions.js';
import { pruneExecutions, removeStrayLogs } from '../../team/executions/prune-executions.js';
import { fullDelegationJson } from '../../team/json/delegation-json.js';
import { executionLogJson, fullExecutionJson } from '../../team/json/execution-json.js';
import { mustFindProject } from '../../team/people/projects.js';
import { idNamed } from '../../team/store/id-prefix.js';
import type { Db } from '../../team/store/schema.js';
import { listDelegations } from '../../team/work/delegations.js';
import { wrong } from '../http/door/fields.js';
import type { ById, Exchange } from '../http/exchange.js';
import { pageSize } from '../http/page-size.js';
import { personBody } from './person-body.js';
import type { TeamAccess } from './team-access.js';
import { isVisible, programOf, visibleProject } from './visible.js';
import { taskNamed } from './work-requests.js';

export async function delegations(access: TeamAccess, { query }: Exchange): Promise<unknown> {
  const team = await access.ifThere();
  if (!team) return { delegations: [] };
  const found = await team.look(async (db) =>
    listDelegations(db, await projectNamed(access, db, query), pageSize(query)),
  );
  const visible = found.filter(({ projectId, agentId }) => isVisible(access, projectId, [agentId]));
  return { delegations: visible.map(fullDelegationJson) };
}

export async function executions(access: TeamAccess, { query }: Exchange): Promise<unknown> {
  const team = await access.ifThere();
  if (!team) return { executions: [] };
  const task = query.get('task');
  return team.look(async (db) => {
    const projectId = await projectNamed(access, db, query);
    const agentId = programOf(access)?.agentId;
    const taskId = task === null ? undefined : (await taskNamed(db, task)).id;
    const found = await viewExecutions(db, { projectId, agentId, taskId }, { limit: pageSize(query), logs: team.logs });
    return { executions: found.map(fullExecutionJson) };
  });
}

export async function executionLog(access: TeamAccess, { params, query }: Exchange<ById>): Promise<unknown> {
  const { id } = params;
  const team = await access.ifThere();
  const execution = team && (await team.look(async (db) => findExecution(db, await idNamed(db, 'executions', id))));
  if (!execution) throw fail('execution_log_not_found', { execution_id: id });
  if (!isVisible(access, execution.projectId, [execution.agentId])) {
    throw fail('unauthorized', { agent_id: access.context.self.id });
  }
  const range = { tail: countOf(query, 'tail'), offset: countOf(query, 'offset') };
  if (range.tail !== undefined && range.offset !== undefined) throw wrong('tail', 'given without offset');
  return executionLogJson(execution, await team.logs.read(execution, range), range);
}

/** The requested project, which must exist, or that of a program; undefined for all projects. */
async function projectNamed(access: TeamAccess, db: Db, query: URLSearchParams): Promise<string | undefined> {
  const id = visibleProject(access, query);
  return query.has('project') ? (await mustFindProject(db, id as string)).id : id;
}

function countOf(query: URLSearchParams, key: string): number | undefined {
  const word = query.get(key);
  if (word === null) return undefined;
  if (/^\d+$/.test(word)) return Number(word);
  throw wrong(key, 'a whole number');
}

export async function pruneEnded(access: TeamAccess, exchange: Exchange): Promise<unknown> {
  const { older_than_ms: olderThanMs } = await personBody(access, exchange);
  if (typeof olderThanMs !== 'number' || !(olderThanMs >= 0)) throw wrong('older_than_ms', 'a number');
  const team = await access.ifThere();
  if (!team) return { deleted: 0 };
  const before = team.clock.now() - olderThanMs;
  const deleted = await pruneExecutions(team.store, before, team.logs);
  await removeStrayLogs(team.store, executionsDir(access.context.home), before);
  return { deleted };
}
