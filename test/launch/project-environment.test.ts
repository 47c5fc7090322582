import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { environmentOf, keepEnvironment } from '../../src/launch/project-environment.js';
import { tempDir } from '../taskstore/rig.js';

test('a project keeps the environment it was given last, without what belongs to a terminal or an agent', () => {
  const home = tempDir();
  keepEnvironment(home, 'shop', { PATH: '/bin', COLOR: 'red' });
  keepEnvironment(home, 'shop', { PATH: '/bin', COLOR: 'blue', PWD: '/tmp', SYNAPSE_AGENT_ID: 'bea' });
  const fallback = { PATH: '/usr/bin', COLOR: 'green' };
  expect(environmentOf(home, 'shop', fallback)).toEqual({ PATH: '/bin', COLOR: 'blue', SYNAPSE_HOME: home });
  expect(statSync(join(home, 'projects', 'shop.json')).mode & 0o777).toBe(0o600);
});

test('a project without one, or with a damaged one, gets the environment of the daemon', () => {
  const home = tempDir();
  const fallback = { PATH: '/usr/bin' };
  for (const id of ['shop', '../shop']) expect(environmentOf(home, id, fallback)).toBe(fallback);
  keepEnvironment(home, 'shop', { PATH: '/bin' });
  writeFileSync(join(home, 'projects', 'shop.json'), '{"PATH":');
  expect(environmentOf(home, 'shop', fallback)).toBe(fallback);
});
