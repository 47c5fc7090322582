/** The tool that creates several work tasks at once, with dependencies between them. */
import { fail } from '../../errors.js';
import { listedTaskJson } from '../../team/json/work-json.js';
import { listAgents } from '../../team/people/agents.js';
import { isAncestor } from '../../team/people/hierarchy.js';
import type { Db } from '../../team/store/schema.js';
import { mustBeMember } from '../../team/work/work-changes.js';
import { PRIORITIES, type Priority, type WorkTask } from '../../team/work/work-task.js';
import { addDependency, addWorkTask } from '../../team/work/work-tasks.js';
import type { Answer, SessionCall, Tool } from '../tool.js';
import { type LinkedTask, whatIsLinkedWrongly } from './batch-links.js';
import { mustBeAllowedToDivide } from './parent-task.js';

const MOST_AT_ONCE = 100;

export const BATCH_TOOL: Tool = {
  name: 'create_tasks_batch',
  permission: 'taskOnly',
  description:
    'Creates several work tasks at once, for yourself or for agents below you. If one is refused, none is created.',
  properties: {
    parent_task_id: {
      type: 'string',
      description:
        'the work task to create them under; its assignee, its creator and agents above the assignee may do this',
    },
    tasks: {
      type: 'array',
      maxItems: MOST_AT_ONCE,
      description: `the tasks, up to ${MOST_AT_ONCE}`,
      items: {
        type: 'object',
        properties: {
          local_id: { type: 'string', description: 'a name for the task within this list' },
          title: { type: 'string', description: 'what is to be done' },
          description: { type: 'string', default: '', description: 'details' },
          priority: { type: 'string', enum: PRIORITIES, default: 'medium', description: 'how urgent it is' },
          assignee_id: { type: 'string', description: 'you or an agent below you; nobody if omitted' },
          dependencies: {
            type: 'array',
            items: { type: 'string' },
            default: [],
            description: 'the local_id of every task in this list that must be done first',
          },
        },
        required: ['local_id', 'title'],
      },
    },
  },
  required: ['tasks'],
  answers: ['tasks', 'local_id_to_real_id', 'task_count'],
  handle: createTasksBatch,
};

/** A task of the batch, with defaults filled in. */
interface BatchTask extends LinkedTask {
  readonly title: string;
  readonly description: string;
  readonly priority: Priority;
  readonly assignee_id?: string;
}

async function createTasksBatch({ team, session, args, say }: SessionCall): Promise<Answer> {
  const { projectId, agentId } = session;
  const wanted: readonly BatchTask[] = args.tasks;
  const invalid = whatIsLinkedWrongly(wanted, say);
  if (invalid.length > 0) throw fail('invalid_argument', { invalid });
  const made = await team.change(async (tx, now) => {
    const parentTaskId: string | null = args.parent_task_id ?? null;
    await mustBeAllowedToDivide(tx, session, { parentTaskId }, say);
    const members = await listAgents(tx);
    const tasks = new Map<string, WorkTask>();
    for (const { local_id: localId, title, description, priority, assignee_id: assigneeId = null } of wanted) {
      await mustBeBelow(tx, { projectId, agentId, assigneeId, members });
      const by = { executorId: agentId, via: 'task' } as const;
      const task = { projectId, title, description, priority, assigneeId, parentTaskId };
      tasks.set(localId, await addWorkTask(tx, task, by, now));
    }
    const idOf = (localId: string) => (tasks.get(localId) as WorkTask).id;
    for (const { local_id: localId, dependencies } of wanted) {
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
