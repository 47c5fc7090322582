import { expect, test } from 'vitest';
import { advance, isOpen, TASK_STATES, type TaskEvent, type TaskState } from '../../src/taskstore/task.js';

const EVENTS = ['delivered', 'answered', 'asked', 'continued', 'failed', 'canceled', 'rejected'] as const;

const OPEN_TABLE: Record<string, Record<TaskEvent['type'], TaskState | null>> = {
  submitted: row('working', 'completed', 'input-required', 'working', 'failed', 'canceled', 'rejected'),
  working: row(null, 'completed', 'input-required', 'working', 'failed', 'canceled', 'rejected'),
  'input-required': row(null, 'completed', 'input-required', 'working', 'failed', 'canceled', 'rejected'),
};

function row(...states: (TaskState | null)[]): Record<TaskEvent['type'], TaskState | null> {
  return Object.fromEntries(EVENTS.map((type, index) => [type, states[index] ?? null])) as never;
}

test.each(Object.keys(OPEN_TABLE) as TaskState[])('a task that is %s goes on as the life cycle says', (state) => {
  for (const type of EVENTS) expect([type, advance(state, { type })]).toEqual([type, OPEN_TABLE[state]?.[type]]);
});

test.each(['completed', 'failed', 'canceled', 'rejected'] as const)('a task that is %s stays so', (state) => {
  for (const type of EVENTS) expect(advance(state, { type })).toBeNull();
});

test('a task is open until it has an end', () => {
  expect(TASK_STATES.filter(isOpen)).toEqual(['submitted', 'working', 'input-required']);
});
