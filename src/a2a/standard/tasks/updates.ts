/** What a client that has seen a task must be told to know how it is now. */
import { type StreamResponse, type Task, TaskState, type TaskStatus } from '@a2a-js/sdk';
import { isFinal } from './view.js';

export function updatesBetween(before: Task, after: Task): StreamResponse[] {
  const ids = { taskId: after.id, contextId: after.contextId, metadata: undefined };
  const status = (value: TaskStatus): StreamResponse => ({
    payload: { $case: 'statusUpdate', value: { ...ids, status: value } },
  });
  const updates: StreamResponse[] = [];
  const reached = after.status?.state;
  // Both steps may happen before anybody looks.
  if (
    before.status?.state === TaskState.TASK_STATE_SUBMITTED &&
    reached !== undefined &&
    COMES_AFTER_WORK.has(reached)
  ) {
    updates.push(status({ ...before.status, state: TaskState.TASK_STATE_WORKING, message: undefined }));
  }
  for (const artifact of after.artifacts) {
    const known = before.artifacts.find(({ artifactId }) => artifactId === artifact.artifactId);
    const parts = artifact.parts.slice(known?.parts.length ?? 0);
    if (parts.length === 0) continue;
    const value = {
      ...ids,
      artifact: { ...artifact, parts },
      append: known !== undefined,
      lastChunk: isFinal(reached),
    };
    updates.push({ payload: { $case: 'artifactUpdate', value } });
  }
  if (after.status && !isSame(before.status, after.status)) updates.push(status(after.status));
  return updates;
}

const COMES_AFTER_WORK = new Set([TaskState.TASK_STATE_COMPLETED, TaskState.TASK_STATE_INPUT_REQUIRED]);

function isSame(before: TaskStatus | undefined, after: TaskStatus): boolean {
  return before?.state === after.state && before.message?.messageId === after.message?.messageId;
}
