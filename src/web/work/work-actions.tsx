/** What a person can do with a work task in its current state. */
import { useSignal } from '@preact/signals';
import type { WorkDetails } from '../../a2a/web/things.js';
import { Action, tellError } from '../parts/action.js';
import { call } from '../state/call.js';
import { useLoaded } from '../state/loaded.js';
import { isReadOnly } from '../state/session.js';
import { say, stateTitle } from '../words/words.js';

/** Where a task can go from each status. */
const NEXT: Readonly<Record<string, readonly string[]>> = {
  backlog: ['todo', 'cancelled'],
  todo: ['backlog', 'cancelled'],
  in_progress: ['done', 'blocked', 'cancelled'],
  blocked: ['todo', 'cancelled'],
};

export function WorkActions({ task }: { readonly task: WorkDetails }) {
  const { task_id: id, status, approval, project_id, assignee_id } = task;
  const reason = useSignal('');
  const members = useLoaded(project_id, (signal) =>
    call('GET /own/agents', { query: { project: project_id }, signal }),
  );
  const change = async (action: string, body: Readonly<Record<string, unknown>> = {}) => {
    await call('POST /own/work/:id/:action', { path: { id, action }, body });
    reason.value = '';
  };
  const why = () => (reason.value.trim() === '' ? {} : { reason: reason.value.trim() });
  const next = NEXT[status] ?? [];
  if (isReadOnly.value || (next.length === 0 && approval === 'approved')) return null;
  return (
    <div class="work-actions">
      <div class="actions">
        {approval === 'pending_approval' && (
          <>
            <Action look="main" act={() => change('approve')}>
              {say('approve')}
            </Action>
            <Action act={() => change('reject', why())}>{say('reject')}</Action>
          </>
        )}
        {(status === 'todo' || status === 'blocked') && approval === 'approved' && (
          <Action look="main" act={() => change('status', { status: 'in_progress' })}>
            {say('start_work')}
          </Action>
        )}
        {next.map((to) => (
          <Action key={to} act={() => change('status', { status: to, ...why() })}>
            {stateTitle(to)}
          </Action>
        ))}
      </div>
      <div class="fields">
        <label class="field">
          {say('assign')}
          <select
            value={assignee_id ?? ''}
            onChange={(event) => {
              const chosen = event.currentTarget.value;
              change('assign', { assignee: chosen === '' ? null : chosen }).catch(tellError);
            }}
          >
            <option value="">{say('nobody')}</option>
            {members.thing?.agents.map(({ id: member }) => (
              <option key={member} value={member}>
                {member}
              </option>
            ))}
          </select>
        </label>
        <label class="field grow">
          {say('reason')}
          <input value={reason.value} onInput={(event) => (reason.value = event.currentTarget.value)} />
        </label>
      </div>
    </div>
  );
}
