/** Tells the giver of work that it will wait, because no session will be started for it. */

import type { Say } from '../i18n.js';
import type { StartKey } from '../team/sessions/start-state.js';
import { obstacleFor } from '../team/sessions/waiting-work.js';
import type { Db } from '../team/store/schema.js';
import type { WorkTask } from '../team/work/work-task.js';

type Note = { readonly note: string } | Record<never, never>;

/** Empty if the agent has such a session or will get one. */
export async function noteOn(db: Db, key: StartKey, say: Say): Promise<Note> {
  const obstacle = await obstacleFor(db, key);
  if (!obstacle) return {};
  const { agentId, purpose } = key;
  const reason = obstacle.reason ?? say(`waits_${obstacle.state as 'paused'}`);
  return { note: say('waits', { agent_id: agentId, purpose, reason }) };
}

export async function noteOnTask(db: Db, task: WorkTask, say: Say): Promise<Note> {
  const { projectId, assigneeId, status } = task;
  if (status !== 'in_progress' || assigneeId === null) return {};
  return noteOn(db, { projectId, agentId: assigneeId, purpose: 'task' }, say);
}
