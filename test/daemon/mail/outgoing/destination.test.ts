import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { destinationOf } from '../../../../src/daemon/mail/outgoing/destination.js';
import { liveFile } from '../../../../src/paths.js';
import { startTimeOf } from '../../../../src/processes.js';
import type { AgentDefinition, LiveEntry } from '../../../../src/registry/entry.js';
import type { Registry } from '../../../../src/registry/registry.js';
import { daemonContext } from '../../rig.js';

const REX: AgentDefinition = {
  id: 'rex',
  type: 'shell',
  name: null,
  role: null,
  kind: 'ai',
  lasting: true,
  storeId: 'store-1',
  project: null,
  cwd: '/',
  command: [],
  port: 8150,
  endedAt: null,
};

function publish(registry: Registry, more: Partial<LiveEntry> = {}): void {
  const process_ = { pid: process.pid, startTime: startTimeOf(process.pid) ?? '', instance: 'i', socket: '/run/rex' };
  const state = { status: 'ready', statusReason: null, statusAt: 0, startedAt: 0, currentTask: null } as const;
  const rest = { endpoint: 'http://localhost:8150', programPid: null, programStartTime: null, version: '0' };
  registry.publish({ ...REX, ...process_, ...state, ...rest, ...more });
}

test('mail for an agent that runs goes to its socket', () => {
  const { registry } = daemonContext();
  publish(registry);
  expect(destinationOf(registry, 'rex', 'store-1')).toEqual({ type: 'up', endpoint: 'unix:/run/rex' });
});

test('mail waits for an agent that is stopped or has crashed', () => {
  const { registry } = daemonContext();
  registry.define(REX);
  expect(destinationOf(registry, 'rex', 'store-1')).toEqual({ type: 'down' });
  publish(registry, { startTime: 'of a process that is gone' });
  expect(destinationOf(registry, 'rex', 'store-1')).toEqual({ type: 'down' });
});

test('mail never goes to another program that got the address', () => {
  const { registry } = daemonContext();
  publish(registry);
  expect(destinationOf(registry, 'rex', 'store-0')).toEqual({ type: 'gone', code: 'agent_replaced' });
});

test('mail that is bound to no store goes to whoever has the address', () => {
  const { registry } = daemonContext();
  publish(registry);
  expect(destinationOf(registry, 'rex', undefined)).toMatchObject({ type: 'up' });
});

test('an unknown agent is gone, one whose file cannot be read is only down', () => {
  const { registry, home } = daemonContext();
  expect(destinationOf(registry, 'rex', null)).toEqual({ type: 'gone', code: 'agent_gone' });
  writeFileSync(liveFile(home, 'rex'), '{ half of an ent');
  expect(destinationOf(registry, 'rex', null)).toEqual({ type: 'down' });
});
