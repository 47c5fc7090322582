import { expect, test } from 'vitest';
import { describeWork } from '../../../../src/cli/commands/work/work-line.js';

const NOW = Date.parse('2026-03-05T10:00:00Z');
const WORK = {
  task_id: 'tsk_3f2a91c0aa11',
  title: 'Checkout accepts gift cards',
  status: 'in_progress',
  priority: 'medium',
  assignee_id: 'rex',
  parent_task_id: null,
  approval: 'approved',
};

test.each([
  ['in full', {}, 80, 'Checkout accepts gift cards · in progress · rex · 12 s · tsk_3f2a91c0'],
  ['cut', {}, 60, 'Checkout accepts… · in progress · rex · 12 s · tsk_3f2a91c0'],
  ['without a title', {}, 45, 'in progress · rex · 12 s · tsk_3f2a91c0'],
  ['for nobody yet', { assignee_id: null, status: 'todo', title: 'x' }, 80, 'x · to do · 12 s · tsk_3f2a91c0'],
  [
    'for approval',
    { approval: 'pending_approval', title: 'x' },
    80,
    'x · waiting for approval · rex · 12 s · tsk_3f2a91c0',
  ],
  ['on one line', { title: 'two\n\u001b[31mlines' }, 80, 'two lines · in progress · rex · 12 s · tsk_3f2a91c0'],
])('work is shown %s', (_how, changes, width, line) => {
  expect(describeWork({ ...WORK, ...changes }, { now: NOW, startedAt: NOW - 12_000, width })).toBe(line);
});
