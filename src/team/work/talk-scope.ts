/** Decides whose conversations belong to a work task: its own, and those of the tasks that it is a part of. */
import { listAgents, type TeamAgent } from '../people/agents.js';
import type { Db } from '../store/schema.js';
import { mayChangeStatus, type WorkTask } from './work-task.js';
import { findWorkTask } from './work-tasks.js';

/** The task and the parents whose conversations its reader may read, nearest first. */
export async function talkScope(db: Db, task: WorkTask, readerId: string): Promise<WorkTask[]> {
  const members = await listAgents(db);
  const found = [task];
  for (let child = task; child.parentTaskId !== null; ) {
    const parent = await findWorkTask(db, child.parentTaskId);
    if (!parent || found.some(({ id }) => id === parent.id) || !isShared(parent, child, { readerId, members })) break;
    found.push(parent);
    child = parent;
  }
  return found;
}

/** Being under another task alone must not open the conversations of that one: tasks can be reassigned. */
function isShared(
  parent: WorkTask,
  { createdBy }: WorkTask,
  { readerId, members }: { readonly readerId: string; readonly members: readonly TeamAgent[] },
): boolean {
  const isByPerson = members.some(({ id, kind }) => id === createdBy && kind === 'human');
  return isByPerson || [createdBy, readerId].some((id) => mayChangeStatus(parent, id, members));
}
