/** Measures what a chat message of a team costs a PostgreSQL server: commits a second, statements, rows and bytes, from one host and from several. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../src/clock.js';
import { NEW_AGENT, putAgent } from '../../src/team/people/agents.js';
import { addProject } from '../../src/team/people/projects.js';
import { enterProject } from '../../src/team/sessions/enter-project.js';
import { Team } from '../../src/team/team.js';
import { PostgresServer } from '../../test/hosts/postgres-server.js';
import type { Line } from '../rig/line.js';
import { type Subject, timeOf } from '../rig/tool-times.js';

const HOSTS = 4;
const MESSAGES = 500;
const TEXT = 'x'.repeat(200);
const WARM_UP = 50;

export async function benchCapacity(): Promise<Line[]> {
  // With its syncs.
  const server = await PostgresServer.create(['fsync = on']);
  const dir = mkdtempSync(join(tmpdir(), 'synapse-bench-capacity-'));
  const place = server.database();
  const hosts: Subject[] = [];
  try {
    for (let index = 0; index < HOSTS; index += 1) hosts.push(await host(place, dir, index));
    const [first] = hosts as [Subject];
    const ask = (text: string) => server.sql(text, place.split('/').at(-1));
    await send(first, WARM_UP);
    const before = facts(ask);
    const statements = first.team.store.statementCount;
    const alone = await perSecond([first], MESSAGES);
    const after = facts(ask);
    const together = await perSecond(hosts, MESSAGES / HOSTS);
    const each = (name: keyof Facts) => (after[name] - before[name]) / MESSAGES;
    return [
      line('messages a second from one host', alone, 'with one sync each'),
      line(`messages a second from ${HOSTS} hosts at once`, together, 'all together'),
      line(
        'statements per message',
        (first.team.store.statementCount - statements) / MESSAGES,
        'of the host that sends',
      ),
      line('rows per message', each('inserted'), `and ${each('updated').toFixed(1)} changed`),
      line('KiB of tables and indexes per message', each('stored') / 1024, `with a text of ${TEXT.length} bytes`),
      line('KiB of write-ahead log per message', each('logged') / 1024, 'which replicas read, too'),
    ];
  } finally {
    for (const { team } of hosts) await team.close();
    server.remove();
    rmSync(dir, { recursive: true, force: true });
  }
}

function line(name: string, ratio: number, detail: string): Line {
  return { name: `capacity: ${name}`, ratio, limit: null, samples: MESSAGES, detail };
}

async function host(place: string, dir: string, index: number): Promise<Subject> {
  const [hostId, projectId, agentId] = [`host-${index}`, `shop-${index}`, `reader-${index}`];
  const team = await Team.open({
    ...{ place, clock: systemClock, isAlive: () => true },
    ...{ hostId, hostName: hostId, placesDir: join(dir, hostId), holder: `${hostId}@bench` },
  });
  await team.start();
  await team.change(async (tx, now) => {
    await addProject(tx, { id: projectId, name: projectId, workingDirectory: dir, createdBy: 'mia', createdAt: now });
    for (const [id, kind] of [
      ['mia', 'human'],
      [agentId, 'ai'],
    ] as const) {
      await putAgent(tx, projectId, { ...NEW_AGENT, id, name: id, kind, createdAt: now });
    }
  });
  const { token } = await enterProject(team, { agentId, projectId, purpose: 'chat', holder: null });
  return { team, token };
}

async function send(subject: Subject, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 1)
    await timeOf(subject, 'send_message', { target_agent_id: 'mia', content: TEXT });
}

async function perSecond(hosts: readonly Subject[], each: number): Promise<number> {
  const startedMs = performance.now();
  await Promise.all(hosts.map((one) => send(one, each)));
  return (hosts.length * each * 1000) / (performance.now() - startedMs);
}

type Facts = Readonly<Record<'inserted' | 'updated' | 'stored' | 'logged', number>>;

function facts(ask: (text: string) => string): Facts {
  ask('select pg_stat_force_next_flush()');
  const [inserted, updated] = ask('select sum(n_tup_ins), sum(n_tup_upd) from pg_stat_user_tables')
    .split('|')
    .map(Number) as [number, number];
  const stored = Number(ask(`select sum(pg_total_relation_size(relid)) from pg_stat_user_tables`));
  return { inserted, updated, stored, logged: Number(ask(`select pg_current_wal_lsn() - '0/0'`)) };
}
