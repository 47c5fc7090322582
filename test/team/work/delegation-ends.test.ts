import { expect, test } from 'vitest';
import { findConversation } from '../../../src/team/chat/conversation-reads.js';
import { closeConversation, joinPending, openConversation } from '../../../src/team/chat/conversations.js';
import { openSession, sessionOf } from '../../../src/team/sessions/session.js';
import { endSession } from '../../../src/team/sessions/session-ends.js';
import type { Db } from '../../../src/team/store/schema.js';
import { nextDueAt } from '../../../src/team/sweep.js';
import { finishUnreported, hasWaitedFor } from '../../../src/team/work/delegation-ends.js';
import { addDelegation, findDelegation, takeUp } from '../../../src/team/work/delegations.js';
import { moveTask } from '../../../src/team/work/work-changes.js';
import type { WorkStatus } from '../../../src/team/work/work-task.js';
import { addWorkTask, mustFindWorkTask } from '../../../src/team/work/work-tasks.js';
import { type TestTeam, testProject, testTeam } from '../rig.js';

const OWNER = { projectId: 'shop', agentId: 'worker-a' };

/** A chat session of worker-a, and a delegation of a work task with this status. */
async function delegated(rig: TestTeam, status: WorkStatus): Promise<{ id: string; sessionId: string }> {
  await testProject(rig);
  const { sessions: rules } = rig.team.rules;
  const delegation = await rig.team.change(async (tx, now) => {
    const by = { executorId: 'mia', via: 'person' } as const;
    const task = await addWorkTask(
      tx,
      { projectId: 'shop', title: 'shiritori', status, assigneeId: 'worker-a' },
      by,
      now,
    );
    const wanted = { ...OWNER, taskId: task.id, targetId: 'worker-b', purpose: 'talk', context: null };
    const { id } = await addDelegation(tx, wanted, now);
    const session = { ...OWNER, purpose: 'chat', taskId: null, holder: null } as const;
    const { id: sessionId } = await sessionOf(tx, await openSession(tx, session, { now, rules }), { now, rules });
    return { id, sessionId };
  });
  return delegation;
}

/** The conversation for this delegation. */
const talk = async (tx: Db, delegationId: string, now: number) => {
  const taskId = (await findDelegation(tx, delegationId))?.taskId ?? null;
  const parties = { projectId: 'shop', initiatorId: 'worker-a', participantId: 'worker-b' };
  return openConversation(tx, { ...parties, purpose: null, taskId, delegationId, maxTurns: 20 }, now);
};
const found = ({ team }: TestTeam, id: string) => team.look((db) => findDelegation(db, id));

test.each([
  ['in_progress', 'pending'],
  ['blocked', 'pending'],
  ['done', 'pending'],
  ['cancelled', 'failed'],
] as const)('the chat session ends without a report, and the work task is %s: it is %s', async (work, status) => {
  const rig = await testTeam();
  const { id, sessionId } = await delegated(rig, work);
  await rig.team.store.write((tx) => takeUp(tx, id, sessionId));
  await rig.team.change((tx, now) => endSession(tx, sessionId, now, 'gone'));
  expect(await found(rig, id)).toMatchObject({ status });
});

test('a delegation that nobody took ends with its canceled work task', async () => {
  const rig = await testTeam();
  const { id } = await delegated(rig, 'cancelled');
  expect(await found(rig, id)).toMatchObject({ status: 'failed', result: 'the work task is cancelled' });
});

test('a delegation outlives a report that follows at once, and nothing about it is due by the clock', async () => {
  const rig = await testTeam();
  const { id, sessionId } = await delegated(rig, 'done');
  expect(await found(rig, id)).toMatchObject({ status: 'pending' });
  expect(await rig.team.store.read((db) => nextDueAt(db, rig.clock.now(), rig.team.rules))).toBeGreaterThan(
    rig.clock.now(),
  );
  await rig.team.store.write((tx) => takeUp(tx, id, sessionId));
  expect(await rig.team.store.read((db) => hasWaitedFor(db, OWNER))).toBe(false);
  await rig.team.store.write((tx) => finishUnreported(tx, sessionId, 1));
  expect(await found(rig, id)).toMatchObject({ status: 'completed' });
});

test('a delegation that became pending again after its conversation ended ends with its work task', async () => {
  const rig = await testTeam();
  const { id, sessionId } = await delegated(rig, 'in_progress');
  await rig.team.store.write((tx) => takeUp(tx, id, sessionId));
  const taskId = (await found(rig, id))?.taskId as string;
  await rig.team.change(async (tx, now) => {
    const conversation = await talk(tx, id, now);
    await joinPending(tx, 'shop', 'worker-b', now);
    const closing = { event: 'ended', reason: 'initiator_ended', endedBy: 'worker-a' } as const;
    await closeConversation(tx, { ...conversation, state: 'active' }, closing, now);
    await endSession(tx, sessionId, now, 'gone');
  });
  expect(await found(rig, id)).toMatchObject({ status: 'pending' });
  await rig.team.change(async (tx, now) => {
    const by = { executorId: 'worker-a', via: 'task' } as const;
    await moveTask(tx, await mustFindWorkTask(tx, 'shop', taskId), 'done', { by, now });
  });
  expect(await found(rig, id)).toMatchObject({ status: 'completed', result: 'the conversation has ended' });
});

test.each([true, false])(
  'a chat session is killed after its work task is done: what it has talked about is not talked about again (over: %s)',
  async (isOver) => {
    const rig = await testTeam();
    const { id, sessionId } = await delegated(rig, 'done');
    await rig.team.store.write((tx) => takeUp(tx, id, sessionId));
    await rig.team.change(async (tx, now) => {
      const conversation = await talk(tx, id, now);
      await joinPending(tx, 'shop', 'worker-b', now);
      const closing = { event: 'ended', reason: 'initiator_ended', endedBy: 'worker-a' } as const;
      if (isOver) await closeConversation(tx, { ...conversation, state: 'active' }, closing, now);
    });
    await rig.team.change((tx, now) => endSession(tx, sessionId, now, 'gone'));
    expect(await found(rig, id)).toMatchObject({ status: isOver ? 'completed' : 'pending' });
  },
);

test.each([
  ['expired', 'failed'],
  ['ended', 'completed'],
] as const)(
  'a session that closes with its talk %s leaves it %s; while the talk goes on it is waited for',
  async (end, status) => {
    const rig = await testTeam();
    const { id, sessionId } = await delegated(rig, 'in_progress');
    await rig.team.store.write((tx) => takeUp(tx, id, sessionId));
    const conversation = await rig.team.change((tx, now) => talk(tx, id, now));
    const isWaitedFor = () => rig.team.store.read((db) => hasWaitedFor(db, OWNER));
    expect(await isWaitedFor()).toBe(true);
    await rig.team.change(async (tx, now) => {
      // If the initiator leaves before anybody has joined, the request expires.
      if (end === 'ended') await joinPending(tx, 'shop', 'worker-b', now);
      const current = (await findConversation(tx, conversation.id)) ?? conversation;
      await closeConversation(tx, current, { event: 'left', reason: 'session_expired', endedBy: 'worker-b' }, now);
    });
    expect(await isWaitedFor()).toBe(false);
    await rig.team.store.write((tx) => finishUnreported(tx, sessionId, 1));
    expect(await found(rig, id)).toMatchObject({ status });
  },
);
