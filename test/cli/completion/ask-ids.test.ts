import { expect, test } from 'vitest';
import { candidatesIn, SOURCES } from '../../../src/cli/completion/ask-ids.js';

const task = (task_id: unknown, created_at: string, title: unknown) => ({ task_id, created_at, title, status: 'todo' });

test('work is listed newest first, also from several daemons', () => {
  const answers = [
    { tasks: [task('tsk_1', '2026-01-01', 'one'), task('tsk_3', '2026-01-03', 'three')] },
    { tasks: [task('tsk_2', '2026-01-02', 'two')] },
  ];
  expect(candidatesIn(SOURCES.work, answers)).toEqual([
    { word: 'tsk_3', description: 'todo, three' },
    { word: 'tsk_2', description: 'todo, two' },
    { word: 'tsk_1', description: 'todo, one' },
  ]);
});

test('a description is one short line without control characters', () => {
  const title = `evil\x1b]0;owned\x07\nwords\ttab ${'x'.repeat(500)}`;
  const [found] = candidatesIn(SOURCES.work, [{ tasks: [task('tsk_1', '', title)] }]);
  expect(found?.description).toMatch(/^todo, evil[^\p{Cc}]*words tab x+…$/u);
  expect(found?.description.length).toBeLessThanOrEqual(60);
});

test.each(['$(reboot)', '-rf', 'a b', 'a;b', "a'b", 'a\nb', '', null, 7])('an id such as %j is not offered', (id) => {
  expect(candidatesIn(SOURCES.work, [{ tasks: [task(id, '', 'one')] }])).toEqual([]);
});

test.each([[[]], [[{}]], [[{ tasks: 'none' }]]])('the answer %j holds nothing', (answers) => {
  expect(candidatesIn(SOURCES.work, answers)).toEqual([]);
});
