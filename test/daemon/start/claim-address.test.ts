import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Claimant, claimAddress, isSameProgram } from '../../../src/daemon/start/claim-address.js';
import { agentPaths } from '../../../src/paths.js';
import type { AgentDefinition } from '../../../src/registry/entry.js';
import { Registry } from '../../../src/registry/registry.js';
import { addRequest, codeOf, handClock } from '../../taskstore/rig.js';
import { daemonContext } from '../rig.js';

const CLAIMANT: Claimant = {
  id: 'synapse-shell-8150',
  type: 'shell',
  lasting: false,
  cwd: '/shop',
  command: ['./agent.sh'],
  isOfProfile: false,
};

function claim(registry: Registry, more: Partial<Claimant> = {}) {
  const claimed = claimAddress(registry, { ...CLAIMANT, ...more }, handClock());
  onTestFinished(() => claimed.store.close());
  return claimed;
}

function define(registry: Registry, more: Partial<AgentDefinition> = {}): void {
  const { isOfProfile: _, ...known } = CLAIMANT;
  const rest = { name: null, role: null, kind: 'ai', storeId: 's', project: null, port: 8150, endedAt: null } as const;
  registry.define({ ...known, ...rest, ...more });
}

test.each<[string, Partial<Claimant>, boolean]>([
  ['the same command', {}, true],
  ['another command', { command: ['./other.sh'] }, false],
  ['another folder', { cwd: '/elsewhere' }, false],
  ['another type', { type: 'codex' }, false],
  ['another command of the same profile', { command: ['codex', '--fast'], isOfProfile: true }, true],
])('%s is the same program: %s', (_, more, expected) => {
  const registry = new Registry(daemonContext().home);
  define(registry);
  const before = registry.definition(CLAIMANT.id) as AgentDefinition;
  expect(isSameProgram(before, { ...CLAIMANT, ...more })).toBe(expected);
});

test('two daemons cannot have one address at the same time', async () => {
  const { registry } = daemonContext();
  claim(registry);
  expect(await codeOf(() => claim(registry))).toBe('agent_already_running');
});

test('the same program gets its mail and its key back', async () => {
  const { registry } = daemonContext();
  const first = claim(registry);
  define(registry);
  await first.store.write((tx) => addRequest(tx));
  await first.store.close();
  const second = claim(registry);
  expect(second.key).toBe(first.key);
  expect(second.replacedMail).toEqual([]);
  expect(second.store.unread(10)).toHaveLength(1);
});

test('another program at a port-based address gets an empty store, and the mail of the first one is returned', async () => {
  const { registry } = daemonContext();
  const first = claim(registry);
  define(registry);
  await first.store.write((tx) => addRequest(tx));
  await first.store.close();
  const second = claim(registry, { command: ['./other.sh'] });
  expect(second.replacedMail).toHaveLength(1);
  expect(second.store.unread(10)).toEqual([]);
  expect(second.store.storeId).not.toBe(first.store.storeId);
  expect(second.key).not.toBe(first.key);
  const { dir } = agentPaths(registry.home, CLAIMANT.id);
  expect(readdirSync(join(dir, '..')).filter((name) => name.includes('~'))).toHaveLength(1);
  expect(existsSync(dir)).toBe(true);
});
