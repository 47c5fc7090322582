/** `synapse up` with one team file on two hosts: where the team is, and where each agent starts. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { json } from '../../rig/home/home.js';
import { test } from './rig.js';

const TEAM = {
  mia: { kind: 'human' },
  ann: { command: 'cat' },
  lee: { command: 'cat', start: 'on-demand' },
  bob: { command: 'cat', host: 'gpu' },
};

test('one file on two hosts: each starts its own agents, and the home remembers the store', async ({ hosts }) => {
  const [laptop, gpu] = [hosts.host('laptop'), hosts.host('gpu')];
  const dir = laptop.team(TEAM, { store: hosts.store });
  const unknown = await laptop.up(dir);
  expect(unknown.code).toBe(1);
  expect(unknown.stderr).toContain(
    'bob is declared for the host gpu, which this team does not know. It knows laptop (',
  );
  // The host joins with an agent of its own, in a team file without ours.
  gpu.team({ mia: { kind: 'human' } }, { id: 'other', store: hosts.store });
  expect(await gpu.up()).toMatchObject({ code: 0 });
  await expect.poll(() => hosts.sql(`select count(*) from hosts where name = 'gpu'`)).toBe('1');
  const up = json<{ started: string[]; agents: { id: string; run: string }[] }>(await laptop.up(dir, '--json'));
  expect(up.started).toEqual(['ann']);
  expect(up.agents.find(({ id }) => id === 'bob')).toMatchObject({ run: 'elsewhere' });
  expect((await laptop.up(dir)).stdout).toMatch(/bob +unchanged +starts on gpu/);
  const there = json<{ started: string[] }>(await gpu.up(dir, '--json'));
  expect(there.started).toEqual(['bob']);
  expect(readdirSync(join(gpu.home, 'live')).sort()).toEqual(['bob.json', 'mia.json']);
  // Whoever belongs to the other host can neither be started nor get mail that would wait here.
  for (const args of [
    ['start', 'bob'],
    ['send', 'bob', 'hello'],
  ])
    expect(await laptop.run(args)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('bob belongs to the host gpu of its team, and runs only there.'),
    });
  const neverRan = expect.stringContaining('lee is declared in the project shop, but has not run yet.');
  expect(await laptop.run(['start', 'lee'])).toMatchObject({ code: 1, stderr: neverRan });
  expect((await laptop.run(['agent', 'list'])).stdout).toMatch(/bob .* gpu +shop/);
  // Commands without the file know where the team is.
  expect((await laptop.asks('project', 'list')).projects.map(({ id }: { id: string }) => id)).toEqual([
    'other',
    'shop',
  ]);
  expect(readFileSync(join(laptop.home, 'team.store'), 'utf8')).toBe(`${hosts.store}\n`);
  // While it runs there, nobody else can have it.
  laptop.team({ ...TEAM, bob: { command: 'cat', host: 'laptop' } }, { store: hosts.store });
  const taken = await laptop.up(dir);
  expect(taken.stderr).toContain('bob is running on the host gpu');
  await gpu.run(['stop', 'bob']);
  expect(json<{ started: string[] }>(await laptop.up(dir, '--json')).started).toEqual(['bob']);
});

test('a store that differs from that of the home, or that contains a password, is refused before anything changes', async ({
  hosts,
}) => {
  const laptop = hosts.host('laptop');
  const dir = laptop.team({ mia: { kind: 'human' } });
  const secret = hosts.store.replace('postgres@', 'postgres:s3cret@');
  laptop.team({ mia: { kind: 'human' } }, { store: secret });
  const refused = await laptop.up(dir);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('It must not contain a password here');
  expect(refused.stderr).not.toContain('s3cret');
  laptop.team({ mia: { kind: 'human' } });
  expect(await laptop.up(dir)).toMatchObject({ code: 0 });
  laptop.team({ mia: { kind: 'human' } }, { store: hosts.store });
  const other = await laptop.up(dir);
  expect(other.code).toBe(1);
  expect(other.stderr).toContain(`synapse team move --to ${hosts.store}`);
  expect(hosts.sql(`select count(*) from pg_tables where schemaname = 'public'`)).toBe('0');
  laptop.team({ mia: { kind: 'human' }, bob: { command: 'cat', host: 'gpu' } });
  expect((await laptop.up(dir)).stderr).toContain('only this machine can use the store of this team');
});

test('the password comes from a file that the home remembers, and is shown nowhere', async ({ hosts }) => {
  const laptop = hosts.host('laptop');
  hosts.sql(`create role synapse login password 's3cret-word' in role pg_read_all_data`);
  hosts.sql(`grant all on database ${hosts.store.split('/').at(-1)} to synapse`);
  hosts.sql('grant all on schema public to synapse');
  hosts.server.demandPassword();
  const file = join(laptop.dir, 'password');
  writeFileSync(file, 's3cret-word\n', { mode: 0o600 });
  const store = hosts.store.replace('postgres@', 'synapse@');
  const dir = laptop.team({ mia: { kind: 'human' }, ann: { command: 'cat' } }, { store });
  const without = await laptop.up(dir);
  expect(without.stderr).toMatch(
    /The team store postgres:\/\/synapse@127\.0\.0\.1:\d+\/\w+ cannot be reached: .*password/,
  );
  await laptop.run(['stop', '--all']);
  const up = await laptop.run(['up'], { cwd: dir, env: { SYNAPSE_TEAM_PASSWORD_FILE: file } });
  expect(up).toMatchObject({ code: 0 });
  // Daemons of another shell find it, too.
  await laptop.run(['stop', '--all']);
  const shown = [
    await laptop.run(['project', 'list']),
    await laptop.run(['list', '--json']),
    await laptop.run(['doctor']),
  ];
  expect(shown[0]?.stdout).toContain('shop');
  const logs = ['ann', 'mia'].map((id) => readFileSync(join(laptop.home, 'agents', id, 'daemon.log'), 'utf8'));
  const noted = readFileSync(join(laptop.home, 'team.store'), 'utf8');
  expect([...shown.map(({ stdout, stderr }) => stdout + stderr), ...logs, noted, processes()].join('\n')).not.toContain(
    's3cret-word',
  );
  expect(statSync(join(laptop.home, 'team.store')).mode & 0o077).toBe(0);
});

/** The arguments of every process, as `ps` shows them. */
function processes(): string {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map((pid) => readQuietly(`/proc/${pid}/cmdline`)).join('\n');
}

function readQuietly(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
