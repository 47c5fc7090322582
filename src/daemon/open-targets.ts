/** The requests that still wait for an answer, as `reply --list-targets` shows them. */
import { shortId } from '../ids.js';
import type { Task } from '../taskstore/task.js';
import type { Office } from './office.js';

export function openTargets({ store, clock }: Office, tasks: readonly Task[]): Record<string, unknown>[] {
  const now = clock.now();
  return tasks.map((task) => {
    const id = task.senderTaskId ?? task.id;
    return {
      id,
      short_id: shortId(id),
      sender: task.peer.id,
      age_seconds: Math.max(0, Math.round((now - task.createdAt) / 1000)),
      text: store.messagesOf(task.seq).find((message) => message.direction === 'incoming')?.text ?? '',
    };
  });
}
