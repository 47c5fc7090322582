/** Stopped agents: started again as they were, restarted, and forgotten. */
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Home } from '../../rig/home/home.js';
import { test } from '../../rig/home/home.js';

const PROGRAM =
  'printf "in %s with %s of %s\\n" "$PWD" "$FLAVOR" "$ONLY_THEN"; while read -r line; do echo "got $line"; done';

async function startFlavored(home: Home, ...more: readonly string[]): Promise<string> {
  const cwd = join(home.dir, 'work');
  mkdirSync(cwd, { recursive: true });
  const words = [
    'start',
    'shell',
    ...more,
    '--role',
    'tastes',
    '--cwd',
    cwd,
    '--env',
    'FLAVOR=mint',
    '--',
    'sh',
    '-c',
    PROGRAM,
  ];
  const { code, stdout, stderr } = await home.run(words, { env: { ONLY_THEN: 'that shell' } });
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return stdout.trim();
}

async function agentNamed(home: Home, id: string): Promise<Record<string, unknown> | undefined> {
  const { agents } = (await home.json(['list', '--all'])) as { agents: Record<string, unknown>[] };
  return agents.find((agent) => agent.id === id);
}

const shown = async (home: Home, id: string) => (await home.run(['screen', id])).stdout.trim();

test('a stopped agent starts again with its program, folder, environment and mail', async ({ home }) => {
  await startFlavored(home, '--id', 'taster');
  const before = await agentNamed(home, 'taster');
  await home.run(['stop', 'taster']);
  await home.run(['send', 'taster', 'still there?']);

  const again = await home.run(['start', 'taster']);
  expect(again).toMatchObject({ code: 0, stdout: 'taster\n' });
  await expect
    .poll(() => shown(home, 'taster'))
    .toMatch(/in \S+\/work with mint of that shell\n\[A2A:\w+:tester\] still there\?\ngot \[A2A/);
  expect(await agentNamed(home, 'taster')).toMatchObject({ role: 'tastes', cwd: before?.cwd });
});

test('a port-based agent starts again at its port', async ({ home }) => {
  let id = '';
  let again = { code: 1 as number | null, stdout: '', stderr: 'is in use' };
  // Somebody else may have taken the port meanwhile.
  for (let tries = 0; tries < 5 && again.stderr.includes('is in use'); tries += 1) {
    id = await startFlavored(home);
    await home.run(['stop', id]);
    again = await home.run(['start', id]);
  }
  expect(again).toMatchObject({ code: 0, stdout: `${id}\n` });
  await expect.poll(() => shown(home, id)).toContain('with mint of that shell');
});

test('restart replaces the program and keeps the rest; inside the agent it refuses', async ({ home }) => {
  await startFlavored(home, '--id', 'taster');
  const before = await agentNamed(home, 'taster');
  expect(await home.run(['restart', 'taster'])).toMatchObject({ code: 0, stdout: 'taster\n' });
  const after = await agentNamed(home, 'taster');
  expect(after).toMatchObject({ cwd: before?.cwd, status: 'ready' });
  expect(after?.program_pid).not.toBe(before?.program_pid);

  const inside = { SYNAPSE_AGENT_ID: 'taster', SYNAPSE_INSTANCE: instanceOf(home, 'taster') };
  const refused = await home.run(['restart', 'taster'], { env: inside });
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('would end with it') });
});

test('how it was started is for its owner only', async ({ home }) => {
  await startFlavored(home, '--id', 'taster');
  const file = join(home.home, 'agents', 'taster', 'start.json');
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(readFileSync(file, 'utf8')).not.toContain('SYNAPSE_INSTANCE');
});

test('start says what it takes instead, where it cannot start again', async ({ home }) => {
  await startFlavored(home, '--id', 'taster');
  expect(await home.run(['start', 'taster'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('already running'),
  });
  await home.run(['stop', 'taster']);
  const changed = await home.run(['start', 'taster', '--role', 'cooks']);
  expect(changed).toMatchObject({ code: 2, stderr: expect.stringContaining('takes no options') });
  expect((await home.run(['start', 'cat'])).stderr).toContain('synapse start shell -- cat');
  const unknown = await home.run(['start', 'nobody']);
  expect(unknown).toMatchObject({ code: 3, stderr: expect.stringContaining('neither an agent nor a profile nobody') });
  expect((await home.run(['start', './no such'])).stderr).toContain('synapse start shell -- ./no such');
  const notExecutable = await home.run(['start', 'shell', '--', 'agents/taster/agent.json'], { cwd: home.home });
  expect(notExecutable.stderr).toMatch(/is not executable[\s\S]*chmod \+x \S+agent\.json/);
});

test('rm forgets a stopped agent and its messages, but neither a running one nor without being sure', async ({
  home,
}) => {
  await startFlavored(home, '--id', 'taster');
  // A beginning that also fits one that runs is not enough to delete by.
  await home.run(['start', 'shell', '--id', 'tasting', '--', 'cat']);
  await home.stop('tasting');
  expect(await home.run(['rm', 'tast', '--yes'])).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('tast matches several agents: taster, tasting.'),
  });
  const running = await home.run(['rm', 'taster', '--yes']);
  expect(running).toMatchObject({ code: 1, stderr: expect.stringContaining('synapse stop taster') });
  await home.run(['stop', 'taster']);
  expect(await home.run(['rm', 'taster'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
  expect(existsSync(join(home.home, 'agents', 'taster'))).toBe(true);

  expect(await home.json(['rm', 'taster', '--yes'])).toEqual({ removed: ['taster'] });
  expect(existsSync(join(home.home, 'agents', 'taster'))).toBe(false);
  expect(await home.run(['start', 'taster'])).toMatchObject({ code: 3 });
  expect(await home.run(['rm', 'taster', '--yes'])).toMatchObject({ code: 3 });
});

function instanceOf(home: Home, id: string): string {
  return (JSON.parse(readFileSync(join(home.home, 'live', `${id}.json`), 'utf8')) as { instance: string }).instance;
}
