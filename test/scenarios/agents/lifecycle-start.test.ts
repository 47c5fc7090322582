/** Starts that race, ports that are taken, and homes side by side. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Home, json, test } from '../../rig/home/home.js';
import { freeRange, occupy } from '../../rig/home/listeners.js';
import { isAlive, killDaemon, remainsOf } from '../../rig/home/processes.js';

interface Started {
  readonly id: string;
  readonly port: number;
  readonly pid: number;
  readonly program_pid: number;
}

async function startAtOnce(home: Home, count: number, options: readonly string[] = []) {
  const args = ['start', 'shell', ...options, '--json', '--', 'cat'];
  return Promise.all(Array.from({ length: count }, () => home.run(args)));
}

/** A profile for `cat` with a port range of its own. */
function profileWithPorts(home: Home, name: string, ports: string): void {
  mkdirSync(join(home.home, 'profiles'), { recursive: true, mode: 0o700 });
  writeFileSync(join(home.home, 'profiles', `${name}.yaml`), `command: cat\nline: true\nports: ${ports}\n`);
}

test.for([2, 8])('of %i starts at the same moment with the same id exactly one wins', async (count, { home }) => {
  const results = await startAtOnce(home, count, ['--id', 'single']);
  expect(results.map(({ code }) => code).sort()).toEqual([0, ...Array.from({ length: count - 1 }, () => 1)]);
  const winner = json<Started>(results.find(({ code }) => code === 0) as never);
  for (const loser of results.filter(({ code }) => code !== 0)) {
    expect(JSON.parse(loser.stdout)).toMatchObject({ error: 'agent_already_running', agent: 'single' });
  }
  expect(home.entry('single')).toMatchObject({ pid: winner.pid, programPid: winner.program_pid });
  expect(isAlive(winner.pid)).toBe(true);
  expect(await home.run(['send', 'single', 'hello'])).toMatchObject({ code: 0 });
});

test('eight starts at the same moment without an id get eight ports and eight ids', async ({ home }) => {
  const started = (await startAtOnce(home, 8)).map((result) => json<Started>(result));
  expect(new Set(started.map(({ port }) => port)).size).toBe(8);
  expect(started.map(({ id }) => id)).toEqual(started.map(({ port }) => `synapse-shell-${port}`));
  expect(readdirSync(join(home.home, 'live')).sort()).toEqual(started.map(({ id }) => `${id}.json`).sort());
});

test('starts of a dead id at the same moment: one wins, and has the store', async ({ home }) => {
  const victim = await home.agent('single');
  await killDaemon(victim.entry);
  const codes = (await startAtOnce(home, 4, ['--id', 'single'])).map(({ code }) => code);
  expect(codes.sort()).toEqual([0, 1, 1, 1]);
  expect(home.entry('single').storeId).toBe(victim.entry.storeId);
  expect(remainsOf(victim.entry)).toEqual([]);
});

test('an id that is running is refused, and nothing is started', async ({ home }) => {
  const first = await home.agent('single');
  const second = await home.run(['start', 'shell', '--id', 'single', '--', 'cat']);
  expect(second).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(`pid ${first.entry.pid}`) });
  expect(home.entry('single').instance).toBe(first.entry.instance);
});

test.for([['127.0.0.1'], ['::1'], ['0.0.0.0'], ['::']])(
  'a port taken by a foreign program on %s is skipped',
  async ([host], { home }) => {
    const first = await freeRange(2);
    profileWithPorts(home, 'catty', `${first}-${first + 1}`);
    expect(await occupy(first, host as string)).toBe(true);
    const started = json<Started>(await home.run(['start', 'catty', '--json']));
    expect(started).toMatchObject({ id: `synapse-catty-${first + 1}`, port: first + 1 });
  },
);

test('if the range of ports is full, 8300 and up is used', async ({ home }) => {
  const first = await freeRange(2);
  profileWithPorts(home, 'catty', `${first}-${first + 1}`);
  const ports: number[] = [];
  for (let count = 0; count < 4; count += 1)
    ports.push(json<Started>(await home.run(['start', 'catty', '--json'])).port);
  expect(ports.slice(0, 2)).toEqual([first, first + 1]);
  for (const port of ports.slice(2)) expect(port).toBeGreaterThanOrEqual(8300);
  expect(new Set(ports).size).toBe(4);
});

test('--port is used, or refused if the port is taken', async ({ home }) => {
  const port = await freeRange(1);
  const started = json<Started>(await home.run(['start', 'shell', '--port', String(port), '--json', '--', 'cat']));
  expect(started).toMatchObject({ id: `synapse-shell-${port}`, port });
  const second = await home.run(['start', 'shell', '--id', 'other', '--port', String(port), '--', 'cat']);
  expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining(`Port ${port} is in use`) });
  expect(readdirSync(join(home.home, 'live'))).toEqual([`synapse-shell-${port}.json`]);
  expect(await home.run(['start', 'shell', '--id', 'other', '--', 'cat'])).toMatchObject({ code: 0 });
});

test('a port is free again as soon as its agent has stopped', async ({ home }) => {
  const port = String(await freeRange(1));
  for (let round = 0; round < 3; round += 1) {
    const started = await home.run(['start', 'shell', '--port', port, '--', 'cat']);
    expect(started).toMatchObject({ code: 0, stdout: `synapse-shell-${port}\n` });
    await home.run(['stop', `synapse-shell-${port}`]);
  }
});

test('two homes at once never see each other', async ({ home }) => {
  const other = new Home();
  try {
    const [here, there] = await Promise.all([home.agent('worker'), other.agent('worker')]);
    await other.agent('only-there');
    const listed = (await home.json(['list'])) as { agents: { id: string; pid: number }[] };
    expect(listed.agents.map(({ id }) => id)).toEqual(['worker']);
    expect(await home.run(['send', 'only-there', 'psst'])).toMatchObject({ code: 3 });
    await home.run(['send', 'worker', 'for this one']);
    await here.line('for this one');
    expect(there.lines()).toEqual([]);
    expect((await there.call('/status', { key: here.key })).status).toBe(401);
    await home.run(['stop', '--all']);
    expect(await other.run(['send', 'worker', 'still there?'])).toMatchObject({ code: 0 });
    await there.line('still there?');
  } finally {
    await other.close();
  }
});
