import { expect, test } from 'vitest';
import { noticesOf, orderersIn, type WorkChange } from '../../../src/team/work/work-notices.js';
import type { WorkTask } from '../../../src/team/work/work-task.js';
import type { FieldChange, WorkEvent } from '../../../src/team/work/work-trail.js';

const task = (changes: Partial<WorkTask> = {}): WorkTask => ({
  id: 'tsk_1',
  projectId: 'shop',
  place: 1,
  title: 'dig',
  description: '',
  status: 'in_progress',
  priority: 'medium',
  assigneeId: 'ann',
  createdBy: 'mia',
  parentTaskId: null,
  blockedReason: null,
  approval: 'approved',
  statusChangedBy: null,
  result: null,
  summary: null,
  nextSteps: null,
  startedFromConversationId: null,
  createdAt: 0,
  updatedAt: 0,
  ...changes,
});

const told = (byId: string, after: Partial<WorkTask>, more: Partial<WorkChange> & { above?: string[] } = {}) => {
  const { above = ['lead'], ...rest } = more;
  const before = rest.before ?? task();
  const notices = noticesOf({ before, after: { ...before, ...after }, byId, ...rest }, above);
  return notices.map(({ agentId, action, message }) => `${agentId} ${action} ${message ?? '-'}`).sort();
};

test.each([
  ['done', 'done', { summary: 'deep enough' }, undefined, 'task_done deep enough'],
  ['blocked', 'blocked', { blockedReason: 'rock' }, undefined, 'task_blocked rock'],
  ['failed', 'blocked', { blockedReason: 'rock' }, 'failed', 'task_failed rock'],
] as const)(
  'the creator and those above are told of a task that is %s, not who did it',
  (_what, status, more, reported, said) => {
    expect(told('ann', { status, ...more }, { reported })).toEqual([`lead ${said}`, `mia ${said}`]);
  },
);

test('a second failure is a failure too, and a later block is not', () => {
  const before = task({ result: 'failed' });
  const blocked = { status: 'blocked', blockedReason: 'rock' } as const;
  expect(told('ann', blocked, { before, reported: 'failed' })).toContain('lead task_failed rock');
  expect(told('ann', blocked, { before })).toContain('lead task_blocked rock');
});

test.each([
  ['its status', { status: 'blocked', blockedReason: 'stop' }, 'status: in_progress → blocked; blocked_reason: stop'],
  ['its priority', { priority: 'urgent' }, 'priority: medium → urgent'],
  ['its title', { title: 'dig deeper' }, 'title: dig deeper'],
  ['its description', { description: 'a long text' }, 'description'],
  ['it is cancelled', { status: 'cancelled' }, 'status: in_progress → cancelled'],
] as const)('the assignee is told when somebody else changes %s', (_what, after, message) => {
  expect(told('lead', after)).toContain(`ann task_changed ${message}`);
  expect(told('ann', after).filter((line) => line.startsWith('ann'))).toEqual([]);
});

test('both assignees are told when a task passes from one to the other', () => {
  const message = 'assignee_id: ann → bob';
  expect(told('lead', { assigneeId: 'bob' })).toEqual([`ann task_changed ${message}`, `bob task_assigned ${message}`]);
  expect(told('lead', { assigneeId: null })).toEqual(['ann task_changed assignee_id: ann → -']);
});

test('somebody else who starts a task says so in a notice that the work itself replaces', () => {
  expect(told('lead', { status: 'in_progress' }, { before: task({ status: 'todo' }) })).toEqual([
    'ann task_started status: todo → in_progress',
  ]);
});

test('everybody is told once, and nothing is told if nothing has changed', () => {
  expect(told('ann', { status: 'done' }, { above: ['mia'] })).toEqual(['mia task_done -']);
  expect(told('lead', { status: 'done' }, { before: task({ createdBy: 'ann' }) })).toEqual([
    'ann task_changed status: in_progress → done',
  ]);
  expect(told('lead', {})).toEqual([]);
});

test('whoever gave the task to somebody or started it is told how it ends, and so is who asked for that', () => {
  const event = (executorId: string, changes: FieldChange[], more: Partial<WorkEvent> = {}): WorkEvent => ({
    ...{ at: 0, executorId, via: 'person', requesterId: null, conversationId: null, isUnverified: false, changes },
    ...more,
  });
  const to = (field: string, value: string | null): FieldChange => ({ field, from: null, to: value });
  const trail = [
    event('mia', []),
    event('sam', [to('assignee_id', 'ann')]),
    event('bob', [to('assignee_id', null)]),
    event('lead', [to('status', 'in_progress')], { requesterId: 'kim' }),
    event('lead', [to('status', 'in_progress')], { requesterId: 'made-up', isUnverified: true }),
    event('ann', [to('status', 'in_progress')]),
    event('tom', [to('priority', 'high')]),
  ];
  expect(orderersIn(trail, 'ann')).toEqual(['sam', 'lead', 'kim']);
  const after = { ...task(), status: 'done', summary: 'deep' } as const;
  const notices = noticesOf({ before: task(), after, byId: 'ann' }, ['lead'], ['sam', 'ann']);
  expect(notices.map(({ agentId }) => agentId).sort()).toEqual(['lead', 'mia', 'sam']);
});
