/** The events that bring a client from the state of a task that it has seen to the current one. */
import { type StreamResponse, type Task, TaskState, type TaskStatus } from '@a2a-js/sdk';
import { isFinal } from './view.js';

export function updatesBetween(before: Task, after: Task): StreamResponse[] {
  const ids = { taskId: after.id, contextId: after.contextId, metadata: undefined };
  const status = (value: TaskStatus): StreamResponse => ({
    payload: { $case: 'statusUpdate', value: { ...ids, status: value } },
  });
  const updates: StreamResponse[] = [];
  const reached = after.status?.state;
  let known = before.status;
  // Several steps may happen before anybody looks. The work comes before its results.
  if (known?.state === TaskState.TASK_STATE_SUBMITTED && reached !== undefined && COMES_FROM_WORK.has(reached)) {
    known = { ...known, state: TaskState.TASK_STATE_WORKING, message: undefined };
    updates.push(status(known));
  }
  for (const artifact of after.artifacts) {
    const earlier = before.artifacts.find(({ artifactId }) => artifactId === artifact.artifactId);
    const parts = artifact.parts.slice(earlier?.parts.length ?? 0);
    if (parts.length === 0) continue;
    const chunk = { artifact: { ...artifact, parts }, append: earlier !== undefined, lastChunk: isFinal(reached) };
    updates.push({ payload: { $case: 'artifactUpdate', value: { ...ids, ...chunk } } });
  }
  if (after.status && !isSame(known, after.status)) updates.push(status(after.status));
  return updates;
}

const COMES_FROM_WORK = new Set([
  TaskState.TASK_STATE_WORKING,
  TaskState.TASK_STATE_COMPLETED,
  TaskState.TASK_STATE_INPUT_REQUIRED,
]);

function isSame(before: TaskStatus | undefined, after: TaskStatus): boolean {
  return before?.state === after.state && before.message?.messageId === after.message?.messageId;
}
