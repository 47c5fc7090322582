import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { registryInSandbox } from '../../../src/cli/client/registry-in-sandbox.js';
import { agentPaths } from '../../../src/paths.js';
import type { LiveEntry } from '../../../src/registry/entry.js';
import { ensureHome, Registry } from '../../../src/registry/registry.js';

const DEAD: LiveEntry = {
  ...{ id: 'worker', type: 'shell', name: null, role: null, kind: 'ai', lasting: true, status: 'ready' },
  ...{ storeId: 's', instance: 'i', port: 8150, endpoint: 'http://localhost:8150', socket: '/nowhere' },
  ...{ pid: process.pid, startTime: 'another-boot:1', programPid: null, programStartTime: null },
  ...{ project: null, cwd: '/', version: '0', statusReason: null, statusAt: 0, currentTask: null, startedAt: 0 },
};

test('a daemon that is killed while it is asked is dead, and no reason to fail', async () => {
  const home = join(mkdtempSync(join(tmpdir(), 'syn-')), 'home');
  onTestFinished(() => rmSync(join(home, '..'), { recursive: true }));
  ensureHome(home);
  const registry = new Registry(home);
  const socket = join(home, 's');
  registry.publish({ ...DEAD, socket });
  const { key } = agentPaths(home, DEAD.id);
  mkdirSync(dirname(key), { recursive: true });
  writeFileSync(key, 'secret');
  let connections = 0;
  const dying = createServer((connection) => {
    connections += 1;
    // The first one only asks whether somebody listens.
    if (connections === 1) return;
    dying.close();
    connection.destroy();
  });
  await new Promise<void>((resolve) => dying.listen(socket, resolve));
  expect(await registryInSandbox(registry)).toBeNull();
  expect(connections).toBe(2);
});
