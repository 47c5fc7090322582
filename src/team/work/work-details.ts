/** Everything there is to know about one work task. */
import type { Db } from '../store/schema.js';
import type { WorkTask } from './work-task.js';
import { dependenciesOf, listWorkTasks } from './work-tasks.js';
import { trailOf, type WorkEvent } from './work-trail.js';

export interface WorkTaskDetails {
  readonly task: WorkTask;
  /** The ids of the work tasks it depends on. */
  readonly dependencies: readonly string[];
  readonly subtasks: readonly WorkTask[];
  readonly trail: readonly WorkEvent[];
}

export async function detailsOf(db: Db, task: WorkTask): Promise<WorkTaskDetails> {
  return {
    task,
    dependencies: await dependenciesOf(db, task.id),
    subtasks: await listWorkTasks(db, { parentTaskId: task.id }),
    trail: await trailOf(db, task.id),
  };
}
