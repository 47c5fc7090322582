/** The form for a new work task. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Project, WorkListed } from '../../a2a/web/things.js';
import { Action } from '../parts/action.js';
import { call } from '../state/call.js';
import { useLoaded } from '../state/loaded.js';
import { go } from '../state/place.js';
import { say, stateWord } from '../words/words.js';

interface NewWorkProps {
  readonly projects: readonly Project[];
  readonly project: string;
  readonly tasks: readonly WorkListed[];
  readonly onDone: () => void;
}

const PRIORITIES = ['urgent', 'high', 'medium', 'low'];
const OPEN = ['backlog', 'todo', 'in_progress', 'blocked'];

export function NewWork({ projects, project: first, tasks, onDone }: NewWorkProps) {
  const project = useSignal(first);
  const title = useSignal('');
  const description = useSignal('');
  const assignee = useSignal('');
  const priority = useSignal('medium');
  const parent = useSignal('');
  const members = useLoaded(project.value, (signal) =>
    call('GET /own/agents', { query: { project: project.value }, signal }),
  );
  const titleField = useRef<HTMLInputElement>(null);
  useEffect(() => titleField.current?.focus(), []);
  const create = async (status: 'todo' | 'in_progress') => {
    const { task } = await call('POST /own/work', {
      body: {
        project: project.value,
        title: title.value.trim(),
        description: description.value,
        priority: priority.value,
        status,
        ...(assignee.value === '' ? {} : { assignee: assignee.value }),
        ...(parent.value === '' ? {} : { parent: parent.value }),
      },
    });
    onDone();
    go('work', task.task_id);
  };
  const possible = tasks.filter(({ project_id, status }) => project_id === project.value && OPEN.includes(status));
  const isBlank = title.value.trim() === '' && description.value.trim() === '';
  return (
    <form class="form" onSubmit={(event) => event.preventDefault()} aria-label={say('new_work')}>
      {projects.length > 1 && (
        <label class="field">
          {say('project')}
          <select value={project.value} onChange={(event) => (project.value = event.currentTarget.value)}>
            {projects.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <label class="field grow">
        {say('title')}
        <input value={title.value} ref={titleField} onInput={(event) => (title.value = event.currentTarget.value)} />
      </label>
      <label class="field">
        {say('assignee')}
        <select value={assignee.value} onChange={(event) => (assignee.value = event.currentTarget.value)}>
          <option value="">{say('nobody')}</option>
          {members.thing?.agents.map(({ id }) => (
            <option key={id} value={id}>
              {id}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        {say('priority')}
        <select value={priority.value} onChange={(event) => (priority.value = event.currentTarget.value)}>
          {PRIORITIES.map((each) => (
            <option key={each} value={each}>
              {stateWord(each)}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        {say('parent')}
        <select value={parent.value} onChange={(event) => (parent.value = event.currentTarget.value)}>
          <option value="">{say('none')}</option>
          {possible.map(({ task_id, title: name }) => (
            <option key={task_id} value={task_id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label class="field grow">
        {say('description')}
        <textarea
          rows={3}
          value={description.value}
          onInput={(event) => (description.value = event.currentTarget.value)}
        />
      </label>
      <div class="actions">
        <Action look="main" disabled={title.value.trim() === ''} act={() => create('in_progress')}>
          {say('create_and_start')}
        </Action>
        <Action disabled={title.value.trim() === ''} act={() => create('todo')}>
          {say('create')}
        </Action>
        <button type="button" data-leaves={isBlank ? '' : undefined} onClick={onDone}>
          {say('cancel')}
        </button>
      </div>
    </form>
  );
}
