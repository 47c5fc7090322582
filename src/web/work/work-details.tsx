/** One work task: what it is, what can be done with it, its trail, and its executions with their logs. */
import type { WorkDetails, WorkListed } from '../../a2a/web/things.js';
import { Back, Missing } from '../parts/back.js';
import { Dots } from '../parts/dots.js';
import { Status } from '../parts/status.js';
import { Linked, Name } from '../parts/text.js';
import { Ago } from '../parts/time.js';
import { call } from '../state/call.js';
import { useLoaded } from '../state/loaded.js';
import { addressOf } from '../state/place.js';
import { workChanges } from '../state/world.js';
import { say, stateWord } from '../words/words.js';
import { Executions } from './executions.js';
import { Trail } from './trail.js';
import { WorkActions } from './work-actions.js';

export function WorkDetailsView({ id, tasks }: { readonly id: string; readonly tasks: readonly WorkListed[] }) {
  const { thing, error } = useLoaded(id, (signal) => call('GET /own/work/:id', { path: { id }, signal }), workChanges);
  if (!thing) return <Missing to="work" why={error ?? say('loading')} />;
  const { task, trail } = thing;
  return (
    <article class="work-details">
      <header class="thing-head">
        <Back to="work" />
        <div class="thing-title">
          <h2>
            <Name>{task.title}</Name>
          </h2>
          <Facts task={task} />
        </div>
        <a class="close" href={addressOf('work')} aria-label={say('close')}>
          ×
        </a>
      </header>
      <WorkActions task={task} />
      {[task.description, task.blocked_reason, task.summary, task.next_steps].map(
        (text, index) =>
          text !== null &&
          text !== '' && (
            <div key={index} class={index === 1 ? 'said whole problem' : 'said whole'}>
              <Linked text={text} />
            </div>
          ),
      )}
      <Links title={say('waits_for')} ids={task.dependencies} tasks={tasks} />
      <Links title={say('subtasks')} ids={task.subtasks} tasks={tasks} />
      <Executions task={id} />
      <Trail steps={trail} />
    </article>
  );
}

function Facts({ task }: { readonly task: WorkDetails }) {
  return (
    <p class="facts">
      <Status state={task.status} />
      {task.approval !== 'approved' && <Status state={task.approval} />}
      <Dots>
        {task.assignee_id === null ? (
          say('nobody')
        ) : (
          <a href={addressOf('agents', task.assignee_id)}>
            <Name>{task.assignee_id}</Name>
          </a>
        )}
        <span>
          {say('priority')}: {stateWord(task.priority)}
        </span>
        <Name>{task.project_id}</Name>
        <code>{task.task_id.slice(0, 12)}</code>
        <Ago at={task.updated_at} />
      </Dots>
    </p>
  );
}

interface LinksProps {
  readonly title: string;
  readonly ids: readonly string[];
  readonly tasks: readonly WorkListed[];
}

function Links({ title, ids, tasks }: LinksProps) {
  if (ids.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul class="tree">
        {ids.map((id) => {
          const task = tasks.find(({ task_id }) => task_id === id);
          return (
            <li key={id}>
              <a href={addressOf('work', id)}>
                <span class="tree-title">
                  <Name>{task?.title ?? id}</Name>
                </span>
                {task && <Status state={task.status} />}
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
