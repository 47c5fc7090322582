/** Several work tasks that depend on each other, made at once or not at all. */
import { fail } from '../errors.js';
import { listedTaskJson } from '../team/json/work-json.js';
import { listAgents } from '../team/people/agents.js';
import { isAncestor } from '../team/people/hierarchy.js';
import type { Db } from '../team/store/schema.js';
import { mustBeMember } from '../team/work/work-changes.js';
import { PRIORITIES, type Priority, type WorkTask } from '../team/work/work-task.js';
import { addDependency, addWorkTask, mustFindParent } from '../team/work/work-tasks.js';
import type { Answer, SessionCall, Tool } from './tool.js';

const MOST_AT_ONCE = 100;

export const BATCH_TOOL: Tool = {
  name: 'create_tasks_batch',
  permission: 'taskOnly',
  description: 'Makes several work tasks at once, for yourself or for agents below you; all of them or none.',
  properties: {
    parent_task_id: { type: 'string', description: 'the work task they are parts of' },
    tasks: {
      type: 'array',
      description: `up to ${MOST_AT_ONCE} tasks; dependencies name the local_id of others in the same list`,
      items: {
        type: 'object',
        properties: {
          local_id: { type: 'string' },
          title: { type: 'string' },
          description: { type: 'string' },
          priority: { type: 'string', enum: PRIORITIES },
          assignee_id: { type: 'string' },
          dependencies: { type: 'array', items: { type: 'string' } },
        },
        required: ['local_id', 'title'],
      },
    },
  },
  required: ['tasks'],
  answers: ['tasks', 'local_id_to_real_id', 'task_count'],
  handle: createTasksBatch,
};

interface Wanted {
  readonly localId: string;
  readonly title: string;
  readonly description: string;
  readonly priority: Priority;
  readonly assigneeId: string | null;
  readonly dependencies: readonly string[];
}

async function createTasksBatch({ team, session, args }: SessionCall): Promise<Answer> {
  const { projectId, agentId } = session;
  const wanted = readBatch(args.tasks);
  const made = await team.change(async (tx, now) => {
    const parentTaskId: string | null = args.parent_task_id ?? null;
    if (parentTaskId !== null) await mustFindParent(tx, projectId, parentTaskId);
    const members = await listAgents(tx);
    const tasks = new Map<string, WorkTask>();
    for (const { localId, dependencies: _, ...task } of wanted) {
      await mustBeBelow(tx, { projectId, agentId, assigneeId: task.assigneeId, members });
      const by = { executorId: agentId, via: 'task' } as const;
      tasks.set(localId, await addWorkTask(tx, { projectId, ...task, parentTaskId }, by, now));
    }
    const idOf = (localId: string) => (tasks.get(localId) as WorkTask).id;
    for (const { localId, dependencies } of wanted) {
      for (const each of new Set(dependencies)) await addDependency(tx, idOf(localId), idOf(each));
    }
    return [...tasks];
  });
  return {
    tasks: made.map(([localId, task]) => ({ local_id: localId, ...listedTaskJson(task) })),
    local_id_to_real_id: Object.fromEntries(made.map(([localId, { id }]) => [localId, id])),
    task_count: made.length,
  };
}

/** What is wrong with a batch is said about all of its tasks at once. */
export function readBatch(given: readonly unknown[]): Wanted[] {
  if (given.length === 0) throw fail('missing_arguments', { missing: ['tasks'] });
  if (given.length > MOST_AT_ONCE) throw invalid([`tasks must be at most ${MOST_AT_ONCE}`]);
  const items = given.map((item) => (item ?? {}) as Record<string, unknown>);
  const missing = items.flatMap((item, index) =>
    ['local_id', 'title'].filter((key) => isMissing(item[key])).map((key) => `tasks[${index}].${key}`),
  );
  if (missing.length > 0) throw fail('missing_arguments', { missing });
  const wrong = items.flatMap((item, index) => whatIsWrong(item).map((text) => `tasks[${index}].${text}`));
  if (wrong.length > 0) throw invalid(wrong);
  const wanted = items.map(toWanted);
  const linked = whatIsLinkedWrongly(wanted);
  if (linked.length > 0) throw invalid(linked);
  return wanted;
}

function whatIsWrong(item: Record<string, unknown>): string[] {
  const isText = (key: string) => item[key] === undefined || item[key] === null || typeof item[key] === 'string';
  const texts = ['local_id', 'title', 'description', 'assignee_id'].filter((key) => !isText(key));
  const { priority, dependencies = [] } = item;
  const isList =
    Array.isArray(dependencies ?? []) && ((dependencies ?? []) as unknown[]).every((id) => typeof id === 'string');
  return [
    ...texts.map((key) => `${key} must be a text`),
    ...(priority === undefined || priority === null || PRIORITIES.includes(priority as Priority)
      ? []
      : [`priority must be one of ${PRIORITIES.join(', ')}`]),
    ...(isList ? [] : ['dependencies must be a list of local ids']),
  ];
}

/** Local ids that are there twice or not at all, and tasks that wait for themselves. */
function whatIsLinkedWrongly(wanted: readonly Wanted[]): string[] {
  const ids = wanted.map(({ localId }) => localId);
  const twice = [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
  const unknown = wanted.flatMap(({ dependencies }) => dependencies.filter((id) => !ids.includes(id)));
  const problems = [
    ...twice.map((id) => `the local_id ${id} is there twice`),
    ...[...new Set(unknown)].map((id) => `there is no local_id ${id}`),
  ];
  if (problems.length > 0) return problems;
  const waiting = waitingForever(wanted);
  return waiting.length === 0 ? [] : [`${waiting.join(', ')} wait for each other`];
}

/** Takes away whatever waits for nothing that is left, until nothing can be taken. */
function waitingForever(wanted: readonly Wanted[]): string[] {
  let left = wanted;
  for (;;) {
    const ids = new Set(left.map(({ localId }) => localId));
    const rest = left.filter(({ dependencies }) => dependencies.some((id) => ids.has(id)));
    if (rest.length === left.length) return rest.map(({ localId }) => localId);
    left = rest;
  }
}

async function mustBeBelow(
  tx: Db,
  who: {
    readonly projectId: string;
    readonly agentId: string;
    readonly assigneeId: string | null;
    readonly members: Parameters<typeof isAncestor>[2];
  },
): Promise<void> {
  const { projectId, agentId, assigneeId, members } = who;
  if (assigneeId === null || assigneeId === agentId) return;
  await mustBeMember(tx, projectId, assigneeId);
  if (!isAncestor(agentId, assigneeId, members))
    throw fail('unauthorized', { agent_id: agentId, assignee_id: assigneeId });
}

function toWanted(item: Record<string, unknown>): Wanted {
  return {
    localId: item.local_id as string,
    title: item.title as string,
    description: (item.description as string | undefined) ?? '',
    priority: (item.priority as Priority | undefined) ?? 'medium',
    assigneeId: (item.assignee_id as string | undefined) ?? null,
    dependencies: (item.dependencies as string[] | undefined) ?? [],
  };
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

function invalid(wrong: readonly string[]) {
  return fail('invalid_argument', { invalid: wrong });
}
