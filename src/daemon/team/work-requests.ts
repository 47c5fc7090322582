/** Lets people list, create and change work tasks in their projects, under the same rules as agents. */

import { fail, type SynapseError } from '../../errors.js';
import type { Say } from '../../i18n.js';
import { fullTaskJson, listedTaskJson, workEventJson } from '../../team/json/work-json.js';
import { isAssigned } from '../../team/people/agents.js';
import { mustFindProject } from '../../team/people/projects.js';
import { forgetFailures } from '../../team/sessions/session-starts.js';
import { idNamed } from '../../team/store/id-prefix.js';
import type { Db } from '../../team/store/schema.js';
import type { Team } from '../../team/team.js';
import { assignTask, decideRequest, moveTask, mustBeMember } from '../../team/work/work-changes.js';
import { detailsOf } from '../../team/work/work-details.js';
import {
  isFinal,
  KEEPS_REASON,
  PRIORITIES,
  type Priority,
  readStatus,
  type WorkStatus,
  type WorkTask,
} from '../../team/work/work-task.js';
import {
  addWorkTask,
  listWorkTasks,
  mustFindParent,
  mustFindWorkTask,
  noWorkTask,
} from '../../team/work/work-tasks.js';
import type { Actor } from '../../team/work/work-trail.js';
import { noteOnTask } from '../../tools/waiting-note.js';
import { type Fields, secondsParameter, wrong } from '../http/door/fields.js';
import type { ById, Exchange } from '../http/exchange.js';
import { optionalTextIn, personBody, textIn } from './person-body.js';
import type { TeamAccess } from './team-access.js';
import { isVisible, visibleProject } from './visible.js';

export async function listWork(access: TeamAccess, { query }: Exchange): Promise<unknown> {
  const team = await access.ifThere();
  if (!team) return { tasks: [] };
  const status = query.get('status');
  const filter = {
    projectId: visibleProject(access, query),
    assigneeId: query.get('assignee') ?? undefined,
    ...(status === null ? {} : { status: readStatus(status) }),
  };
  const { projectId } = filter;
  return team.look(async (db) => {
    if (query.has('project')) await mustFindProject(db, projectId as string);
    const tasks = await listWorkTasks(db, filter);
    return { tasks: tasks.map((task) => ({ ...listedTaskJson(task), project_id: task.projectId })) };
  });
}

/** With `wait`, answers when the work task is over or blocked, or after that many seconds. */
export async function showWork(access: TeamAccess, exchange: Exchange<ById>): Promise<unknown> {
  const { id } = exchange.params;
  const team = await access.ifThere();
  if (!team) throw noWorkTask(id);
  const waitS = Math.min(secondsParameter(exchange.query, 'wait') ?? 0, LONGEST_WAIT_S);
  if (waitS > 0) await untilOver(access, team, exchange, waitS * 1000);
  return team.look(async (db) => {
    const task = await taskNamed(db, id);
    if (!isVisible(access, task.projectId)) throw noWorkTask(id);
    const details = await detailsOf(db, task);
    return {
      task: fullTaskJson(details),
      subtasks: details.subtasks.map(listedTaskJson),
      trail: details.trail.map(workEventJson),
    };
  });
}

const LONGEST_WAIT_S = 300;

async function untilOver(access: TeamAccess, team: Team, exchange: Exchange<ById>, limitMs: number): Promise<void> {
  const look = () => team.look((db) => taskNamed(db, exchange.params.id));
  const { projectId } = await look();
  if (!isVisible(access, projectId)) return;
  const untilMs = team.clock.monotonicMs() + limitMs;
  const gone = new AbortController();
  exchange.response.once('close', () => gone.abort());
  const ear = team.changes.listen({ projectId });
  try {
    for (;;) {
      const { status } = await look();
      const leftMs = untilMs - team.clock.monotonicMs();
      if (isFinal(status) || status === 'blocked' || leftMs <= 0 || gone.signal.aborted) return;
      await ear.hear(leftMs, gone.signal);
    }
  } finally {
    ear.close();
  }
}

/** A new task may be in progress already, but not finished. */
const FIRST_STATUSES: readonly WorkStatus[] = ['backlog', 'todo', 'in_progress'];

export async function createWork(access: TeamAccess, exchange: Exchange): Promise<unknown> {
  const body = await personBody(access, exchange);
  const projectId = textIn(body, 'project');
  const title = textIn(body, 'title');
  const status = readStatus(optionalTextIn(body, 'status') ?? 'todo');
  if (!FIRST_STATUSES.includes(status)) throw wrong('status', `one of ${FIRST_STATUSES.join(', ')}`);
  const priority = (optionalTextIn(body, 'priority') ?? 'medium') as Priority;
  if (!PRIORITIES.includes(priority)) throw wrong('priority', `one of ${PRIORITIES.join(', ')}`);
  const assigneeId = optionalTextIn(body, 'assignee');
  const parent = optionalTextIn(body, 'parent');
  const noProject = () => fail('project_not_found', { project_id: projectId });
  return changing(access, noProject, async (tx, now, by) => {
    await mustFindProject(tx, projectId);
    await mustBelong(tx, projectId, by);
    if (assigneeId !== null) await mustBeMember(tx, projectId, assigneeId);
    const parentTaskId = parent === null ? null : (await parentNamed(tx, projectId, parent, access.say)).id;
    const description = optionalTextIn(body, 'description') ?? '';
    return addWorkTask(tx, { projectId, title, description, status, priority, assigneeId, parentTaskId }, by, now);
  });
}

type Change = (
  tx: Db,
  task: WorkTask,
  doing: { readonly by: Actor; readonly now: number; readonly body: Fields },
) => Promise<WorkTask>;

const CHANGES: Readonly<Record<string, Change>> = {
  status: (tx, task, { by, now, body }) => {
    const to = readStatus(textIn(body, 'status'));
    const reason = optionalTextIn(body, 'reason');
    const kept = KEEPS_REASON.includes(to) ? { changes: { blockedReason: reason } } : { reason };
    return moveTask(tx, task, to, { by, now, ...kept });
  },
  assign: async (tx, task, { by, now, body }) => {
    const assigneeId = optionalTextIn(body, 'assignee');
    if (assigneeId !== null) await mustBeMember(tx, task.projectId, assigneeId);
    return assignTask(tx, task, assigneeId, { by, now });
  },
  approve: (tx, task, { by, now }) => decideRequest(tx, task, 'approved', { by, now, reason: null }),
  reject: (tx, task, { by, now, body }) =>
    decideRequest(tx, task, 'rejected', { by, now, reason: optionalTextIn(body, 'reason') }),
};

export async function changeWork(
  access: TeamAccess,
  exchange: Exchange<ById & { readonly action: string }>,
): Promise<unknown> {
  const { id, action } = exchange.params;
  const change = Object.hasOwn(CHANGES, action) ? CHANGES[action] : undefined;
  if (!change) throw fail('not_found', { path: `/work/${id}/${action}` });
  const body = await personBody(access, exchange);
  return changing(
    access,
    () => noWorkTask(id),
    async (tx, now, by) => {
      const task = await taskNamed(tx, id);
      await mustBelong(tx, task.projectId, by);
      return change(tx, task, { by, now, body });
    },
  );
}

async function changing(
  access: TeamAccess,
  withoutTeam: () => SynapseError,
  work: (tx: Db, now: number, by: Actor) => Promise<WorkTask>,
): Promise<unknown> {
  const team: Team | null = await access.ifThere();
  if (!team) throw withoutTeam();
  const by: Actor = { executorId: access.context.self.id, via: 'person' };
  const task = await team.change(async (tx, now) => {
    const changed = await work(tx, now, by);
    // Somebody wants this, so the agent is started again, however often that failed before.
    if (changed.assigneeId !== null) await forgetFailures(tx, changed.assigneeId);
    return changed;
  });
  return team.look(async (db) => ({
    task: fullTaskJson(await detailsOf(db, task)),
    ...(await noteOnTask(db, task, access.say)),
  }));
}

/** Finds a work task by its id or a unique prefix. */
export async function taskNamed(db: Db, word: string): Promise<WorkTask> {
  return mustFindWorkTask(db, null, await idNamed(db, 'work_tasks', word));
}

async function parentNamed(db: Db, projectId: string, word: string, say: Say): Promise<WorkTask> {
  return mustFindParent(db, projectId, await idNamed(db, 'work_tasks', word), say);
}

async function mustBelong(tx: Db, projectId: string, { executorId }: Actor): Promise<void> {
  if (await isAssigned(tx, projectId, executorId)) return;
  throw fail('agent_not_assigned_to_project', { agent_id: executorId, project_id: projectId });
}
