import { expect, test } from 'vitest';
import { wantChat } from '../../../src/team/chat/chat-work.js';
import { handOut, unansweredMessages } from '../../../src/team/chat/handing-out.js';
import { addMessage } from '../../../src/team/chat/messages.js';
import { assign, putAgent } from '../../../src/team/people/agents.js';
import { setPaused } from '../../../src/team/people/pausing.js';
import { openSession } from '../../../src/team/sessions/session.js';
import {
  claimStart,
  findStart,
  forgetFailures,
  hasPlace,
  noteEnd,
  noteRunning,
  noteStopped,
} from '../../../src/team/sessions/session-starts.js';
import { startRules } from '../../../src/team/sessions/start-rules.js';
import type { Starting } from '../../../src/team/sessions/start-state.js';
import { obstacleFor, waitingWork } from '../../../src/team/sessions/waiting-work.js';
import { type WantedSession, wantedSessions } from '../../../src/team/sessions/wanted-sessions.js';
import type { Team } from '../../../src/team/team.js';
import { workInProgress } from '../../../src/team/work/session-work.js';
import { moveTask } from '../../../src/team/work/work-changes.js';
import { addWorkTask, mustFindWorkTask } from '../../../src/team/work/work-tasks.js';
import { agent, type TestTeam, testProject, testTeam } from '../rig.js';

const BY = { executorId: 'mia', via: 'person' } as const;
const SAID = {
  ...{ projectId: 'shop', senderId: 'bot', receiverId: 'mia', content: 'half done', createdAt: 1 },
  ...{ relatedTaskId: null, conversationId: null },
} as const;
const KEY = { projectId: 'shop', agentId: 'bot', purpose: 'task' } as const;

/** A declared agent with a work task in progress. */
async function withWork(rig: TestTeam, id = 'bot'): Promise<string> {
  return rig.team.store.write(async (tx) => {
    await putAgent(tx, 'shop', agent(id, { command: 'node bot.mjs', auto: ['chat', 'task'] }));
    const task = await addWorkTask(
      tx,
      { projectId: 'shop', title: 'dig', assigneeId: id, status: 'in_progress' },
      BY,
      0,
    );
    return task.id;
  });
}

function starting({ alive, clock }: TestTeam): Starting {
  return { now: clock.now(), rules: startRules({}), isAlive: (holder) => alive.has(holder) };
}

async function prepared(): Promise<TestTeam> {
  const rig = await testTeam();
  await testProject(rig);
  rig.alive.add('first').add('second');
  return rig;
}

const claim = (team: Team, wanted: WantedSession, holder: string, facts: Starting) =>
  team.change((tx) => claimStart(tx, wanted, holder, facts));

test('one of two processes starts a session, and a killed one loses its claim', async () => {
  const rig = await prepared();
  await withWork(rig);
  const other = await rig.again();
  const [wanted] = await rig.team.look(wantedSessions);
  expect(wanted).toMatchObject({ ...KEY, kind: 'task' });
  const claims = await Promise.all([
    claim(rig.team, wanted as WantedSession, 'first', starting(rig)),
    claim(other, wanted as WantedSession, 'second', starting(rig)),
  ]);
  expect(claims.filter(Boolean)).toHaveLength(1);
  const winner = claims[0] ? 'first' : 'second';
  rig.alive.delete(winner);
  expect(await claim(other, wanted as WantedSession, 'third', starting(rig))).toBe(true);
});

test('the limit of a project counts what runs and what is being started', async () => {
  const rig = await prepared();
  for (const id of ['one', 'two', 'three']) await withWork(rig, id);
  const wanted = await rig.team.look(wantedSessions);
  const claims = [];
  for (const session of wanted) claims.push(await claim(rig.team, session, 'first', starting(rig)));
  expect(claims).toEqual([true, true, false]);
  await rig.team.change((tx) => noteEnd(tx, wanted[0] as WantedSession, { cause: 'done' }, starting(rig)));
  expect(await claim(rig.team, wanted[2] as WantedSession, 'first', starting(rig))).toBe(true);
});

test('an ended session counts toward the limit until its process is gone', async () => {
  const rig = await prepared();
  for (const id of ['one', 'two', 'three']) await withWork(rig, id);
  const wanted = (await rig.team.look(wantedSessions)) as [WantedSession, WantedSession, WantedSession];
  for (const session of wanted.slice(0, 2)) await claim(rig.team, session, 'first', starting(rig));
  await rig.team.change((tx) => noteEnd(tx, wanted[0], { cause: 'done', holder: 'second' }, starting(rig)));
  expect(await claim(rig.team, wanted[2], 'first', starting(rig))).toBe(false);
  expect(await claim(rig.team, wanted[0], 'first', starting(rig))).toBe(false);
  rig.alive.delete('second');
  expect(await claim(rig.team, wanted[2], 'first', starting(rig))).toBe(true);
});

test('a session whose claim is lost while its program starts leaves its place to the one that has it now', async () => {
  const rig = await prepared();
  for (const id of ['one', 'two', 'three']) await withWork(rig, id);
  const wanted = (await rig.team.look(wantedSessions)) as [WantedSession, WantedSession, WantedSession];
  const mayBegin = (session: WantedSession) => rig.team.look((db) => hasPlace(db, session, starting(rig)));
  await claim(rig.team, wanted[0], 'first', starting(rig));
  await claim(rig.team, wanted[1], 'second', starting(rig));
  expect(await mayBegin(wanted[1])).toBe(true);
  rig.alive.delete('second');
  expect(await mayBegin(wanted[1])).toBe(true);
  expect(await claim(rig.team, wanted[2], 'first', starting(rig))).toBe(true);
  expect(await mayBegin(wanted[1])).toBe(false);
  expect(await mayBegin(wanted[2])).toBe(true);
});

test('repeated failures make the pauses longer until it is given up; a person’s action resets that', async () => {
  const rig = await prepared();
  const taskId = await withWork(rig);
  const [wanted] = (await rig.team.look(wantedSessions)) as [WantedSession];
  for (let tries = 1; tries <= 5; tries++) {
    expect(await claim(rig.team, wanted, 'first', starting(rig))).toBe(true);
    await rig.team.change((tx) => noteEnd(tx, KEY, { cause: 'ended', reason: `try ${tries}` }, starting(rig)));
    const row = await rig.team.look((db) => findStart(db, KEY));
    expect(row).toMatchObject({ attempts: tries, reason: `try ${tries}`, state: tries < 5 ? 'idle' : 'given_up' });
    expect(row?.next_try_at).toBe(rig.clock.now() + 2_000 * 2 ** (tries - 1));
    expect(await claim(rig.team, wanted, 'first', starting(rig))).toBe(false);
    rig.clock.at += 2_000 * 2 ** (tries - 1);
  }
  expect(await claim(rig.team, wanted, 'first', starting(rig))).toBe(false);
  expect(await rig.team.look((db) => obstacleFor(db, KEY))).toEqual({ state: 'given_up', reason: 'try 5' });
  const { now, isAlive } = starting(rig);
  expect(await rig.team.look((db) => waitingWork(db, { now, isAlive }))).toMatchObject([
    { agentId: 'bot', state: 'given_up', attempts: 5, why: `work task ${taskId}: dig` },
  ]);
  await rig.team.change((tx) => forgetFailures(tx, 'bot'));
  expect(await claim(rig.team, wanted, 'first', starting(rig))).toBe(true);
});

test('work without a place is told which places it cannot have, and the variable', async () => {
  const rig = await prepared();
  for (const id of ['a', 'b', 'c']) await withWork(rig, id);
  const facts = starting(rig);
  for (const wanted of (await rig.team.look(wantedSessions)).slice(0, 2)) await claim(rig.team, wanted, 'first', facts);
  await rig.team.change((tx) => wantChat(tx, { projectId: 'shop', agentId: 'a' }, 1));
  await rig.team.change((tx) => wantChat(tx, { projectId: 'shop', agentId: 'c' }, 1));
  const reasons = async (limit: number) => {
    const rules = startRules({ SYNAPSE_PROJECT_SESSIONS: String(limit) });
    const { now, isAlive } = facts;
    const waiting = await rig.team.look((db) => waitingWork(db, { now, isAlive, rulesOf: () => rules }));
    return waiting
      .filter(({ agentId, state }) => agentId === 'c' && state === 'queued')
      .map(({ purpose, reason }) => `${purpose}: ${reason}`)
      .sort();
  };
  const runs = (limit: number) => `its project runs up to ${limit} sessions at a time`;
  const variable = '(SYNAPSE_PROJECT_SESSIONS)';
  expect(await reasons(4)).toEqual(['chat: null', `task: ${runs(4)}, 2 of them on tasks ${variable}`]);
  expect(await reasons(3)).toEqual([
    `chat: ${runs(3)}, and the last one is reserved for answers ${variable}`,
    `task: ${runs(3)}, 1 of them on tasks ${variable}`,
  ]);
  expect((await reasons(2))[0]).toBe(`chat: ${runs(2)} ${variable}`);
});

test('a session that got something done resets the count of failures; one that did its work has not failed', async () => {
  const rig = await prepared();
  const taskId = await withWork(rig);
  const [wanted] = (await rig.team.look(wantedSessions)) as [WantedSession];
  const run = async (work: () => Promise<unknown>) => {
    await claim(rig.team, wanted, 'first', starting(rig));
    const running = { holder: 'first', address: 'bot', why: wanted.why, taskId: wanted.taskId, now: rig.clock.now() };
    await rig.team.change((tx) => noteRunning(tx, KEY, running));
    await work();
    await rig.team.change((tx) => noteEnd(tx, KEY, { cause: 'ended', reason: 'it ended' }, starting(rig)));
    rig.clock.at += 60_000;
    return rig.team.look((db) => findStart(db, KEY));
  };
  expect(await run(async () => {})).toMatchObject({ attempts: 1 });
  expect(await run(async () => {})).toMatchObject({ attempts: 2 });
  const speak = (conversationId: string | null) => () =>
    rig.team.change((tx) => addMessage(tx, { ...SAID, conversationId }));
  // A conversation has a limit of turns, but a program could tell a person forever that it begins.
  expect(await run(speak(null))).toMatchObject({ attempts: 3 });
  expect(await run(speak('conv_1'))).toMatchObject({ attempts: 1 });
  expect(await run(async () => {})).toMatchObject({ attempts: 2 });
  expect(await run(async () => (rig.clock.at += 600_000))).toMatchObject({ attempts: 1 });
  const finish = () =>
    rig.team.change(async (tx, now) =>
      moveTask(tx, await mustFindWorkTask(tx, 'shop', taskId), 'done', { by: BY, now }),
    );
  expect(await run(finish)).toMatchObject({ attempts: 0, state: 'idle', reason: null });
  expect(await rig.team.look(wantedSessions)).toEqual([]);
});

test('what a person stopped is not started again by itself', async () => {
  const rig = await prepared();
  await withWork(rig);
  const [wanted] = (await rig.team.look(wantedSessions)) as [WantedSession];
  await claim(rig.team, wanted, 'first', starting(rig));
  await rig.team.change((tx) => noteEnd(tx, KEY, { cause: 'stopped' }, starting(rig)));
  expect(await rig.team.look((db) => findStart(db, KEY))).toMatchObject({
    state: 'given_up',
    reason: 'it was stopped',
  });
});

test('a terminal of a person that was stopped is not replaced by one that starts itself', async () => {
  const rig = await prepared();
  await rig.team.change((tx) => noteStopped(tx, KEY, rig.clock.now()));
  expect(await rig.team.look((db) => findStart(db, KEY))).toBeNull();
  await withWork(rig);
  await rig.team.change((tx) => noteStopped(tx, KEY, rig.clock.now()));
  const [wanted] = (await rig.team.look(wantedSessions)) as [WantedSession];
  expect(await claim(rig.team, wanted, 'first', starting(rig))).toBe(false);
  expect(await rig.team.look((db) => obstacleFor(db, KEY))).toEqual({ state: 'given_up', reason: 'it was stopped' });
  await rig.team.change((tx) => forgetFailures(tx, 'bot'));
  expect(await claim(rig.team, wanted, 'first', starting(rig))).toBe(true);
});

test('if all sessions wait for subtasks, there is room for one subtask at a time', async () => {
  const rig = await prepared();
  const parents = [await withWork(rig, 'lead-a'), await withWork(rig, 'lead-b')];
  const wanted = (id: string) =>
    rig.team.look(async (db) => (await wantedSessions(db)).find(({ agentId }) => agentId === id) as WantedSession);
  const begin = async (id: string) => {
    const session = await wanted(id);
    if (!(await claim(rig.team, session, 'first', starting(rig)))) return false;
    const { projectId, agentId, purpose, why, taskId } = session;
    await rig.team.change(async (tx, now) => {
      const task = await workInProgress(tx, projectId, agentId);
      const own = { projectId, agentId, purpose, taskId: task?.taskId ?? null, holder: 'first' };
      await openSession(tx, own, { now, rules: rig.team.rules.sessions });
      await noteRunning(tx, session, { holder: 'first', address: id, why, taskId, now });
    });
    return true;
  };
  expect([await begin('lead-a'), await begin('lead-b')]).toEqual([true, true]);
  await withWork(rig, 'alone');
  const partOf = async (parentTaskId: string | undefined, id: string) => {
    const taskId = await withWork(rig, id);
    await rig.team.change((tx) =>
      tx
        .updateTable('work_tasks')
        .set({ parent_task_id: parentTaskId ?? null })
        .where('id', '=', taskId)
        .execute(),
    );
  };
  await partOf(parents[0], 'part-a');
  // The other one does not wait: it will be done, and makes room.
  expect(await wanted('part-a')).toMatchObject({ kind: 'task' });
  expect(await begin('part-a')).toBe(false);
  await partOf(parents[1], 'part-b');
  expect([await wanted('part-a'), await wanted('part-b'), await wanted('alone')]).toMatchObject([
    { kind: 'part' },
    { kind: 'part' },
    { kind: 'task' },
  ]);
  expect(await claim(rig.team, await wanted('part-b'), 'first', starting(rig))).toBe(true);
  expect(await begin('part-a')).toBe(false);
  await rig.team.change((tx) => noteEnd(tx, { ...KEY, agentId: 'part-b' }, { cause: 'stopped' }, starting(rig)));
  expect([await begin('alone'), await begin('part-a')]).toEqual([false, true]);
});

test('a person’s message is answered by a later session if this one dies, however often', async () => {
  const rig = await prepared();
  const key = { ...KEY, purpose: 'chat' } as const;
  const write = (content: string) =>
    rig.team.change((tx) => addMessage(tx, { ...SAID, senderId: 'mia', receiverId: 'bot', content }));
  const run = async (work: () => Promise<unknown>, cause: 'ended' | 'done' = 'ended') => {
    const [wanted] = (await rig.team.look(wantedSessions)) as [WantedSession];
    expect(await claim(rig.team, wanted, 'first', starting(rig))).toBe(true);
    rig.clock.at += 1_000;
    const running = {
      holder: 'first',
      address: 'bot.chat',
      why: wanted.why,
      taskId: wanted.taskId,
      now: rig.clock.now(),
    };
    await rig.team.change(async (tx) => {
      await noteRunning(tx, key, running);
      await wantChat(tx, key, null);
    });
    await rig.team.change((tx) => handOut(tx, { ...key, forTerminal: true }, 20));
    await work();
    await rig.team.change((tx) => noteEnd(tx, key, { cause, reason: 'killed' }, starting(rig)));
    rig.clock.at += 60_000;
    return rig.team.look((db) => findStart(db, key));
  };
  await rig.team.change((tx) => putAgent(tx, 'shop', agent('bot', { command: 'x', auto: ['chat'] })));
  await write('one');
  await write('two');
  for (const attempts of [1, 2]) {
    expect(await run(async () => {})).toMatchObject({ attempts, reason: 'killed' });
    expect((await rig.team.look((db) => unansweredMessages(db, key))).map(({ content }) => content)).toEqual([
      'one',
      'two',
    ]);
  }
  await run(() => rig.team.change((tx) => addMessage(tx, SAID)));
  expect(await rig.team.look(wantedSessions)).toEqual([]);
  // A session that left its work unanswered was done with it, so a later session for something else is not asked again.
  await write('three');
  await run(async () => {}, 'done');
  await write('four');
  await run(() => rig.team.change((tx) => addMessage(tx, SAID)));
  expect(await rig.team.look(wantedSessions)).toEqual([]);
});

test('no session is wanted for paused agents, paused projects, people, or agents that cannot be started', async () => {
  const rig = await prepared();
  await withWork(rig);
  const agents = [
    agent('quiet', { command: 'x', auto: [] }),
    agent('bare', { auto: ['task'] }),
    agent('talks', { command: 'x', auto: ['chat'] }),
    agent('person', { kind: 'human', command: 'x', auto: ['task'] }),
  ];
  await rig.team.change(async (tx) => {
    for (const each of agents) {
      await putAgent(tx, 'shop', each);
      await assign(tx, 'shop', each.id, 0);
      await addWorkTask(tx, { projectId: 'shop', title: 'x', assigneeId: each.id, status: 'in_progress' }, BY, 0);
    }
  });
  const ids = async () => (await rig.team.look(wantedSessions)).map(({ agentId }) => agentId);
  expect(await ids()).toEqual(['bot']);
  await rig.team.change((tx) => setPaused(tx, 'bot', 1));
  expect(await ids()).toEqual([]);
  expect(await rig.team.look((db) => obstacleFor(db, KEY))).toMatchObject({ state: 'paused' });
  await rig.team.change((tx) => setPaused(tx, 'bot', null));
  expect(await ids()).toEqual(['bot']);
  await rig.team.change((tx) => tx.updateTable('projects').set({ status: 'paused' }).execute());
  expect(await ids()).toEqual([]);
  expect(await rig.team.look((db) => obstacleFor(db, KEY))).toMatchObject({ state: 'project_inactive' });
});
