/** Decides who may create a work task under another one: an open subtask holds up its parent, even before it is approved. */
import { fail } from '../../errors.js';
import type { Say } from '../../i18n.js';
import { listAgents } from '../../team/people/agents.js';
import type { Session } from '../../team/sessions/session.js';
import type { Db } from '../../team/store/schema.js';
import { mayChangeStatus } from '../../team/work/work-task.js';
import { mustFindParent } from '../../team/work/work-tasks.js';

interface Adding {
  readonly parentTaskId: string | null;
  /** Somebody above the caller who asked for the subtask, so that what they may do counts. */
  readonly requesterId?: string | null;
}

/** Those who may change the status of the parent may divide it. */
export async function mustBeAllowedToDivide(
  tx: Db,
  { projectId, agentId }: Session,
  { parentTaskId, requesterId = null }: Adding,
  say: Say,
): Promise<void> {
  if (parentTaskId === null) return;
  const parent = await mustFindParent(tx, projectId, parentTaskId, say);
  const members = await listAgents(tx);
  const isAllowed = [agentId, requesterId].some((id) => id !== null && mayChangeStatus(parent, id, members));
  if (!isAllowed) throw fail('unauthorized', { agent_id: agentId, task_id: parent.id, reason: say('not_your_parent') });
}
