/** How the tasks of one batch depend on each other by the names they have in it, and what is wrong with that. */
import type { Say } from '../tool.js';

export interface LinkedTask {
  readonly local_id: string;
  readonly dependencies: readonly string[];
}

/** Names that are used twice or not at all; else tasks that wait for themselves. */
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

/** Takes away whatever waits for nothing that is left, until nothing can be taken. */
function waitingForever(tasks: readonly LinkedTask[]): string[] {
  let left = tasks;
  for (;;) {
    const ids = new Set(left.map(({ local_id }) => local_id));
    const rest = left.filter(({ dependencies }) => dependencies.some((id) => ids.has(id)));
    if (rest.length === left.length) return rest.map(({ local_id }) => local_id);
    left = rest;
  }
}
