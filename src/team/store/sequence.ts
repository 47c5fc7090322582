/** Numbers rows within a project, because several may be created in the same millisecond. */
import type { Db } from './schema.js';

type Placed = 'work_tasks' | 'delegations' | 'notifications' | 'executions';

/** The next number of this kind in the project. */
export async function nextPlace(tx: Db, kind: Placed, projectId: string): Promise<number> {
  const last = await tx
    .selectFrom(kind)
    .select('place')
    .where('project_id', '=', projectId)
    .orderBy('place', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (last?.place ?? 0) + 1;
}
