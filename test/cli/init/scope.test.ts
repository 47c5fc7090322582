import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { placesFor, recordFile } from '../../../src/cli/init/scope.js';
import { test } from './tree.js';

const before = process.env.HOME;
beforeEach(() => {
  delete process.env.HOME;
});
afterEach(() => {
  if (before === undefined) delete process.env.HOME;
  else process.env.HOME = before;
});

test('inside a repository, a worktree or a submodule the project is meant, elsewhere the user', ({ tree }) => {
  process.env.HOME = tree.home;
  const deep = join(tree.root, 'a/b');
  mkdirSync(deep, { recursive: true });
  expect(placesFor({}, [], deep).scope).toBe('user');
  expect(placesFor({ project: true }, [], deep)).toMatchObject({ scope: 'project', root: deep });
  writeFileSync(join(tree.root, '.git'), 'gitdir: ../elsewhere\n');
  expect(placesFor({}, [], deep)).toMatchObject({ scope: 'project', root: tree.root });
  expect(placesFor({ user: true }, [], deep).scope).toBe('user');
  symlinkSync(tree.root, join(tree.dir, 'link'));
  expect(placesFor({}, [], join(tree.dir, 'link/a')).root).toBe(tree.root);
  expect(recordFile(placesFor({}, [], deep))).toBe(join(tree.root, '.synapse/init.json'));
  expect(() => placesFor({ user: true, project: true }, [], deep)).toThrow('not both');
});

test('a home folder that is a repository is not a project', ({ tree }) => {
  process.env.HOME = tree.home;
  mkdirSync(join(tree.home, '.git'));
  expect(placesFor({}, [], tree.home).scope).toBe('user');
  expect(() => placesFor({ project: true }, [], tree.home)).toThrow('not a project');
});
