import { expect, test } from 'vitest';
import { sayIn } from '../../../src/i18n.js';
import { whatIsLinkedWrongly } from '../../../src/tools/work/batch-links.js';

const task = (local_id: string, dependencies: readonly string[] = []) => ({ local_id, dependencies });

test.each([
  ['nothing, where tasks wait for earlier or later ones', [task('a', ['b']), task('b'), task('c', ['a', 'b'])], []],
  ['a local id that is used twice', [task('a'), task('a')], ['local_id a is used twice']],
  ['a local id that no task has', [task('a', ['b'])], ['no task has local_id b']],
  ['a task that waits for itself', [task('a', ['a'])], ['circular dependencies: a']],
  [
    'a circle, without whoever waits for nobody',
    [task('a', ['b']), task('b', ['c']), task('c', ['a']), task('d')],
    ['circular dependencies: a, b, c'],
  ],
])('a batch is told %s', (_what, tasks, problems) => {
  expect(whatIsLinkedWrongly(tasks, sayIn('en'))).toEqual(problems);
});
