/** Finds the task that an id means, among the incoming or the outgoing ones. */
import { fail } from '../../errors.js';
import type { TaskStore } from '../../taskstore/store.js';
import type { Direction, Task } from '../../taskstore/task.js';

/** `more` are additional details for the error. */
export function findTask(
  store: TaskStore,
  id: string,
  direction: Direction,
  more: Readonly<Record<string, string>> = {},
): Task {
  const tasks = tasksNamed(store, id, direction);
  const [task, ...others] = tasks;
  if (!task) throw fail('task_not_found', { task: id, ...more });
  if (others.length > 0) throw fail('ambiguous_id', { task: id, matches: tasks.map((each) => each.id) });
  return task;
}

export function tasksNamed(store: TaskStore, id: string, direction: Direction): Task[] {
  return store.find(id).flatMap(({ task }) => (task?.direction === direction ? [task] : []));
}
