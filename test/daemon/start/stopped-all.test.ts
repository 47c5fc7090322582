import { expect } from 'vitest';
import { ensureHome } from '../../../src/registry/registry.js';
import { noteStoppedAll } from '../../../src/registry/stopped-all.js';
import { test } from '../../rig/home/in-process.js';

const STOPPED_AT = 1_000;

test('a session launched before everything was stopped does not start', async ({ daemons }) => {
  ensureHome(daemons.home);
  noteStoppedAll(daemons.home, STOPPED_AT);
  const start = daemons.agent('late', { spec: { why: 'work', launchedAt: STOPPED_AT - 1 } });
  await expect(start).rejects.toThrow('all agents were stopped meanwhile');
});

test('a session launched after that starts, and so does whatever a person starts', async ({ daemons }) => {
  ensureHome(daemons.home);
  noteStoppedAll(daemons.home, STOPPED_AT);
  await daemons.agent('later', { spec: { why: 'work', launchedAt: STOPPED_AT + 1 } });
  await daemons.agent('by-hand', { spec: { launchedAt: STOPPED_AT - 1 } });
});
