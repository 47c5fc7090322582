/** What only one host has: the logs of its executions, and the chat files in the folders of its projects. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/clock.js';
import { sendChat } from '../../../src/team/chat/send-chat.js';
import { beginExecution, type Execution } from '../../../src/team/executions/executions.js';
import { bindProject, LEASE_MS } from '../../../src/team/hosts.js';
import { NEW_AGENT, putAgent } from '../../../src/team/people/agents.js';
import { addProject } from '../../../src/team/people/projects.js';
import { Team } from '../../../src/team/team.js';
import { codeOf } from '../../team/rig.js';
import { PostgresServer } from '../postgres-server.js';

let server: PostgresServer;
let place: string;
let folder: string;
beforeAll(async () => {
  server = await PostgresServer.create();
});
afterAll(() => server.remove());
beforeEach(() => {
  place = server.database();
  folder = dir();
});

function dir(): string {
  const made = mkdtempSync(join(tmpdir(), 'synapse-host-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

interface Host {
  readonly team: Team;
  readonly logsDir: string;
}

async function host(hostId: string): Promise<Host> {
  const logsDir = join(dir(), 'executions');
  mkdirSync(logsDir);
  const team = await Team.open({
    ...{ place, clock: systemClock, hostId, hostName: hostId, placesDir: dir(), logsDir, holder: hostId },
    isAlive: () => true,
    env: {},
  });
  onTestFinished(() => team.close());
  await team.start();
  await expect.poll(() => sql(`select count(*) from hosts where id = '${hostId}'`)).toBe('1');
  return { team, logsDir };
}

const sql = (text: string) => server.sql(text, place.split('/').at(-1));

/** A project in a folder of that host. */
async function shop({ team }: Host): Promise<void> {
  await team.change(async (tx, now) => {
    await addProject(tx, { id: 'shop', name: 'shop', workingDirectory: folder, createdBy: 'mia', createdAt: now });
    await bindProject(tx, 'shop', team.hostId);
    for (const id of ['ann', 'bob']) {
      await putAgent(tx, 'shop', { ...NEW_AGENT, id, name: id, kind: 'human', createdAt: now });
    }
  });
}

/** An execution that ran there, with this log. */
async function execution({ team, logsDir }: Host, lines: readonly string[] | null): Promise<Execution> {
  const begun = await team.change((tx, now) =>
    beginExecution(
      tx,
      {
        ...{ projectId: 'shop', agentId: 'ann', taskId: 'tsk_1', sessionId: 'ses_1', host: team.hostId },
        logFile: (id) => join(logsDir, `${id}.log`),
      },
      now,
    ),
  );
  if (lines) writeFileSync(begun.logFile as string, lines.map((line) => `${line}\n`).join(''));
  return begun;
}

test('a log is read wherever it is, in parts as it would be there', async () => {
  const [here, there] = [await host('aaaa'), await host('bbbb')];
  await shop(here);
  const ran = await execution(
    there,
    Array.from({ length: 1_000 }, (_, index) => `line ${index}`),
  );
  for (const team of [here.team, there.team]) {
    expect(await team.logs.read(ran, { tail: 2 })).toEqual({ lines: ['line 998', 'line 999'], totalLines: 1_000 });
    const part = await team.logs.read(ran, { offset: 500 });
    expect([part.lines.length, part.lines[0]]).toEqual([100, 'line 500']);
  }
  const many = await Promise.all([1, 2, 3, 4, 5].map((tail) => here.team.logs.read(ran, { tail })));
  expect(many.map(({ lines }) => lines.length)).toEqual([1, 2, 3, 4, 5]);
  expect(sql('select count(*) from log_requests')).toBe('0');
  const silent = await execution(there, null);
  expect(await codeOf(here.team.logs.read(silent, {}))).toBe('execution_log_not_found');
});

test('a path that somebody writes into the store leads nowhere', async () => {
  const [here, there] = [await host('aaaa'), await host('bbbb')];
  await shop(here);
  const secret = join(there.logsDir, '..', 'secret');
  writeFileSync(secret, 'secret\n');
  const ran = await execution(there, null);
  for (const change of [`log_file = '${secret}'`, `id = '../secret', log_file = '${secret}'`]) {
    sql(`update executions set ${change}`);
    const id = sql('select id from executions');
    const lie = { ...ran, id, logFile: secret };
    expect(await codeOf(here.team.logs.read(lie, {}))).toBe('execution_log_not_found');
    expect(await codeOf(there.team.logs.read(lie, {}))).toBe('execution_log_not_found');
    expect(there.team.logs.fileOf(lie)).not.toBe(secret);
  }
  expect(existsSync(secret)).toBe(true);
});

test('a host that is away is named, and one that is frozen within five seconds', async () => {
  const [here, there] = [await host('aaaa'), await host('bbbb')];
  await shop(here);
  const ran = await execution(there, ['line']);
  await there.team.close();
  const startedMs = performance.now();
  await expect(here.team.logs.read(ran, {})).rejects.toThrow(
    /The log of execution \w+ is on the host bbbb, which does not answer/,
  );
  expect(performance.now() - startedMs).toBeLessThan(5_000);
  sql(`update hosts set leased_until = leased_until - ${2 * LEASE_MS} where id = 'bbbb'`);
  sql(`update hosts set held_since = held_since - ${2 * LEASE_MS} where id = 'aaaa'`);
  await expect
    .poll(async () => {
      await here.team.tidy();
      const begunMs = performance.now();
      expect(await codeOf(here.team.logs.read(ran, {}))).toBe('execution_log_away');
      return performance.now() - begunMs;
    })
    .toBeLessThan(1_000);
});

const say = ({ team }: Host, text: string) =>
  sendChat(team, {
    ...{ projectId: 'shop', senderId: 'ann', targetId: 'bob', content: text },
    ...{ relatedTaskId: null, conversationId: null, autoStart: null },
  });

function linesOf(agent: string): string[] {
  const file = join(folder, '.ai-pm', 'agents', agent, 'chat.jsonl');
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).content);
}

test('chat is written on the host that has the folder, in order, also what was said while it was away', async () => {
  const [here, there] = [await host('aaaa'), await host('bbbb')];
  await shop(there);
  const said: string[] = [];
  const talk = async (from: Host, count: number) => {
    for (let index = 0; index < count; index += 1) {
      said.push(`${said.length}`);
      await say(from, `${said.length - 1}`);
    }
  };
  const isWritten = () => expect.poll(() => [linesOf('ann'), linesOf('bob')]).toEqual([said, said]);
  await talk(here, 3);
  await isWritten();
  await talk(there, 2);
  await talk(here, 2);
  await isWritten();
  await there.team.close();
  await talk(here, 300);
  expect(linesOf('bob')).toHaveLength(7);
  const back = await host('bbbb');
  await isWritten();
  // All connections are cut, and with one of them whatever it would have told.
  sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'synapse' and datname = current_database()`,
  );
  await talk(here, 5);
  await isWritten();
  await talk(back, 1);
  await isWritten();
});
