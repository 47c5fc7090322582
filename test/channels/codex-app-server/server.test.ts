/** The app server as a process: started in time or not at all, and gone without a trace. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { codexAppServer } from '../../../src/channels/codex-app-server/door.js';
import { startAppServer } from '../../../src/channels/codex-app-server/server.js';
import type { StartFacts } from '../../../src/channels/front-door.js';
import { processesWithEnvironment } from '../../../src/processes.js';
import { type FakeCodex, fakeCodex } from '../../rig/clients/fake-codex.js';
import { isAlive } from '../../rig/home/processes.js';
import { signalAll } from '../../rig/processes/signal.js';

const remains = ({ env }: StartFacts) => processesWithEnvironment('SYNAPSE_INSTANCE', env.SYNAPSE_INSTANCE ?? '');

test('the TUI joins a server that was started for it, with the same settings', async () => {
  const codex = fakeCodex('', ['--no-daemon', '-c', 'a=1', 'resume', '--last']);
  const prepared = await codexAppServer.prepare(codex.facts);
  onTestFinished(() => prepared?.close());
  const address = `unix://${codex.facts.dir}/codex.sock`;
  const [node, program] = codex.facts.command;
  expect(prepared?.command).toEqual([node, program, '--remote', address, '-c', 'a=1', 'resume', '--last']);
  expect(prepared?.env).toEqual(codex.facts.env);
  const started = ['app-server', '-c', 'a=1', '--disable', 'instant_interrupt', '--listen', address];
  expect(codex.log()).toEqual([{ started }]);
  expect(remains(codex.facts)).toHaveLength(1);
  await prepared?.close();
  expect(remains(codex.facts)).toEqual([]);
  expect(readdirSync(codex.facts.dir)).toEqual([]);
});

test.each(['stubborn', ''])(
  'closing ends a server that is stopped, and one that ignores signals (%s)',
  async (start) => {
    const codex = fakeCodex(start);
    const prepared = await codexAppServer.prepare(codex.facts);
    signalAll(remains(codex.facts), 'SIGSTOP');
    await prepared?.close();
    await prepared?.close();
    expect(remains(codex.facts)).toEqual([]);
    expect(readdirSync(codex.facts.dir)).toEqual([]);
  },
);

test.each(['exits', 'never listens'])('a server that %s leaves nothing behind', async (start) => {
  const { facts } = fakeCodex(start);
  const command = [...facts.command, 'app-server', '--listen', `unix://${facts.dir}/s`];
  expect(await startAppServer(command, `${facts.dir}/s`, facts, 1_500)).toBeNull();
  expect(remains(facts)).toEqual([]);
  expect(readdirSync(facts.dir)).toEqual([]);
});

test.each([
  ['another program', () => ({ command: ['claude'] })],
  ['an unknown version', () => ({ version: null })],
  ['arguments that do not allow it', (codex: FakeCodex) => ({ command: [...codex.facts.command, 'exec', 'x'] })],
])('%s has no such door', async (_, changes) => {
  const codex = fakeCodex();
  expect(await codexAppServer.prepare({ ...codex.facts, ...changes(codex) })).toBeNull();
  expect(codex.log()).toEqual([]);
  expect(remains(codex.facts)).toEqual([]);
});

test.each([
  ['a program that is not there', (codex: FakeCodex) => ({ command: [`${codex.facts.dir}/codex`] })],
  ['a folder that is not there', () => ({ cwd: '/nowhere' })],
  ['a path that is too long', (codex: FakeCodex) => ({ dir: `${codex.facts.dir}/${'x'.repeat(90)}` })],
])('with %s the door says that it cannot be used', async (_, changes) => {
  const codex = fakeCodex();
  await expect(codexAppServer.prepare({ ...codex.facts, ...changes(codex) })).rejects.toThrow();
  expect(codex.log()).toEqual([]);
  expect(remains(codex.facts)).toEqual([]);
});

test('a server that was killed is started again for the TUI, but not without end', async () => {
  const codex = fakeCodex();
  const prepared = await codexAppServer.prepare(codex.facts);
  onTestFinished(() => prepared?.close());
  const starts = () => codex.log().filter(({ started }) => started).length;
  for (const count of [2, 3, 4]) {
    signalAll(remains(codex.facts), 'SIGKILL');
    await expect.poll(starts).toBe(count);
    await expect.poll(() => readdirSync(codex.facts.dir)).toEqual(['codex.sock']);
  }
  signalAll(remains(codex.facts), 'SIGKILL');
  await expect.poll(() => remains(codex.facts)).toEqual([]);
  await prepared?.close();
  expect(starts()).toBe(4);
  expect(readdirSync(codex.facts.dir)).toEqual([]);
});

test('the server ends with a process that is killed, before any terminal is there', async () => {
  const { facts } = fakeCodex();
  const program = join(facts.cwd, 'prepare-door.cjs');
  await build({
    entryPoints: [fileURLToPath(new URL('../../rig/processes/prepare-door.ts', import.meta.url))],
    outfile: program,
    bundle: true,
    platform: 'node',
    define: { __SYNAPSE_VERSION__: '"0"' },
  });
  const child = spawn(process.execPath, [program, JSON.stringify(facts)], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const pids = remains(facts);
  expect(pids).toHaveLength(1);
  child.kill('SIGKILL');
  await expect.poll(() => pids.filter(isAlive)).toEqual([]);
});
