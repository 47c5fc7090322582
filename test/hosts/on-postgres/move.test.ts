/** Moving the teams of a home between its file and a server: every row, once, and in one place only. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/clock.js';
import { settledPlace } from '../../../src/daemon/hosts/settled-place.js';
import { teamFile } from '../../../src/paths.js';
import { hostId } from '../../../src/registry/host-id.js';
import { endTeamMove, noteTeamMove, type TeamMove } from '../../../src/registry/team-place.js';
import { Sqlite } from '../../../src/storage/sqlite.js';
import { type Moved, moveToFile, moveToServer } from '../../../src/team/move/move.js';
import { MOVED_TABLES } from '../../../src/team/move/tables.js';
import { Team } from '../../../src/team/team.js';
import { codeOf } from '../../team/rig.js';
import { PostgresServer } from '../postgres-server.js';

let server: PostgresServer;
let home: string;
let place: string;

beforeAll(async () => {
  server = await PostgresServer.create();
});
afterAll(() => server.remove());
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'synapse-move-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  place = server.database();
});

type Row = Record<string, unknown>;
type Rows = Record<string, Row[]>;

const sql = (text: string) => server.sql(text, place.split('/').at(-1));

/** A store in which every table has more rows than are read at once, with whatever a text can contain. */
async function filledFile(rows = 3): Promise<Rows> {
  const file = teamFile(home);
  await (await Team.open({ place: file, clock: systemClock, isAlive: () => true })).close();
  const db = new Sqlite(file);
  db.transaction(() => {
    for (const { name } of MOVED_TABLES) {
      const columns = db.prepare(`pragma table_info(${name})`).all() as { name: string; type: string }[];
      const insert = db.prepare(`insert into ${name} values (${columns.map(() => '?').join(', ')})`);
      for (let index = 0; index < (name === 'stopped_all' ? 1 : rows); index += 1) {
        insert.run(columns.map((column) => valueFor(name, column, index)));
      }
    }
  })();
  db.close();
  return contentOf(file);
}

function valueFor(table: string, { name, type }: { readonly name: string; readonly type: string }, index: number) {
  if (name === 'host') return table === 'stopped_all' ? '' : null;
  if (table === 'agents' && name === 'kind') return index % 3 === 0 ? 'human' : 'ai';
  if (/holder/.test(name)) return index % 2 === 0 ? null : `${index}/12345`;
  if (!/text/i.test(type)) return index;
  return /_id$|^id$|^pair$/.test(name) ? `${name}-${index}` : `日本\0${index}\u{10ffff}'"\\`;
}

function contentOf(file: string): Rows {
  const db = new Sqlite(file, { readonly: true });
  const found = MOVED_TABLES.map(({ name, key }) => [
    name,
    db.prepare(`select * from ${name} order by ${key.join(', ')}`).all(),
  ]);
  db.close();
  return Object.fromEntries(found) as Rows;
}

const count = (table: string) => Number(sql(`select count(*) from ${table}`));
const tables = () => Number(sql(`select count(*) from pg_tables where schemaname = 'public'`));

interface Deaths {
  readonly onCommitting?: () => void;
  readonly onFinish?: () => void;
}

const died = () => {
  throw new Error('killed');
};

function toServer({ onCommitting = () => {}, onFinish = () => {} }: Deaths = {}): Promise<Moved> {
  const move = { server: place, to: 'server', aside: join(home, 'team.db.moved') } as const;
  const finish = (id: string) => {
    onFinish();
    endTeamMove(home, { id, ...move }, true);
  };
  return moveToServer({ ...parts(teamFile(home), move, onCommitting), onFailed: () => {} }, finish);
}

function toFile({ onCommitting = () => {}, onFinish = () => {} }: Deaths = {}): Promise<Moved> {
  const move = { server: place, to: 'file', aside: join(home, 'team.db.new') } as const;
  const prepare = () => rmSync(move.aside, { force: true });
  const finish = (id: string) => {
    onFinish();
    endTeamMove(home, { id, ...move }, true);
  };
  return moveToFile({ ...parts(move.aside, move, onCommitting), onFailed: () => {} }, { prepare, finish });
}

function parts(file: string, move: Omit<TeamMove, 'id'>, onCommitting: () => void) {
  return {
    ...{ file, server: place, hostId: hostId(home), now: () => systemClock.now() },
    onCommitting: (id: string) => {
      noteTeamMove(home, { id, ...move });
      onCommitting();
    },
  };
}

const placeNow = () => settledPlace(home, {});

test('every row arrives, bound to this host, and comes back as it was', async () => {
  const before = await filledFile(1_200);
  await toServer();
  expect(await placeNow()).toBe(place);
  expect(
    readdirSync(home)
      .filter((name) => /^team\.[^-]*$/.test(name))
      .sort(),
  ).toEqual(['team.db.moved', 'team.store']);
  for (const { name } of MOVED_TABLES) expect(count(name), name).toBe(before[name]?.length);
  expect(sql(`select distinct host from projects`)).toBe(hostId(home));
  expect(
    sql(`select count(*) from agents where host is null and kind = 'ai' or host is not null and kind != 'ai'`),
  ).toBe('0');
  expect(sql(`select holder from sessions where id = 'id-1'`)).toBe(`${hostId(home)}@1/12345`);
  await toFile();
  expect(await placeNow()).toBe(teamFile(home));
  expect(contentOf(teamFile(home))).toEqual(before);
  expect(count('chat_messages') + count('agents') + count('hosts')).toBe(0);
  // And there again, as often as one likes.
  await toServer();
  expect(count('chat_messages')).toBe(1_200);
});

test('whoever is killed before the commit has moved nothing, and the server has nothing', async () => {
  const before = await filledFile();
  await expect(toServer({ onCommitting: died })).rejects.toThrow('killed');
  expect(tables()).toBe(0);
  expect(await placeNow()).toBe(teamFile(home));
  expect(contentOf(teamFile(home))).toEqual(before);
  expect(existsSync(join(home, 'team.move'))).toBe(false);
  await toServer();
  await expect(toFile({ onCommitting: died })).rejects.toThrow('killed');
  expect(await placeNow()).toBe(place);
  expect(count('chat_messages')).toBe(3);
  await toFile();
  expect(contentOf(teamFile(home))).toEqual(before);
});

test('whoever is killed after the commit has moved everything, as the next who looks finds out', async () => {
  const before = await filledFile();
  await expect(toServer({ onFinish: died })).rejects.toThrow('killed');
  expect(existsSync(teamFile(home))).toBe(true);
  expect(await Promise.all([placeNow(), placeNow()])).toEqual([place, place]);
  expect(existsSync(teamFile(home))).toBe(false);
  await expect(toFile({ onFinish: died })).rejects.toThrow('killed');
  expect(await placeNow()).toBe(teamFile(home));
  expect(contentOf(teamFile(home))).toEqual(before);
});

test('a server that already has one of the projects or agents is left as it is, but a person may be there', async () => {
  const before = await filledFile();
  const there = await Team.open({ place, clock: systemClock, isAlive: () => true, hostId: 'other' });
  await there.close();
  const agent = (id: string, kind: string) =>
    sql(
      `insert into agents (id, name, kind, hierarchy, auto, created_at) values ('${id}', 'there', '${kind}', 'worker', '', 0)`,
    );
  agent('id-0', 'human');
  agent('id-1', 'ai');
  expect(await codeOf(toServer())).toBe('team_move_collides');
  expect(count('projects')).toBe(0);
  expect(await placeNow()).toBe(teamFile(home));
  expect(contentOf(teamFile(home))).toEqual(before);
  sql(`delete from agents where id = 'id-1'`);
  await toServer();
  expect(sql(`select name from agents where id = 'id-0'`)).toBe('there');
  // Their agents cannot go into our file.
  agent('guest', 'ai');
  sql(`update agents set host = 'other' where id = 'guest'`);
  expect(await codeOf(toFile())).toBe('team_is_shared');
  expect(await placeNow()).toBe(place);
});

test('a store that somebody has open does not move, and whoever opens it meanwhile notices', async () => {
  await filledFile();
  const open = () => Team.open({ place: teamFile(home), clock: systemClock, isAlive: () => true });
  const daemon = await open();
  expect(await codeOf(toServer())).toBe('team_store_busy');
  await daemon.close();
  let late: Promise<string> | null = null;
  await toServer({
    onCommitting: () => {
      late = codeOf(open());
    },
  });
  expect(await late).toBe('team_store_busy');
});
