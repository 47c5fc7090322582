import { expect, test } from 'vitest';
import { agentTree, type TeamAgent } from '../../../src/cli/print/agent-tree.js';
import { type WorkTask, workTree } from '../../../src/cli/print/work-task.js';

test('agents are drawn under their parents, with their marks and what they are doing', () => {
  const agents = [
    agent('owner', { kind: 'human' }),
    agent('lead', { hierarchy: 'manager' }, 'owner'),
    agent('a', {}, 'lead'),
  ];
  expect(agentTree(agents, ({ id }) => (id === 'a' ? ['task: Fix login'] : []))).toBe(
    ['owner (human)', '  lead (manager)', '    a', '      · task: Fix login'].join('\n'),
  );
});

test('an agent whose parent is not shown is drawn at the top', () => {
  expect(agentTree([agent('a', {}, 'elsewhere'), agent('b', {}, 'a')])).toBe('a\n  b');
});

test('work tasks are drawn under their parents, with what is unusual about them', () => {
  const tasks = [work('t1', { priority: 'high', assignee_id: 'a' }), work('t2', { approval: 'pending' }, 't1')];
  expect(workTree(tasks)).toBe('t1  Title t1  (todo, high, a)\n  t2  Title t2  (todo, pending, unassigned)');
});

test('a work task whose parent is not shown is drawn at the top, on one line', () => {
  expect(workTree([work('t1', { title: 'two\nlines' }, 'elsewhere')])).toBe('t1  two lines  (todo, unassigned)');
});

test('on a narrow terminal the title of a work task gives way, not what follows it', () => {
  const tasks = [
    work('t1', { title: '日本語の長い題名です', assignee_id: 'a' }),
    work('t2', { title: 'x'.repeat(80) }, 't1'),
  ];
  expect(workTree(tasks, 30)).toBe('t1  日本語の長い題…  (todo, a)\n  t2  xxxxxxx…  (todo, unassi…');
  expect(agentTree([agent('agent-with-a-long-name', {})], undefined, 10)).toBe('agent-wit…');
});

function agent(id: string, facts: Partial<TeamAgent>, parent: string | null = null): TeamAgent {
  return { id, name: id, kind: 'ai', hierarchy: 'worker', parent_agent_id: parent, status: 'active', ...facts };
}

function work(id: string, facts: Partial<WorkTask>, parent: string | null = null): WorkTask {
  return {
    task_id: id,
    title: `Title ${id}`,
    status: 'todo',
    priority: 'medium',
    assignee_id: null,
    parent_task_id: parent,
    approval: 'approved',
    ...facts,
  };
}
