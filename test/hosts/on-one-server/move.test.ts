/** `synapse team move`: a home's teams go to a server and back, and a killed command leaves them in one place. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Sqlite } from '../../../src/storage/sqlite.js';
import { finished, json } from '../../rig/home/home.js';
import { isThorough } from '../../rig/thorough.js';
import { type Host, type SharedTeam, test } from './rig.js';

const TEAM = { mia: { kind: 'human' }, ann: { command: 'cat', auto: [] }, bob: { command: 'cat', auto: [] } };
const CHATS = 20_000;
const KILLS = isThorough ? 10 : 4;

/** A team with work and chat, whose agents are stopped. */
async function team(laptop: Host): Promise<string> {
  const dir = laptop.team(TEAM);
  expect(await laptop.up(dir)).toMatchObject({ code: 0 });
  expect(await laptop.run(['say', 'ann', 'first'])).toMatchObject({ code: 0 });
  expect(await laptop.run(['work', 'create', 'dig', '--project', 'shop'])).toMatchObject({ code: 0 });
  await laptop.run(['stop', '--all']);
  return dir;
}

function fill(laptop: Host): void {
  const db = new Sqlite(join(laptop.home, 'team.db'));
  const insert = db.prepare(
    `insert into chat_messages (project_id, seq, id, sender_id, receiver_id, created_at, content) values ('shop', ?, ?, 'mia', 'ann', 0, 'text')`,
  );
  db.transaction(() => {
    for (let seq = 2; seq <= CHATS; seq += 1) insert.run(seq, `msg_${seq}`);
    db.exec(`update projects set last_seq = ${CHATS}`);
  })();
  db.close();
}

function chatsInFile(laptop: Host): number {
  const db = new Sqlite(join(laptop.home, 'team.db'), { readonly: true });
  const count = db.prepare('select count(*) from chat_messages').pluck().get() as number;
  db.close();
  return count;
}

function chatsOnServer(hosts: SharedTeam): number {
  const isThere = hosts.sql(`select to_regclass('chat_messages') is not null`) === 't';
  return isThere ? Number(hosts.sql('select count(*) from chat_messages')) : 0;
}

test('a team goes to a server with everything it has, and goes on there', async ({ hosts }) => {
  const laptop = hosts.host('laptop');
  const dir = laptop.team(TEAM);
  await laptop.up(dir);
  const refused = await laptop.run(['team', 'move', '--to', hosts.store]);
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.stderr).toContain('A team cannot move while its agents run: ann, bob, mia.');
  expect(refused.stderr).toContain('synapse stop --all');
  await laptop.run(['stop', '--all']);
  await team(laptop);
  const moved = await laptop.asks('team', 'move', '--to', hosts.store);
  expect(moved).toMatchObject({ moved: true, projects: ['shop'], agents: 3, messages: 1 });
  expect(existsSync(moved.set_aside)).toBe(true);
  // A second time there is nothing to do.
  expect(await laptop.asks('team', 'move', '--to', hosts.store)).toMatchObject({ moved: false });
  expect(await laptop.up(dir)).toMatchObject({ code: 0 });
  await laptop.run(['say', 'ann', 'second']);
  const { work } = await laptop.asks('work', 'list', '--project', 'shop');
  expect(work).toMatchObject([{ title: 'dig' }]);
  expect(hosts.sql('select seq, content from chat_messages order by seq')).toBe('1|first\n2|second');
  const file = join(dir, '.ai-pm', 'agents', 'ann', 'chat.jsonl');
  const lines = () => readFileSync(file, 'utf8').trim().split('\n');
  await expect.poll(() => lines().map((line) => JSON.parse(line).content)).toEqual(['first', 'second']);
  await expect
    .poll(async () => (await laptop.asks('team', 'show')).team.hosts)
    .toMatchObject([{ name: 'laptop', here: true, there: true, projects: ['shop'], agents: ['ann', 'bob'] }]);
  expect((await laptop.run(['team'])).stdout).toMatch(/laptop +\w{16} +this host +ann, bob/);
  // Another host cannot bring what has the same names.
  const gpu = hosts.host('gpu');
  const there = gpu.team({ mia: { kind: 'human' }, ann: { command: 'cat', auto: [] } }, { id: 'other' });
  await gpu.up(there);
  await gpu.run(['stop', '--all']);
  const collision = await gpu.run(['team', 'move', '--to', hosts.store]);
  expect(collision).toMatchObject({ code: 1 });
  expect(collision.stderr).toContain('The store there already has ann. Nothing was changed.');
  expect((await gpu.asks('project', 'list')).projects).toMatchObject([{ id: 'other' }]);
  await laptop.run(['stop', '--all']);
  expect(await laptop.asks('team', 'move', '--to', 'sqlite')).toMatchObject({ moved: true, messages: 2 });
  expect(await laptop.asks('team', 'show')).toMatchObject({ team: { engine: 'sqlite', projects: [{ id: 'shop' }] } });
  expect(await laptop.up(dir)).toMatchObject({ code: 0 });
});

test('wherever the command is killed, the teams are in one place, complete, and it can be repeated', async ({
  hosts,
}) => {
  const laptop = hosts.host('laptop');
  await team(laptop);
  fill(laptop);
  const direction = () => (existsSync(join(laptop.home, 'team.store')) ? 'sqlite' : hosts.store);
  const startedMs = performance.now();
  expect(await laptop.run(['team', 'move', '--to', direction()])).toMatchObject({ code: 0 });
  const wholeMs = performance.now() - startedMs;
  const seen = new Set<string>();
  for (let kill = 0; kill < KILLS; kill += 1) {
    const to = direction();
    const child = laptop.start(['team', 'move', '--to', to]);
    // Spread over the whole command, and denser at its end, where it is decided.
    const death = setTimeout(() => child.kill('SIGKILL'), wholeMs * (1 - (kill / KILLS) ** 2 / 1.5));
    const { code } = await finished(child);
    clearTimeout(death);
    const { team: state } = json<{ team: { engine: string; projects: { id: string }[] } }>(
      await laptop.run(['team', 'show', '--json']),
    );
    expect(state.projects).toMatchObject([{ id: 'shop' }]);
    seen.add(`${code === null ? 'killed' : 'done'} in ${state.engine}`);
    const isOnServer = state.engine === 'postgresql';
    expect(chatsOnServer(hosts)).toBe(isOnServer ? CHATS : 0);
    if (isOnServer) expect(existsSync(join(laptop.home, 'team.db'))).toBe(false);
    else expect(chatsInFile(laptop)).toBe(CHATS);
    if (code === 0) expect(state.engine).toBe(to === 'sqlite' ? 'sqlite' : 'postgresql');
  }
  expect([...seen].some((each) => each.startsWith('killed'))).toBe(true);
  expect(await laptop.run(['team', 'move', '--to', direction()])).toMatchObject({ code: 0 });
});
