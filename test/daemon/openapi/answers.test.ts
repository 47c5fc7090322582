/** Everything that the OpenAPI document says of the routes beside the tools occurs, and nothing else. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { LINK_PROTOCOL } from '../../../src/a2a/address.js';
import { openConnection, openTerminal } from '../../../src/a2a/attach.js';
import { TERMINAL_PROTOCOL } from '../../../src/a2a/frames.js';
import type { SynapseError } from '../../../src/errors.js';
import type { Wanted } from '../../../src/hosts/connections.js';
import { identityOf } from '../../../src/hosts/identity.js';
import { Link } from '../../../src/hosts/link.js';
import { teamFile } from '../../../src/paths.js';
import { shell } from '../../../src/profiles/builtin/shell.js';
import { Sqlite } from '../../../src/storage/sqlite.js';
import { announceTooMuch, ask, tryTheDoor } from '../../rig/clients/api-refusals.js';
import { ApiCheck, documentedAnswers } from '../../rig/clients/openapi.js';
import { BINARY } from '../../rig/home/binary.js';
import { type DaemonHere, type Daemons, test } from '../../rig/home/in-process.js';

/** An ssh that reaches nobody but the home that asks. */
const SSH = join(mkdtempSync(join(tmpdir(), 'synapse-ssh-')), 'ssh');
afterAll(() => rmSync(dirname(SSH), { recursive: true }));
const ENV = { SYNAPSE_PASSKEY_COST: '4', SYNAPSE_SSH: SSH };
/** A program that no interrupt ends: canceling a task presses that key. */
const DEAF = ['/bin/sh', '-c', 'trap "" INT; while :; do read line; done'];
const REX = { PATH: process.env.PATH ?? '', SYNAPSE_SEND_LIMIT: '1' };
const STREAMS = ['/events', '/events?full=true', '/output', '/activity'];

/** `GET /tasks?limit=0`, the status, and the body. */
type Row = readonly [request: string, status: number, body?: unknown];

/** Makes requests to one daemon, and holds every answer against the document. */
class Asker {
  constructor(
    readonly check: ApiCheck,
    readonly daemon: DaemonHere,
  ) {}

  /** Each must have its status. Of a stream only the beginning is looked at. */
  async all(rows: readonly Row[]): Promise<void> {
    const told = [];
    for (const [request, , body] of rows) told.push(`${request} ${(await this.one(request, body)).status}`);
    expect(told).toEqual(rows.map(([request, status]) => `${request} ${status}`));
  }

  // biome-ignore lint/suspicious/noExplicitAny: the test looks at the fields that it needs.
  async one(request: string, body?: unknown): Promise<{ status: number; body: any }> {
    const [method = '', path = ''] = request.split(' ');
    const isStream = STREAMS.some((end) => path.endsWith(end));
    if (!isStream) return ask(this.check, this.daemon, request, body === undefined ? {} : { body });
    const response = await this.daemon.open(path);
    const status = response.statusCode ?? 0;
    response.on('error', () => {}).destroy();
    if (status !== 200) return ask(this.check, this.daemon, request);
    this.check.note({ method, path, status, body: undefined });
    return { status, body: undefined };
  }
}

test('every route answers as the OpenAPI document says', async ({ daemons }) => {
  const check = new ApiCheck();
  const [mia, rex] = await Promise.all([
    daemons.person('mia', { env: ENV }),
    daemons.agent('rex', { env: ENV, spec: { command: DEAF, env: REX } }),
  ]);
  const isOther = (path: string) => !/^\/(?:tools\/|mcp$|a2a|\.well-known)/.test(path);
  await tryTheDoor(check, mia, isOther);
  await tryMail(new Asker(check, mia), new Asker(check, rex));
  await tryAgent(new Asker(check, mia), new Asker(check, rex));
  await tryHosts(new Asker(check, mia));
  await tryTeam(new Asker(check, mia), new Asker(check, rex), daemons);
  await new Asker(check, mia).all([
    ['GET /tools', 200],
    ['GET /openapi.json', 200],
    ['GET /healthz', 200],
  ]);
  expect(check.problems).toEqual([]);
  const documented = documentedAnswers().filter((answer) => isOther(answer.split(' ')[1] as string));
  expect(documented.filter((answer) => !check.seen.has(answer))).toEqual([]);
});

async function tryHosts(mia: Asker): Promise<void> {
  const bridge = `SYNAPSE_HOME='${mia.daemon.home}' exec '${BINARY}' bridge`;
  writeFileSync(SSH, `#!/bin/sh\ncase "$*" in *' itself '*) ${bridge};; esac\nexit 1\n`, { mode: 0o755 });
  const call = { to: 'rex@gpu', method: 'GET', path: '/tasks/12345678' };
  await mia.all([
    ['GET /hosts', 200],
    ['POST /hosts', 400, { name: 'gpu', target: '-oProxyCommand=x' }],
    ['POST /hosts', 404, { name: 'gpu', allow: ['screen'] }],
    ['POST /hosts', 409, { name: 'self', target: 'itself' }],
    ['POST /hosts', 200, { name: 'gpu', target: 'gpu.example' }],
    ['GET /hosts', 200],
    ['POST /hosts/gpu/check', 200, {}],
    ['POST /hosts/nobody/check', 404, {}],
    ['POST /hosts/call', 400, { ...call, path: '/inbox' }],
    ['GET /hosts/attach', 400],
    ['POST /hosts/call', 503, call],
    ['GET /bridge', 400],
  ]);
  const { home, entry } = mia.daemon;
  const { socket, first } = await openConnection(entry, home, { path: '/bridge', protocol: LINK_PROTOCOL });
  mia.check.note({ method: 'GET', path: '/bridge', status: 101, body: undefined });
  socket.unshift(first);
  const other = identityOf(join(home, '..', 'other'), 'other');
  await new Promise<void>((up) => {
    const ends = { readable: socket, writable: socket, closed: () => {}, admit: () => {}, agents: () => {}, up };
    const answer = async () => ({ status: 200, body: Buffer.from('{}') });
    const connect = ({ connection }: Wanted) => connection.answer({ status: 101 });
    new Link({ side: 'dialer', identity: other, version: '1.0.0', answer, connect, ...ends });
  });
  const attach = (to: string) =>
    openConnection(entry, home, { path: `/hosts/attach?to=${to}`, protocol: TERMINAL_PROTOCOL });
  const note = (status: number, body?: unknown) =>
    mia.check.note({ method: 'GET', path: '/hosts/attach', status, body });
  await attach('rex@gpu').catch((error: SynapseError) => note(error.status, error.toBody()));
  const terminal = await attach('rex@other');
  note(101);
  terminal.socket.destroy();
  await mia.all([
    ['POST /hosts/call', 200, { ...call, to: 'rex@other' }],
    ['DELETE /hosts/other', 200],
    ['DELETE /hosts/gpu', 200],
    ['DELETE /hosts/gpu', 404],
  ]);
}

async function tryMail(mia: Asker, rex: Asker): Promise<void> {
  const sent = (id: string) => ({ sender_task_id: id, response_expected: true });
  const receive = async (to: Asker, from: Asker, metadata: Record<string, unknown>, query = '') => {
    const { status, body } = await to.daemon.receive(from.daemon, 'hello', metadata, query);
    mia.check.note({ method: 'POST', path: '/tasks/send', status, body });
  };
  for (const id of ['same-1', 'same-2']) await receive(rex, mia, sent(id));
  await receive(mia, rex, {}, '?reply_to=none');
  const begun = await mia.one('POST /send', { target: 'rex', text: 'hello', response: true, wait_ms: 0 });
  const { id } = begun.body.task;
  await mia.all([
    ['POST /tasks/create', 200, { target: 'rex' }],
    ['POST /tasks/create', 404, { target: 'nobody' }],
    ['GET /tasks', 200],
    ['GET /tasks?limit=0', 400],
    ['GET /tasks/none', 404],
    [`GET /tasks/${id}`, 200],
    [`GET /tasks/${id}/answer?seconds=0`, 200],
    ['GET /tasks/none/answer', 404],
    [`POST /tasks/${id}/ack`, 200, {}],
    [`POST /tasks/${id}/ack`, 400, '{'],
    [`GET /tasks/${id}/events`, 200],
    ['GET /tasks/none/events', 404],
    ['POST /tasks/receipts', 200, { receipts: [{ message_id: 'm', state: 'typed' }] }],
    ['GET /events', 200],
    ['GET /events?full=true', 200],
    ['GET /events?full=maybe', 400],
    ['POST /send', 404, { target: 'nobody', text: 'x' }],
    ['POST /reply', 409, { text: 'x' }],
    ['POST /reply', 404, { text: 'x', to: 'none' }],
    ['GET /targets', 200],
    ['GET /inbox', 200],
    ['GET /inbox?limit=0', 400],
    ['POST /inbox/read', 200, { seqs: [1] }],
    ['GET /history', 200],
    ['GET /history?grep=(', 400],
    [`POST /tasks/${id}/cancel`, 200],
    [`POST /tasks/${id}/cancel`, 409],
    ['POST /tasks/none/cancel', 404],
    ['POST /send', 409, { target: 'rex', task: id, text: 'x' }],
  ]);
  await announceTooMuch(mia.check, mia.daemon, `POST /tasks/${id}/ack`);
  await rex.all([
    ['GET /tasks/same', 409],
    ['GET /tasks/same/events', 409],
    ['GET /tasks/same/answer', 409],
    ['POST /tasks/same/ack', 409, {}],
    ['POST /reply', 200, { to: 'same-1', text: 'done' }],
  ]);
  await receive(rex, mia, sent('same-1'));
}

async function tryAgent(mia: Asker, rex: Asker): Promise<void> {
  await mia.all([
    ['GET /status', 200],
    ['GET /status?session=none', 400],
    ['GET /live', 200],
    ['POST /needs/dismiss', 200, { id: 'dead:rex:1' }],
    ['POST /needs/dismiss', 400, { id: 'request:1' }],
    ['GET /activity', 200],
    ['GET /activity?past=long', 400],
    ['GET /live/rex/status', 200],
    ['GET /live/none/status', 404],
    ['GET /screen', 400],
    ['GET /output', 400],
    ['GET /attach', 400],
  ]);
  await rex.all([
    ['GET /status', 200],
    ['GET /status?session=none', 404],
    ['GET /screen', 200],
    ['GET /screen?session=none', 404],
    ['GET /output', 200],
    ['GET /output?session=none', 404],
    ['GET /attach?session=none', 404],
    ['POST /control/pause', 200, {}],
    ['POST /control/resume', 200, {}],
    ['POST /control/role', 200, { role: 'tester' }],
    ['POST /control/rename', 200, { name: 'rexi' }],
    ['POST /control/prune', 200, { older_than_ms: 1e9 }],
    ['POST /control/keys', 200, { keys: 'x<enter>' }],
    ['POST /control/rename', 400, { name: '' }],
    ['POST /control/rename', 409, { name: 'mia' }],
    ['POST /control/none', 404, {}],
  ]);
  await announceTooMuch(rex.check, rex.daemon, 'POST /control/pause');
  const terminal = await openTerminal(rex.daemon.entry, rex.daemon.home, new URLSearchParams('cols=80&rows=24'));
  rex.check.note({ method: 'GET', path: '/attach', status: 101, body: undefined });
  terminal.socket.destroy();
}

async function tryTeam(mia: Asker, rex: Asker, daemons: Daemons): Promise<void> {
  const dir = join(daemons.home, '..', 'shop');
  mkdirSync(dir);
  const file = join(dir, 'synapse.yaml');
  writeFileSync(file, '');
  const declared = { name: 'Shop', dir, file, agents: [{ id: 'tom' }] };
  await mia.all([
    ['POST /projects', 200, { id: 'shop', dir }],
    ['POST /projects', 200, { id: 'bare', dir: null }],
    ['POST /projects', 409, { id: 'shop', dir }],
    ['GET /projects', 200],
    ['GET /projects/shop', 200],
    ['GET /projects/none', 404],
    ['POST /agents', 200, { id: 'bob', project: 'shop', parent: 'mia', auto: false }],
    ['POST /agents', 200, { id: 'ann', project: 'shop', parent: 'bob', auto: false }],
    ['POST /agents', 200, { id: 'bea', project: 'bare', auto: false }],
    ['POST /agents', 404, { id: 'zoe', project: 'none' }],
    ['POST /agents', 409, { id: 'bob', project: 'shop', parent: 'ann' }],
    ['GET /agents?project=shop', 200],
    ['GET /agents?project=none', 404],
    ['POST /projects/yard/declare', 200, declared],
    ['POST /projects/yard/declare', 409, { ...declared, file: join(dir, 'copy.yaml') }],
    ['POST /projects/yard/declare', 404, { ...declared, agents: [{ id: 'tom', parent: 'nobody' }] }],
    ['POST /projects/shop/status', 200, { status: 'active' }],
    ['POST /projects/none/status', 404, { status: 'active' }],
    ['POST /projects/yard/status', 409, { status: 'active', file: join(dir, 'copy.yaml') }],
    ['POST /agents/bob/passkey', 200, {}],
    ['POST /agents/none/passkey', 404, {}],
    ['POST /agents/bob/pause', 200],
    ['POST /agents/bob/resume', 200],
    ['POST /agents/none/pause', 404],
    ['POST /agents/none/resume', 404],
    ['POST /agents/bob/stop', 200],
    ['POST /agents/none/stop', 404],
    ['POST /agents/none/remove', 404, {}],
    ['POST /agents/tom/remove', 200, {}],
    ['POST /team/changed', 200, { commits: [] }],
    ['POST /team/prune', 200, { older_than_ms: 1e12 }],
    ['GET /sessions', 200],
    ['GET /sessions/waiting', 200],
  ]);
  await tryTalk(mia, daemons);
  await tryWork(mia, rex, daemons);
}

async function tryTalk(mia: Asker, daemons: Daemons): Promise<void> {
  const { passkey } = (await mia.one('POST /agents/bob/passkey', {})).body;
  const login = { agent_id: 'bob', project_id: 'shop', purpose: 'chat', passkey };
  const { session_token: key } = (await mia.one('POST /tools/authenticate', login)).body;
  const talk = { key, body: { target_agent_id: 'ann', initial_message: 'hello' } };
  const { conversation_id: id } = (await ask(mia.check, mia.daemon, 'POST /tools/start_conversation', talk)).body;
  const say = { key, body: { target_agent_id: 'mia', content: 'hello' } };
  await ask(mia.check, mia.daemon, 'POST /tools/send_message', say);
  const db = new Sqlite(teamFile(daemons.home));
  for (const digit of [1, 2]) copyRow(db, 'conversations', id, `conv_abcdef${digit}`, { state: 'ended' });
  db.close();
  const chat = '/projects/shop/agents/bob/chat';
  await announceTooMuch(mia.check, mia.daemon, `POST ${chat}/messages`);
  await mia.all([
    ['GET /conversations', 200],
    ['GET /conversations?project=none', 404],
    [`GET /conversations/${id}`, 200],
    ['GET /conversations/none', 404],
    ['GET /conversations/abcdef', 409],
    [`GET ${chat}/messages`, 200],
    ['GET /projects/none/agents/bob/chat/messages', 404],
    [`POST ${chat}/messages`, 200, { content: 'hello' }],
    [`POST ${chat}/messages`, 400, {}],
    ['POST /projects/bare/agents/bea/chat/messages', 500, { content: 'hello' }],
    [`POST ${chat}/start`, 200],
    ['POST /projects/none/agents/bob/chat/start', 404],
    [`POST ${chat}/end`, 200],
    ['POST /projects/none/agents/bob/chat/end', 404],
    ['GET /chat/unread', 200],
    ['GET /chat/unread?limit=0', 400],
    ['POST /chat/read', 200, { ids: [] }],
  ]);
}

async function tryWork(mia: Asker, rex: Asker, daemons: Daemons): Promise<void> {
  const work = { project: 'shop', title: 'work', assignee: 'cid', status: 'in_progress' };
  await mia.one('POST /agents', { id: 'cid', project: 'shop', auto: false });
  const { task_id: id } = (await mia.one('POST /work', work)).body.task;
  const cid = await daemons.agent('cid', { env: ENV, spec: { project: 'shop' } });
  const [{ execution_id: execution }] = (await mia.one('GET /executions')).body.executions;
  const db = new Sqlite(teamFile(daemons.home));
  for (const digit of [1, 2]) copyRow(db, 'work_tasks', id, `tsk_abcdef${digit}`);
  for (const digit of [1, 2]) copyRow(db, 'executions', execution, `exec_abcdef${digit}`);
  db.close();
  await mia.all([
    ['GET /work', 200],
    ['GET /work?status=none', 400],
    ['GET /work?project=none', 404],
    ['POST /work', 404, { ...work, project: 'none' }],
    ['POST /work', 409, { ...work, parent: 'abcdef' }],
    [`GET /work/${id}`, 200],
    ['GET /work/none', 404],
    ['GET /work/abcdef', 409],
    [`POST /work/${id}/status`, 409, { status: 'backlog' }],
    [`POST /work/${id}/status`, 400, { status: 'none' }],
    [`POST /work/${id}/status`, 200, { status: 'blocked' }],
    [`POST /work/${id}/none`, 404, {}],
    ['GET /delegations', 200],
    ['GET /delegations?limit=0', 400],
    ['GET /delegations?project=none', 404],
    ['GET /executions', 200],
    ['GET /executions?limit=0', 400],
    ['GET /executions?project=none', 404],
    ['GET /executions?task=abcdef', 409],
    [`GET /executions/${execution}/log`, 200],
    ['GET /executions/none/log', 404],
    ['GET /executions/abcdef/log', 409],
    ['POST /executions/prune', 200, { older_than_ms: 1e12 }],
  ]);
  await announceTooMuch(mia.check, mia.daemon, `POST /work/${id}/status`);
  const terminal = { ...TERMINAL, home: daemons.home, cwd: daemons.home, id: 'cid', project: 'shop' };
  await new Asker(mia.check, cid).all([
    ['POST /terminals', 200, terminal],
    ['POST /terminals', 409, terminal],
    ['POST /send', 200, { target: 'rex', text: 'hello' }],
  ]);
  await rex.all([
    ['POST /send', 200, { target: 'cid', text: 'hello' }],
    ['POST /send', 429, { target: 'cid', text: 'hello' }],
  ]);
  await mia.all([['POST /tasks/create', 409, { target: 'shell' }]]);
  await cid.end();
  await mia.all([['GET /live/cid/status', 409]]);
}

/** What `synapse start` says about a terminal. */
const TERMINAL = {
  ...{ profile: shell, command: ['/bin/cat'], purpose: 'chat', foreground: false, size: { cols: 80, rows: 24 } },
  ...{ name: null, role: null, port: null, why: null, parent: null, env: REX, binDir: '/bin' },
};

/** Nobody can be asked for ids that begin alike. */
function copyRow(db: InstanceType<typeof Sqlite>, table: string, from: string, to: string, changes = {}): void {
  const row = db.prepare(`SELECT * FROM ${table} WHERE id = ?`).get(from) as Record<string, unknown>;
  const last = 'place' in row ? (db.prepare(`SELECT max(place) AS place FROM ${table}`).get() as typeof row) : null;
  const copy = { ...row, ...changes, id: to, ...(last === null ? {} : { place: Number(last.place) + 1 }) };
  const names = Object.keys(copy);
  db.prepare(`INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()})`).run(Object.values(copy));
}
