import { expect, test } from 'vitest';
import {
  byUrgency,
  mayChangeStatus,
  mayReassign,
  refusalOf,
  STATUSES,
  type WorkStatus,
} from '../../../src/team/work/work-task.js';

const NOTHING = { openDependencies: [], openSubtasks: [] };
const task = (status: WorkStatus) => ({ id: 'tsk_1', status, approval: 'approved' }) as const;

const ALLOWED: Readonly<Record<WorkStatus, readonly WorkStatus[]>> = {
  backlog: ['todo', 'cancelled'],
  todo: ['in_progress', 'backlog', 'cancelled'],
  in_progress: ['done', 'blocked', 'cancelled'],
  blocked: ['in_progress', 'todo', 'cancelled'],
  done: [],
  cancelled: [],
};

test.each(STATUSES)('%s leads where the table says, and nowhere else', (from) => {
  const possible = STATUSES.filter((to) => refusalOf(task(from), to, NOTHING) === null);
  expect(possible.sort()).toEqual([...ALLOWED[from]].sort());
});

test('an unknown transition is refused before anything else', () => {
  const refusal = refusalOf({ ...task('done'), approval: 'rejected' }, 'in_progress', {
    openDependencies: ['tsk_2'],
    openSubtasks: [],
  });
  expect(refusal).toMatchObject({ code: 'invalid_status_transition', details: { from: 'done', to: 'in_progress' } });
});

test('in_progress needs dependencies, then approval; done needs no open subtask', () => {
  const waiting = { ...NOTHING, openDependencies: ['tsk_2'] };
  const asked = { ...task('todo'), approval: 'pending_approval' } as const;
  expect(refusalOf(asked, 'in_progress', waiting)).toMatchObject({ details: { blocked_by: ['tsk_2'] } });
  expect(refusalOf(asked, 'in_progress', NOTHING)?.code).toBe('approval_required');
  expect(refusalOf(asked, 'cancelled', waiting)).toBeNull();
  const parent = refusalOf(task('in_progress'), 'done', { ...NOTHING, openSubtasks: ['tsk_3'] });
  expect(parent).toMatchObject({ code: 'incomplete_subtasks', details: { subtasks: ['tsk_3'] } });
});

const MEMBERS = [
  { id: 'owner', parentId: null },
  { id: 'lead', parentId: 'owner' },
  { id: 'ann', parentId: 'lead' },
  { id: 'bob', parentId: 'lead' },
  { id: 'qa', parentId: 'owner' },
];

test('assignee, creator and whoever is above the assignee may move a task; others may not', () => {
  const of = { assigneeId: 'ann', createdBy: 'qa' };
  const may = MEMBERS.map(({ id }) => id).filter((id) => mayChangeStatus(of, id, MEMBERS));
  expect(may).toEqual(['owner', 'lead', 'ann', 'qa']);
});

test('any manager may assign unassigned work, but not work of another branch', () => {
  expect(mayReassign({ assigneeId: null, createdBy: 'owner' }, 'qa', MEMBERS)).toBe(true);
  expect(mayReassign({ assigneeId: 'ann', createdBy: 'owner' }, 'qa', MEMBERS)).toBe(false);
});

test('the most urgent comes first, then the oldest', () => {
  const tasks = [
    { priority: 'low', place: 1 },
    { priority: 'urgent', place: 4 },
    { priority: 'medium', place: 2 },
    { priority: 'urgent', place: 3 },
  ] as const;
  expect([...tasks].sort(byUrgency).map(({ place }) => place)).toEqual([3, 4, 2, 1]);
});
