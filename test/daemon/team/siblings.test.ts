import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { decodeTold, isToldOf, Siblings } from '../../../src/daemon/team/siblings.js';
import type { Log } from '../../../src/log.js';
import { ensureHome, Registry } from '../../../src/registry/registry.js';
import { ANYTHING } from '../../../src/team/change.js';

const CHANGES = [{ topic: 'chat', projectId: 'shop', agentIds: ['ada'] }];

test('a report from another daemon is read', () => {
  const commits = [{ seq: 3, changes: CHANGES }];
  expect(decodeTold({ commits })).toEqual({ commits, changes: [], look: false });
  expect(decodeTold({ commits: [], changes: CHANGES, look: true })).toEqual({
    commits: [],
    changes: CHANGES,
    look: true,
  });
});

test.each([undefined, null, {}, { commits: 'all' }, { commits: [{ seq: 1 }] }])(
  'an unreadable report, such as %o, may mean any change',
  (body) => {
    expect(decodeTold(body)).toEqual({ commits: [], changes: ANYTHING });
  },
);

test('a daemon checks the store itself for changes that nobody reports to it: those of other agents', () => {
  expect(isToldOf({ agentId: 'ada', projectId: 'shop' }, 'ada')).toBe(true);
  expect(isToldOf({ agentId: 'rex', projectId: 'shop' }, 'ada')).toBe(false);
  expect(isToldOf({ agentId: 'ada', projectId: 'farm' }, 'ada')).toBe(true);
  expect(isToldOf({}, 'ada')).toBe(true);
});

test('changes for agents that do not run, or whose ids are not valid, are told to nobody', async () => {
  const home = mkdtempSync(join(tmpdir(), 'synapse-siblings-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  ensureHome(home);
  const log = { info: () => {}, error: (what: string) => expect.fail(what) } as unknown as Log;
  const self = { id: 'me', type: 'shell', endpoint: '' };
  const siblings = new Siblings({ self, home, registry: new Registry(home), log });
  const agentIds = ['a'.repeat(64), 'not an id', 'nobody'];
  siblings.tell({ commits: [{ seq: 1, changes: [{ topic: 'chat', projectId: 'shop', agentIds }] }] });
  await siblings.close();
});

test('a registry that cannot be read is logged, and the daemon lives', async () => {
  const home = mkdtempSync(join(tmpdir(), 'synapse-siblings-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  writeFileSync(join(home, 'live'), 'not a folder');
  const logged: string[] = [];
  const log = { info: () => {}, error: (what: string) => logged.push(what) } as unknown as Log;
  const siblings = new Siblings({
    self: { id: 'me', type: 'shell', endpoint: '' },
    home,
    registry: new Registry(home),
    log,
  });
  siblings.tell({ commits: [], changes: ANYTHING });
  await expect.poll(() => logged).toEqual(['cannot tell the team']);
});
