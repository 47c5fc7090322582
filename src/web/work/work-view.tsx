/** The view *Work*: the tasks of a project as a tree or as a board, one of them in detail, and a form for a new one. */
import { signal, useSignal, useSignalEffect } from '@preact/signals';
import type { WorkListed } from '../../a2a/web/things.js';
import { newWanted } from '../keys.js';
import { Empty } from '../parts/empty.js';
import { call } from '../state/call.js';
import { useLoaded } from '../state/loaded.js';
import { place } from '../state/place.js';
import { isReadOnly } from '../state/session.js';
import { workChanges } from '../state/world.js';
import { say } from '../words/words.js';
import { NewWork } from './new-work.js';
import { WorkBoard } from './work-board.js';
import { WorkDetailsView } from './work-details.js';
import { WorkTree } from './work-tree.js';

/** Kept while one looks at another view. */
const shape = signal<'tree' | 'board'>('board');
const project = signal('');

export function WorkView() {
  const isCreating = useSignal(false);
  const before = useSignal(newWanted.peek());
  useSignalEffect(() => {
    if (newWanted.value === before.peek()) return;
    before.value = newWanted.value;
    isCreating.value = true;
  });
  const { thing, error } = useLoaded(
    'work',
    async (abort) => {
      const [{ tasks }, { projects }] = await Promise.all([
        call('GET /own/work', { signal: abort }),
        call('GET /own/projects', { signal: abort }),
      ]);
      return { tasks, projects };
    },
    workChanges,
  );
  const { tasks = [], projects = [] } = thing ?? {};
  const shown = tasks.filter(({ project_id }) => project.value === '' || project_id === project.value);
  const { id } = place.value;
  return (
    <div class={`split work ${id === null ? 'alone' : 'has-open'}`}>
      <section class="list-side wide" aria-labelledby="work-title">
        <div class="list-head">
          <h1 id="work-title">{say('work')}</h1>
          {projects.length > 0 && (
            <select
              aria-label={say('project')}
              value={project.value}
              onChange={(event) => (project.value = event.currentTarget.value)}
            >
              <option value="">{say('all_projects')}</option>
              {projects.map((each) => (
                <option key={each.id} value={each.id}>
                  {each.name}
                </option>
              ))}
            </select>
          )}
          <div class="tabs" role="group" aria-label={say('views')}>
            <button type="button" aria-pressed={shape.value === 'board'} onClick={() => (shape.value = 'board')}>
              {say('board')}
            </button>
            <button type="button" aria-pressed={shape.value === 'tree'} onClick={() => (shape.value = 'tree')}>
              {say('tree')}
            </button>
          </div>
          {projects.length > 0 && !isReadOnly.value && (
            <button
              type="button"
              class="main"
              onClick={() => (isCreating.value = !isCreating.value)}
              aria-expanded={isCreating.value}
            >
              {say('new_work')}
            </button>
          )}
        </div>
        {error !== null && <p class="problem">{error}</p>}
        {thing && projects.length === 0 && (
          <Empty
            icon="work"
            title="no_projects"
            hint="no_projects_hint"
            commands={['synapse project create shop --dir .', 'synapse up']}
          />
        )}
        {isCreating.value && projects.length > 0 && (
          <NewWork
            projects={projects}
            project={project.value || (projects[0]?.id ?? '')}
            tasks={tasks}
            onDone={() => (isCreating.value = false)}
          />
        )}
        {thing && projects.length > 0 && shown.length === 0 && !isCreating.value && (
          <Empty icon="work" title="no_work" hint="no_work_hint" />
        )}
        {shown.length > 0 && <Shown tasks={shown} open={id} />}
      </section>
      {id !== null && (
        <section class="open-side" aria-label={say('pick_work')}>
          <WorkDetailsView key={id} id={id} tasks={tasks} />
        </section>
      )}
    </div>
  );
}

function Shown({ tasks, open }: { readonly tasks: readonly WorkListed[]; readonly open: string | null }) {
  return shape.value === 'tree' ? <WorkTree tasks={tasks} open={open} /> : <WorkBoard tasks={tasks} open={open} />;
}
