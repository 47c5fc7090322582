/** Checks the dependencies between the tasks of a batch. */
import type { Say } from '../../i18n.js';

export interface LinkedTask {
  readonly local_id: string;
  readonly dependencies: readonly string[];
}

/** Finds local ids that are used twice or not defined; if there are none, circular dependencies. */
export function whatIsLinkedWrongly(tasks: readonly LinkedTask[], say: Say): string[] {
  const ids = tasks.map(({ local_id }) => local_id);
  const twice = new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
  const unknown = new Set(tasks.flatMap(({ dependencies }) => dependencies.filter((id) => !ids.includes(id))));
  const problems = [
    ...[...twice].map((local_id) => say('local_id_twice', { local_id })),
    ...[...unknown].map((local_id) => say('local_id_unknown', { local_id })),
  ];
  if (problems.length > 0) return problems;
  const waiting = waitingForever(tasks);
  return waiting.length === 0 ? [] : [say('circular_dependencies', { local_ids: waiting })];
}

/** Removes tasks without open dependencies until none can be removed; what is left waits forever. */
function waitingForever(tasks: readonly LinkedTask[]): string[] {
  let left = tasks;
  for (;;) {
    const ids = new Set(left.map(({ local_id }) => local_id));
    const rest = left.filter(({ dependencies }) => dependencies.some((id) => ids.has(id)));
    if (rest.length === left.length) return rest.map(({ local_id }) => local_id);
    left = rest;
  }
}
