/** A team through PgBouncer in transaction mode, where listening needs an address of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/clock.js';
import { NEW_AGENT, putAgent } from '../../../src/team/people/agents.js';
import { addProject } from '../../../src/team/people/projects.js';
import { Team } from '../../../src/team/team.js';
import { codeOf } from '../../team/rig.js';
import { HAS_PGBOUNCER, PgBouncer } from '../pgbouncer.js';
import { PostgresServer } from '../postgres-server.js';

const onPool = test.skipIf(!HAS_PGBOUNCER);
let server: PostgresServer;
let pool: PgBouncer;

beforeAll(async () => {
  if (!HAS_PGBOUNCER) return;
  server = await PostgresServer.create();
  pool = await PgBouncer.create(server);
});
afterAll(async () => {
  await pool?.remove();
  server?.remove();
});

interface Daemon {
  readonly team: Team;
  readonly troubles: readonly string[];
  /** How often something was heard of other hosts. */
  readonly news: () => number;
}

async function daemon(place: string, hostId: string): Promise<Daemon> {
  const troubles: string[] = [];
  let heard = 0;
  const placesDir = mkdtempSync(join(tmpdir(), 'synapse-host-'));
  onTestFinished(() => rmSync(placesDir, { recursive: true, force: true }));
  const team = await Team.open({
    ...{ place, clock: systemClock, hostId, hostName: hostId, holder: hostId, placesDir },
    isAlive: () => true,
    env: {},
    onNews: () => {
      heard += 1;
    },
    onTrouble: (_what, reason) => troubles.push(reason),
  });
  onTestFinished(() => team.close());
  await team.start();
  return { team, troubles, news: () => heard };
}

async function shop({ team }: Daemon, id = 'shop'): Promise<void> {
  await team.change(async (tx, now) => {
    await addProject(tx, { id, name: id, workingDirectory: null, createdBy: 'mia', createdAt: now });
    await putAgent(tx, id, { ...NEW_AGENT, id: `ann-${id}`, name: 'ann', profile: 'shell', createdAt: now });
  });
}

const listening = (place: string, count: string) =>
  expect.poll(() => server.sql('select count(*) from hosts', place.split('/').at(-1))).toBe(count);

onPool('with an address to listen at, changes are noticed at once', async () => {
  const place = server.database();
  const through = `${pool.through(place)}?listen=127.0.0.1:${server.port}`;
  const [here, there] = [await daemon(through, 'aaaa'), await daemon(through, 'bbbb')];
  await listening(place, '2');
  await shop(here);
  await expect.poll(there.news).toBeGreaterThan(0);
  expect([...here.troubles, ...there.troubles]).toEqual([]);
});

onPool('without one, a host says so, and looks every two seconds, also if nobody waits', async () => {
  const place = server.database();
  const [here, there] = [await daemon(pool.through(place), 'aaaa'), await daemon(pool.through(place), 'bbbb')];
  await listening(place, '2');
  for (const id of ['shop', 'mill', 'farm']) {
    const before = there.news();
    await shop(here, id);
    await expect.poll(there.news).toBeGreaterThan(before);
  }
  await expect.poll(() => there.troubles.join()).toContain('notifications do not arrive');
});

onPool('many writers at once take turns, and each writes once', async () => {
  const place = server.database();
  const daemons = [];
  for (let index = 0; index < 6; index += 1) daemons.push(await daemon(pool.through(place), `host${index}`));
  await shop(daemons[0] as Daemon);
  const count = ({ team }: Daemon) =>
    team.store.write(async (tx) => {
      const { last_seq } = await tx.selectFrom('projects').select('last_seq').executeTakeFirstOrThrow();
      await tx
        .updateTable('projects')
        .set({ last_seq: last_seq + 1 })
        .execute();
    });
  await Promise.all(daemons.flatMap((each) => [1, 2, 3, 4, 5].map(() => count(each))));
  expect(server.sql('select last_seq from projects', place.split('/').at(-1))).toBe('30');
});

onPool('a server behind it that is gone is reported within five seconds, and used again when it is back', async () => {
  const place = server.database();
  const { team } = await daemon(pool.through(place), 'aaaa');
  await shop({ team, troubles: [], news: () => 0 });
  server.stop('immediate');
  const startedMs = performance.now();
  const code = await codeOf(team.change(async () => {}));
  const tookMs = performance.now() - startedMs;
  server.start();
  expect(code).toBe('store_unavailable');
  expect(tookMs).toBeLessThan(5_000);
  await expect.poll(() => codeOf(team.change(async () => {}))).toBe('none');
});
