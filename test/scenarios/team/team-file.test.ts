/** A team file with problems changes nothing, and each problem is printed with its line and column. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { json, testInSharedHome as test } from '../../rig/home/home.js';

test('up reports every problem of the file and changes nothing', async ({ home }) => {
  writeFileSync(join(home.dir, 'odd.yaml'), 'project: { id: shop }\nagents:\n  a: { profil: claude }\n');
  const { code, stdout, stderr } = await home.run(['up', '-f', 'odd.yaml']);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('\n  odd.yaml:3:8: Unknown key "profil"; did you mean "profile"?\n');
  expect(existsSync(join(home.home, 'team.db'))).toBe(false);
});

test('the JSON answer names file, line and column of each problem', async ({ home }) => {
  writeFileSync(join(home.dir, 'synapse.yaml'), 'project: { id: shop }\nagents: []\n');
  const result = await home.run(['up', '--json']);
  const place = { file: 'synapse.yaml', line: 2, column: 1 };
  expect(json(result)).toMatchObject({
    error: 'team_file_invalid',
    problems: [{ ...place, message: '"agents" must contain keys and values.' }],
  });
});

test('a file that does not exist is named', async ({ home }) => {
  const { code, stderr } = await home.run(['up', '-f', 'nothing.yaml']);
  expect([code, stderr]).toEqual([3, expect.stringContaining('There is no team file nothing.yaml.')]);
});

test('down needs only the id of the project', async ({ home }) => {
  writeFileSync(join(home.dir, 'half.yaml'), 'project: { id: half }\nagents:\n  a: { what: ever }\n');
  const { code, stderr } = await home.run(['down', '-f', 'half.yaml']);
  expect([code, stderr]).toEqual([0, 'half was not running.\n']);
});
