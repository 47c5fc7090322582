import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/clock.js';
import { bindAgent, LEASE_MS } from '../../../src/team/hosts.js';
import { NEW_AGENT, putAgent } from '../../../src/team/people/agents.js';
import { addProject, listProjects } from '../../../src/team/people/projects.js';
import { enterProject } from '../../../src/team/sessions/enter-project.js';
import { allLive } from '../../../src/team/sessions/live-sessions.js';
import { wantedSessions } from '../../../src/team/sessions/wanted-sessions.js';
import { WRITERS } from '../../../src/team/store/postgres/dialect.js';
import { Team } from '../../../src/team/team.js';
import { bestOf } from '../../rig/times.js';
import { codeOf } from '../../team/rig.js';
import { PostgresServer } from '../postgres-server.js';

let server: PostgresServer;
beforeAll(async () => {
  server = await PostgresServer.create();
});
afterAll(() => server.remove());

/** A daemon on a host; daemons with the same folder are on the same host. */
async function daemon(place: string, hostId: string, dir = folder()): Promise<Team> {
  const team = await Team.open({
    ...{ place, clock: systemClock, hostId, hostName: hostId, placesDir: dir, holder: `${hostId}-daemon` },
    isAlive: () => true,
    env: {},
  });
  onTestFinished(() => team.close());
  await team.start();
  return team;
}

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'synapse-host-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

async function shop(team: Team): Promise<void> {
  await team.change(async (tx, now) => {
    await addProject(tx, { id: 'shop', name: 'shop', workingDirectory: null, createdBy: 'mia', createdAt: now });
    for (const id of ['mia', 'ann', 'bob']) {
      await putAgent(tx, 'shop', { ...NEW_AGENT, id, name: id, profile: 'shell', createdAt: now });
    }
  });
}

const rename = (team: Team, name: string) =>
  team.change(async (tx) => void (await tx.updateTable('projects').set({ name, status: 'active' }).execute()));
const nameOf = async (team: Team) => (await team.store.read(listProjects))[0]?.name;
const connections = (place: string) =>
  Number(server.sql(`select count(*) from pg_stat_activity where datname = '${place.split('/').at(-1)}'`));

test('a change on one host wakes those who wait on another', async () => {
  const place = server.database();
  const [here, there] = [await daemon(place, 'aaaa'), await daemon(place, 'bbbb')];
  const ear = there.changes.listen({ agentId: 'ann' });
  const woken = ear.hear(60_000);
  await expect.poll(() => server.sql('select count(*) from hosts', place.split('/').at(-1))).toBe('2');
  await shop(here);
  await woken;
  ear.close();
  expect(await nameOf(there)).toBe('shop');
});

test('while nothing happens the daemons of a host ask nothing, however many of them wait', async () => {
  const place = server.database();
  const dir = folder();
  const daemons = [
    await daemon(place, 'aaaa', dir),
    await daemon(place, 'aaaa', dir),
    await daemon(place, 'aaaa', dir),
  ];
  const elsewhere = await daemon(place, 'bbbb');
  await shop(elsewhere);
  const ears = daemons.map((team) => team.changes.listen({ agentId: 'ann' }));
  const count = () => daemons.reduce((sum, { store }) => sum + store.statementCount, 0);
  // What was begun has ended: their rounds, and what they read of the changes.
  let before = -1;
  await expect
    .poll(
      () => {
        const [last, now] = [before, count()];
        before = now;
        return now - last;
      },
      { interval: 6_000, timeout: 60_000 },
    )
    .toBe(0);
  // What happens is noticed as before.
  const woken = Promise.all(ears.map((ear) => ear.hear(60_000)));
  await rename(elsewhere, 'other');
  await elsewhere.change(async (tx) => void (await tx.updateTable('agents').set({ role: 'reads' }).execute()));
  await woken;
  for (const ear of ears) ear.close();
});

test('ten daemons of a host that all write at once have at most four connections', async () => {
  const place = server.database();
  const dir = folder();
  const daemons = [];
  for (let index = 0; index < 10; index += 1) daemons.push(await daemon(place, 'aaaa', dir));
  await shop(daemons[0] as Team);
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, connections(place));
  }, 50);
  onTestFinished(() => clearInterval(watch));
  await Promise.all(daemons.flatMap((team, index) => [1, 2, 3].map((time) => rename(team, `${index}-${time}`))));
  clearInterval(watch);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(4);
});

test('the sessions of a host whose lease has lapsed end, and sessions start only where their agent was declared', async () => {
  const place = server.database();
  const here = await daemon(place, 'aaaa');
  const there = await daemon(place, 'bbbb');
  await shop(here);
  await here.change(async (tx, now) => {
    await bindAgent(tx, 'ann', 'aaaa');
    await bindAgent(tx, 'bob', 'bbbb');
    await tx.updateTable('project_agents').set({ chat_wanted_at: now }).execute();
  });
  const on = async (host: string) =>
    (await here.store.read((db) => wantedSessions(db, host))).map((one) => one.agentId);
  expect(await on('aaaa')).not.toContain('bob');
  expect(await on('bbbb')).not.toContain('ann');
  await enterProject(there, { agentId: 'bob', projectId: 'shop', purpose: 'chat', holder: there.holder });
  await there.close();
  server.sql(
    `update hosts set leased_until = leased_until - ${2 * LEASE_MS} where id = 'bbbb'`,
    place.split('/').at(-1),
  );
  // A host that was away itself judges nobody yet.
  expect(await here.look(allLive)).toHaveLength(1);
  server.sql(`update hosts set held_since = held_since - ${2 * LEASE_MS} where id = 'aaaa'`, place.split('/').at(-1));
  await expect.poll(async () => (await here.look(allLive)).length).toBe(0);
});

test('a server that is down is reported within five seconds, and everything goes on when it is back', async () => {
  const place = server.database();
  const team = await daemon(place, 'aaaa');
  await shop(team);
  server.stop('immediate');
  const startedMs = performance.now();
  const codes = await Promise.all(
    [rename(team, 'lost'), rename(team, 'lost too'), nameOf(team)].map((one) => codeOf(one)),
  );
  const tookMs = performance.now() - startedMs;
  server.start();
  expect(codes).toEqual(['store_unavailable', 'store_unavailable', 'store_unavailable']);
  expect(tookMs).toBeLessThan(5_000);
  // For a moment, a server that was away is not asked again.
  await expect.poll(() => codeOf(rename(team, 'back'))).toBe('none');
  expect(await nameOf(team)).toBe('back');
});

test('a server that is silent is reported within five seconds, however many daemons ask, and used again when it answers', async () => {
  const place = server.database();
  const dir = folder();
  const daemons: Team[] = [];
  for (let index = 0; index < 6; index += 1) daemons.push(await daemon(place, 'aaaa', dir));
  await shop(daemons[0] as Team);
  server.freeze();
  onTestFinished(() => server.thaw());
  const tookMs = await bestOf(3, 5_000, async () => {
    const startedMs = performance.now();
    const asked = daemons.flatMap((team) => [rename(team, 'lost'), nameOf(team)]);
    const codes = new Set(await Promise.all(asked.map((one) => codeOf(one))));
    expect([...codes]).toEqual(['store_unavailable']);
    return performance.now() - startedMs;
  });
  expect(tookMs).toBeLessThan(5_000);
  server.thaw();
  for (const team of daemons) await expect.poll(() => codeOf(rename(team, 'back'))).toBe('none');
  expect(await nameOf(daemons[0] as Team)).toBe('back');
});

test('a server that restarts during many changes loses none and does none twice', async () => {
  const place = server.database();
  const team = await daemon(place, 'aaaa');
  await shop(team);
  let isOver = false;
  let done = 0;
  const work = async () => {
    while (!isOver) {
      const code = await codeOf(
        team.store.write(async (tx) => {
          const { last_seq } = await tx.selectFrom('projects').select('last_seq').executeTakeFirstOrThrow();
          await tx
            .updateTable('projects')
            .set({ last_seq: last_seq + 1 })
            .execute();
        }),
      );
      if (code === 'none') done += 1;
    }
  };
  const working = work();
  for (let time = 0; time < 5; time += 1) {
    const before = done;
    await expect.poll(() => done).toBeGreaterThan(before + 20);
    server.stop(time % 2 ? 'fast' : 'immediate');
    server.start();
  }
  isOver = true;
  await working;
  expect(Number(server.sql('select last_seq from projects', place.split('/').at(-1)))).toBe(done);
});

test('a replica that is promoted goes on in place of its server', async () => {
  const first = await PostgresServer.create();
  onTestFinished(() => first.remove());
  const place = first.database();
  const second = await first.replica();
  onTestFinished(() => second.remove());
  const both = place.replace(`:${first.port}/`, `:${first.port},127.0.0.1:${second.port}/`);
  const team = await daemon(both, 'aaaa');
  await shop(team);
  await rename(team, 'kept');
  await expect.poll(() => second.sql('select name from projects', place.split('/').at(-1))).toBe('kept');
  first.stop('fast');
  second.promote();
  await expect.poll(() => codeOf(rename(team, 'promoted'))).toBe('none');
  expect(await nameOf(team)).toBe('promoted');
});

test('a clock that is wrong by a day follows that of the server', async () => {
  const day = 24 * 3_600_000;
  const place = server.database();
  const realNow = Date.now;
  Date.now = () => realNow() + day;
  onTestFinished(() => {
    Date.now = realNow;
  });
  const team = await daemon(place, 'aaaa');
  await shop(team);
  expect(Math.abs(team.clock.now() - realNow())).toBeLessThan(60_000);
});

test('a writer waits for another that takes its time, and then for the next', async () => {
  const place = server.database();
  const team = await daemon(place, 'aaaa');
  await shop(team);
  // Longer than the server lets a statement wait, so that it has refused the writer in between.
  const database = place.split('/').at(-1);
  const slow = server.hold(`begin; select pg_advisory_xact_lock(${WRITERS}); select pg_sleep(5); commit`, database);
  await expect.poll(() => server.sql(`select count(*) from pg_locks where locktype = 'advisory'`)).toBe('1');
  await rename(team, 'patient');
  await rename(team, 'again');
  expect(await nameOf(team)).toBe('again');
  await slow;
});
