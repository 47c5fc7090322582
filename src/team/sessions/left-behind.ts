/** Cleans up after sessions that ended: delegations that they had taken, and executions without a report. */

import { abandonExecution, type Execution, toExecution } from '../executions/executions.js';
import type { Db } from '../store/schema.js';
import { finishPointless, outcomeOf } from '../work/delegation-ends.js';
import { type Delegation, findDelegation, putBack } from '../work/delegations.js';

export interface LeftBehind {
  readonly delegations: readonly string[];
  /** Nobody has taken them, and nobody needs to. */
  readonly pointless: readonly string[];
  readonly executions: readonly Execution[];
}

export async function leftBehind(db: Db): Promise<LeftBehind> {
  const delegations = await db
    .selectFrom('delegations')
    .leftJoin('sessions', 'sessions.id', 'delegations.session_id')
    .leftJoin('work_tasks', 'work_tasks.id', 'delegations.task_id')
    .select(['delegations.id', 'delegations.status'])
    .where('delegations.status', 'in', ['pending', 'processing'])
    .where((row) =>
      row.or([
        row('delegations.status', '=', 'pending').and('work_tasks.status', 'in', ['done', 'cancelled']),
        row('delegations.status', '=', 'processing').and(
          row.or([row('sessions.id', 'is', null), row('sessions.ended_at', 'is not', null)]),
        ),
      ]),
    )
    .execute();
  const idsOf = (wanted: 'pending' | 'processing') =>
    delegations.filter(({ status }) => status === wanted).map(({ id }) => id);
  const executions = await db
    .selectFrom('executions')
    .leftJoin('sessions', 'sessions.id', 'executions.session_id')
    .selectAll('executions')
    .where('executions.status', '=', 'running')
    .where((row) => row.or([row('sessions.id', 'is', null), row('sessions.ended_at', 'is not', null)]))
    .execute();
  return {
    delegations: idsOf('processing'),
    pointless: await pointless(db, idsOf('pending')),
    executions: executions.map(toExecution),
  };
}

/** Those of work tasks that are over, unless a conversation about it goes on. */
async function pointless(db: Db, pending: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const id of pending) {
    const delegation = await findDelegation(db, id);
    if (delegation && (await outcomeOf(db, delegation))) found.push(id);
  }
  return found;
}

export function isAnythingLeft({ delegations, pointless, executions }: LeftBehind): boolean {
  return delegations.length + pointless.length + executions.length > 0;
}

export async function clearUp(tx: Db, now: number): Promise<void> {
  const left = await leftBehind(tx);
  if (left.delegations.length > 0) await putBack(tx, left.delegations);
  const found: Delegation[] = [];
  for (const id of [...left.delegations, ...left.pointless]) {
    const delegation = await findDelegation(tx, id);
    if (delegation) found.push(delegation);
  }
  await finishPointless(tx, found, now);
  for (const execution of left.executions) await abandonExecution(tx, execution, now);
}
