/** Sessions, and the work that waits for one, in JSON. */
import { toIso } from '../../clock.js';
import type { SessionView } from '../sessions/session-view.js';
import type { WaitingWork } from '../sessions/waiting-work.js';
import type { SessionRow } from '../store/schema.js';
import { isoOrNull, type Json } from './json.js';

export function sessionJson({ agentId, projectId, purpose, holder, since, task, partners, about }: SessionView): Json {
  return {
    agent_id: agentId,
    project_id: projectId,
    purpose,
    holder,
    since: toIso(since),
    task_id: task?.id ?? null,
    task_title: task?.title ?? null,
    partners,
    about,
  };
}

/** Part of its agent: where it runs, and why it was started. */
export function agentSessionJson(
  { purpose, project_id, task_id, origin, created_at }: SessionRow,
  { session, why }: { readonly session: string | null; readonly why: string | null },
): Json {
  return { purpose, project_id, task_id, origin, session, why, since: toIso(created_at) };
}

export function waitingWorkJson(work: WaitingWork): Json {
  const { projectId, agentId, purpose, why, state, reason, attempts, nextTryAt } = work;
  return {
    ...{ agent_id: agentId, project_id: projectId, purpose, why, state, reason, attempts },
    next_try_at: isoOrNull(nextTryAt),
  };
}
