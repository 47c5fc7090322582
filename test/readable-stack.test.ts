import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { agentPaths } from '../src/paths.js';
import { readableStack } from '../src/readable-stack.js';
import { test } from './rig/home/home.js';

const BREAK_ONCE = fileURLToPath(new URL('rig/processes/break-once.cjs', import.meta.url));
const DEBUG = { env: { SYNAPSE_DEBUG: '1' } };

test('a thrown value that is not an Error is shown as text', () => {
  expect(readableStack('no more')).toBe('no more');
});

test('a position in a bundle without a source map is left unchanged', () => {
  const error = new Error('broken');
  error.stack = 'Error: broken\n    at run (/no/such/bundle.cjs:1:2)';
  expect(readableStack(error)).toBe(error.stack);
});

test('a position in a bundle that was replaced since the process started is left unchanged', () => {
  const dir = mkdtempSync(join(tmpdir(), 'synapse-map-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const map = { version: 3, sources: ['../src/other.ts'], names: [], mappings: 'AAAA' };
  writeFileSync(join(dir, 'daemon.cjs.map'), JSON.stringify(map));
  const error = new Error('broken');
  error.stack = `Error: broken\n    at run (${dir}/daemon.cjs:1:1)`;
  expect(readableStack(error)).toBe(error.stack);
});

test('an error of the command line names functions and positions in the sources', async ({ home }) => {
  const { stderr } = await home.run(['profiles', 'show', 'nothing'], DEBUG);
  expect(stderr).toMatch(/ at loadProfile \(src\/profiles\/[\w/-]+\.ts:\d+:\d+\)\n/);
});

test('it does so too when the command runs from the compiled code that an earlier one has kept', async ({ home }) => {
  await home.agent('rex');
  expect((await home.run(['send', 'rex', 'hello'])).code).toBe(0);
  const { stderr } = await home.run(['send', 'rex', ''], DEBUG);
  expect(stderr).toMatch(/ at readMessage \(src\/cli\/[\w/-]+\.ts:\d+:\d+\)\n/);
});

test('a bug in a daemon is logged with its position in the sources', async ({ home }) => {
  const agent = await home.agent('rex', { env: { NODE_OPTIONS: `--require ${BREAK_ONCE}` } });
  expect((await agent.call('/status')).body).toMatchObject({ error: 'internal_error' });
  const log = readFileSync(agentPaths(home.home, 'rex').log, 'utf8');
  expect(log).toMatch(/ error request .*broken on purpose\\n[^\n]* at \w+ \(src\/daemon\/[\w/-]+\.ts:\d+:\d+\)/);
});
