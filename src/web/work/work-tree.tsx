/** Work tasks as a tree: each below the one it is a part of. */
import type { WorkListed } from '../../a2a/web/things.js';
import { Avatar, Status } from '../parts/status.js';
import { Name } from '../parts/text.js';
import { addressOf } from '../state/place.js';
import { say, stateWord } from '../words/words.js';

interface TreeProps {
  readonly tasks: readonly WorkListed[];
  readonly open: string | null;
}

export function WorkTree({ tasks, open }: TreeProps) {
  const known = new Set(tasks.map(({ task_id }) => task_id));
  const children = new Map<string | null, WorkListed[]>();
  for (const task of tasks) {
    const parent = task.parent_task_id !== null && known.has(task.parent_task_id) ? task.parent_task_id : null;
    children.set(parent, [...(children.get(parent) ?? []), task]);
  }
  return <Branch of={null} childrenOf={children} open={open} />;
}

interface BranchProps {
  readonly of: string | null;
  readonly childrenOf: ReadonlyMap<string | null, readonly WorkListed[]>;
  readonly open: string | null;
}

function Branch({ of, childrenOf, open }: BranchProps) {
  const tasks = childrenOf.get(of) ?? [];
  if (tasks.length === 0) return null;
  return (
    <ul class="tree">
      {tasks.map((task) => (
        <li key={task.task_id}>
          <a href={addressOf('work', task.task_id)} aria-current={task.task_id === open ? 'true' : undefined} data-step>
            <span class="tree-title">
              <Name>{task.title}</Name>
            </span>
            <WorkFacts task={task} />
          </a>
          <Branch of={task.task_id} childrenOf={childrenOf} open={open} />
        </li>
      ))}
    </ul>
  );
}

export function WorkFacts({ task, withStatus = true }: { readonly task: WorkListed; readonly withStatus?: boolean }) {
  const { status, approval, assignee_id, priority } = task;
  return (
    <span class="facts">
      {withStatus && <Status state={status} />}
      {approval !== 'approved' && <Status state={approval} />}
      {priority !== 'medium' && <span class={`priority ${priority}`}>{stateWord(priority)}</span>}
      <span class="assignee">
        {assignee_id === null ? (
          say('nobody')
        ) : (
          <>
            <Avatar id={assignee_id} />
            <Name>{assignee_id}</Name>
          </>
        )}
      </span>
    </span>
  );
}
