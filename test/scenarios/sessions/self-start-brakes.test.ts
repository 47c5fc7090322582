/** What keeps sessions that start themselves from running wild, and where a person sees that. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { json } from '../../rig/home/home.js';
import { type TestTeam, testInTeam } from '../../rig/team/team.js';
import { commandOf, LIMIT_MS, notes, running, untilNobodyRuns, untilStatus } from '../../rig/team/teammates.js';
import { makeWork } from '../../rig/team/work.js';

const IDLE_MS = 300;
const PAUSE_MS = 50;
const env = { SYNAPSE_CHAT_IDLE_SECONDS: String(IDLE_MS / 1000), SYNAPSE_START_PAUSE_MS: String(PAUSE_MS) };
const test = testInTeam({ env });
/** This many messages, each at another moment of the closing. */
const MESSAGES = 7;
const SLOW = { timeout: LIMIT_MS };
const WAIT = { timeout: 60_000, interval: 50 };

interface Waiting {
  readonly agent_id: string;
  readonly state: string;
  readonly reason: string | null;
  readonly attempts: number;
}

async function waits(team: TestTeam, agentId: string): Promise<Waiting | undefined> {
  const { waiting } = (await team.ask('/sessions/waiting')) as { waiting: Waiting[] };
  return waiting.find(({ agent_id }) => agent_id === agentId);
}

const state = async (team: TestTeam, agentId: string) => (await waits(team, agentId))?.state;

function folderFor(team: TestTeam, name: string): string {
  const folder = join(team.home.dir, name);
  mkdirSync(folder);
  return folder;
}

/** A program that records when it was started, and exits. */
function failing(folder: string): string {
  const program = join(folder, 'fails');
  const lines = ['#!/usr/bin/perl', 'use Time::HiRes "time";', `open my $starts, '>>', '${folder}/starts';`];
  const rest = ['printf $starts "%d\\n", 1000 * time;', 'print "no key found\\n";', 'exit 7;', ''];
  writeFileSync(program, [...lines, ...rest].join('\n'), { mode: 0o755 });
  return program;
}

const startsOf = (folder: string) => readFileSync(join(folder, 'starts'), 'utf8').trim().split('\n').map(Number);

test(
  'a program that ends at once is tried five times with growing pauses, then given up where everybody sees it',
  SLOW,
  async ({ team, home }) => {
    const folder = folderFor(team, 'failing');
    const id = await team.agent('breaks', { command: failing(folder) });
    const taskId = await makeWork(team, { title: 'hopeless', assignee: id, status: 'in_progress' });
    await expect.poll(() => state(team, id), WAIT).toBe('given_up');
    const times = startsOf(folder);
    expect(times).toHaveLength(5);
    const pauses = times.slice(1).map((at, index) => at - (times[index] as number));
    for (const [index, pause] of pauses.entries()) expect(pause).toBeGreaterThanOrEqual(PAUSE_MS * 2 ** index);
    expect(await waits(team, id)).toMatchObject({ attempts: 5, reason: expect.stringContaining('no key found') });

    const told = 'gave up after 5 attempts';
    const [list, listed, doctor, status] = await Promise.all([
      ...[home.run(['list']), home.run(['list', '--json'])],
      ...[home.run(['doctor']), home.run(['status', id])],
    ] as const);
    expect(list.stderr).toContain(told);
    expect(json<{ waiting: Waiting[] }>(listed).waiting).toMatchObject([{ agent_id: id }]);
    expect(doctor.stdout).toContain(told);
    expect(status.stdout).toContain(told);
    const { agents } = await team.ask('/agents');
    const found = agents.find((agent: { id: string }) => agent.id === id);
    expect(found.waits).toMatchObject([{ state: 'given_up' }]);

    // What a person does about it counts as a new beginning.
    await team.ask(`/work/${taskId}/status`, { status: 'blocked', reason: 'no key' });
    expect(await waits(team, id)).toBeUndefined();
    await team.agent(id, { command: commandOf(folder, 'nobody', []) });
    await team.ask(`/work/${taskId}/status`, { status: 'in_progress' });
    await untilStatus(team, taskId, 'done');
    await untilNobodyRuns(team);
  },
);

test('resume tries again what was given up', SLOW, async ({ team, home }) => {
  const folder = folderFor(team, 'resumed');
  const program = join(folder, 'program');
  const id = await team.agent('stumbles', { command: program });
  const taskId = await makeWork(team, { assignee: id, status: 'in_progress' });
  await expect.poll(() => state(team, id), WAIT).toBe('given_up');
  // It has never run: only the team knows it.
  expect((await home.run(['status', id])).stdout).toContain(
    `gave up after 5 attempts: Cannot start the program ${program}`,
  );
  // Installing the program or other work changes nothing; only a person's action on this agent counts.
  writeFileSync(join(folder, 'go'), '');
  writeFileSync(program, `#!/bin/sh\nexec ${commandOf(folder, 'nobody', [])}\n`, { mode: 0o755 });
  await makeWork(team, { assignee: 'tester' });
  expect(await state(team, id)).toBe('given_up');
  expect(await home.run(['resume', id])).toMatchObject({ code: 0 });
  await untilStatus(team, taskId, 'done');
  await untilNobodyRuns(team);
});

test(
  'a paused agent and one without auto are not started, and whoever gives them work is told',
  SLOW,
  async ({ team, home }) => {
    const folder = folderFor(team, 'held');
    const paused = await team.agent('held', { command: commandOf(folder, 'nobody', []) });
    expect((await home.run(['pause', paused])).code).toBe(0);
    const made = await home.run([
      'work',
      'create',
      'later',
      '--project',
      'shop',
      '--assignee',
      paused,
      '--status',
      'in_progress',
    ]);
    expect(made.stderr).toContain('it is paused');
    const never = await team.agent('never', { command: commandOf(folder, 'nobody', []), auto: false });
    const note = await team.ask('/work', { project: 'shop', title: 'x', assignee: never, status: 'in_progress' });
    expect(note.note).toContain('it does not start automatically');
    const bare = await team.agent('bare');
    const asker = await team.member();
    const started = await asker.do('start_conversation', { target_agent_id: bare });
    expect(started).toMatchObject({ success: true, note: expect.stringContaining('it has no profile or command') });
    expect([await state(team, paused), await state(team, never), await state(team, bare)]).toEqual([
      'paused',
      'not_startable',
      'not_startable',
    ]);
    expect(existsSync(join(folder, `${paused}.task`))).toBe(false);
    expect((await home.run(['resume', paused])).code).toBe(0);
    await untilStatus(team, made.stdout.trim(), 'done');
    expect(notes({ folder }, never, 'task')).toEqual([]);
    await untilNobodyRuns(team);
  },
);

test(
  'a chat message of a person starts the chat session, which closes by itself; a stopped one stays stopped',
  SLOW,
  async ({ team, home }) => {
    const folder = folderFor(team, 'chatty');
    const id = await team.agent('chatty', { command: commandOf(folder, 'tester', []) });
    await team.ask(`/projects/shop/agents/${id}/chat/messages`, { content: 'are you there?' });
    await expect
      .poll(() => notes({ folder }, id, 'chat').some(({ line }) => line?.endsWith('are you there?')), WAIT)
      .toBe(true);
    const [first] = notes({ folder }, id, 'chat').filter(({ line }) => line);
    expect(first.line).toContain('message from tester');
    await untilNobodyRuns(team);
    expect(notes({ folder }, id, 'chat').filter(({ step }) => step === 'here')).toHaveLength(1);

    const slow = await team.agent('slow', { command: 'cat' });
    const taskId = await makeWork(team, { assignee: slow, status: 'in_progress', title: 'takes its time' });
    await expect.poll(() => running(team), WAIT).toContain(slow);
    expect((await home.run(['stop', slow])).code).toBe(0);
    await expect.poll(() => waits(team, slow), WAIT).toMatchObject({ state: 'given_up', reason: 'it was stopped' });
    await team.ask(`/work/${taskId}/status`, { status: 'cancelled' });
    await untilNobodyRuns(team);
  },
);

test(
  'messages that arrive while a session closes are not lost: each is typed once, into this session or the next',
  SLOW,
  async ({ team }) => {
    const folder = folderFor(team, 'closing');
    const id = await team.agent('closing', { command: commandOf(folder, 'tester', []) });
    const heard = (text: string) =>
      notes({ folder }, id, 'chat').filter(({ line }) => line?.endsWith(`] ${text}`)).length;
    for (let number = 1; number <= MESSAGES; number++) {
      const text = `message ${number}.`;
      await team.ask(`/projects/shop/agents/${id}/chat/messages`, { content: text });
      await expect.poll(() => heard(text), WAIT).toBe(1);
      // The next one comes around the moment at which this session has been idle for long enough; one comes after it.
      if (number === MESSAGES - 1) await untilNobodyRuns(team);
      else await pause(IDLE_MS + (number - MESSAGES / 2) * 25);
    }
    await untilNobodyRuns(team);
    for (let number = 1; number <= MESSAGES; number++) expect(heard(`message ${number}.`)).toBe(1);
    expect(notes({ folder }, id, 'chat').filter(({ step }) => step === 'here').length).toBeGreaterThan(1);
  },
);

test('an agent cannot have the address of another agent’s session as its id', async ({ team, home }) => {
  const { status, body } = await team.daemon.call('/agents', { body: { id: 'worker.chat', project: 'shop' } });
  expect([status, body.error]).toEqual([400, 'agent_id_reserved']);
  const started = await home.run(['start', 'shell', '--id', 'worker.task', '--project', 'shop', '--', 'cat']);
  expect(started.code).toBe(2);
});
