import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ownAlarm } from '../../src/team/alarm.js';
import { pendingCount } from '../../src/team/chat/chat-cursors.js';
import { chatFile } from '../../src/team/chat/chat-file-path.js';
import type { Conversation } from '../../src/team/chat/conversation.js';
import { findConversation } from '../../src/team/chat/conversation-reads.js';
import { closeConversation, markTold, openConversation } from '../../src/team/chat/conversations.js';
import { handOut } from '../../src/team/chat/handing-out.js';
import { addMessage } from '../../src/team/chat/messages.js';
import { putAgent } from '../../src/team/people/agents.js';
import { leaveProject } from '../../src/team/people/leaving.js';
import type { Project } from '../../src/team/people/projects.js';
import { pruneDuty, pruneOver, pruneTeam } from '../../src/team/prune.js';
import { openSession, sessionOf } from '../../src/team/sessions/session.js';
import { endSession } from '../../src/team/sessions/session-ends.js';
import type { Team } from '../../src/team/team.js';
import { addDelegation, finishDelegation } from '../../src/team/work/delegations.js';
import { markRead, notify } from '../../src/team/work/notifications.js';
import type { WorkTask } from '../../src/team/work/work-task.js';
import { addWorkTask, changeWorkTask } from '../../src/team/work/work-tasks.js';
import { trailOf } from '../../src/team/work/work-trail.js';
import { agent, type TestTeam, testProject, testTeam } from './rig.js';

const OWNER = { projectId: 'shop', agentId: 'worker-a' };

async function endedSession({ team, clock }: TestTeam, agentId = 'worker-a'): Promise<void> {
  const { sessions: rules } = team.rules;
  const now = clock.now();
  await team.change(async (tx) => {
    const wanted = { agentId, projectId: 'shop', purpose: 'chat', taskId: null, holder: null } as const;
    const { id } = await sessionOf(tx, await openSession(tx, wanted, { now, rules }), { now, rules });
    await endSession(tx, id, now, 'logout');
  });
}

const prune = ({ team, clock }: TestTeam, olderThanMs: number) => pruneOver(team.store, clock.now() - olderThanMs);
const count = async ({ team }: TestTeam, table: 'sessions' | 'chat_messages' | 'chat_cursors') =>
  (await team.store.read((db) => db.selectFrom(table).selectAll().execute())).length;

test('finished and old data is deleted; open, unread or newer data stays', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const { team, clock } = rig;
  await endedSession(rig);
  await team.change(async (tx, now) => {
    const notice = { ...OWNER, type: 'message', action: 'check_chat' } as const;
    await markRead(tx, (await notify(tx, notice, now)).id, now);
    await notify(tx, notice, now);
    const wanted = { ...OWNER, taskId: null, targetId: 'worker-b', purpose: 'talk', context: null };
    await finishDelegation(tx, (await addDelegation(tx, wanted, now)).id, { status: 'completed', result: null }, now);
    await addDelegation(tx, wanted, now);
  });
  expect(await prune(rig, 1_000)).toEqual({ sessions: 0, notifications: 0, delegations: 0 });
  clock.at += 2_000;
  await endedSession(rig);
  expect(await prune(rig, 1_000)).toEqual({ sessions: 1, notifications: 1, delegations: 1 });
  expect(await prune(rig, 0)).toEqual({ sessions: 1, notifications: 0, delegations: 0 });
});

test('chat and read cursors are kept', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const message = { projectId: 'shop', senderId: 'worker-a', receiverId: 'worker-b', content: 'りんご' };
  await rig.team.change((tx, now) =>
    addMessage(tx, { ...message, createdAt: now, relatedTaskId: null, conversationId: null }),
  );
  rig.clock.at += 1_000_000;
  await prune(rig, 0);
  expect([await count(rig, 'chat_messages'), await count(rig, 'chat_cursors')]).toEqual([1, 1]);
});

test('an ended session is remembered while a conversation of its agent goes on', async () => {
  const rig = await testTeam();
  await testProject(rig);
  await rig.team.change((tx, now) => {
    const parties = { initiatorId: 'worker-a', participantId: 'worker-b' };
    return openConversation(tx, { projectId: 'shop', ...parties, purpose: null, taskId: null, maxTurns: 20 }, now);
  });
  for (const agentId of ['worker-a', 'worker-b', 'mia']) await endedSession(rig, agentId);
  expect(await prune(rig, 0)).toMatchObject({ sessions: 1 });
  expect(await count(rig, 'sessions')).toBe(2);
});

const PAIR = { projectId: 'shop', senderId: 'worker-a', receiverId: 'worker-b' };
const NEVER = { ageMs: null, messages: null };

/** Messages that were sent, handed out, and written to both files. */
async function said({ team, clock }: TestTeam, project: Project, texts: number, conversationId: string | null = null) {
  for (let number = 0; number < texts; number += 1) {
    clock.at += 1_000;
    const message = { ...PAIR, content: `word ${number}`, relatedTaskId: null, conversationId };
    await team.change((tx, now) => addMessage(tx, { ...message, createdAt: now }));
  }
  await team.change((tx) => handOut(tx, { projectId: 'shop', agentId: 'worker-b' }, texts));
  await team.files.write(project, ['worker-a', 'worker-b']);
}

test('old chat is deleted, and chat files stay', async () => {
  const rig = await testTeam();
  const project = await testProject(rig);
  const talk = { projectId: 'shop', initiatorId: 'worker-a', participantId: 'worker-b', purpose: null, taskId: null };
  const open = await rig.team.change((tx, now) => openConversation(tx, { ...talk, maxTurns: 20 }, now));
  await said(rig, project, 2, open.id);
  await said(rig, project, 450);
  await pruneTeam(rig.team, NEVER);
  expect(await count(rig, 'chat_messages')).toBe(452);
  rig.clock.at += 100_000;
  await said(rig, project, 3);
  await pruneTeam(rig.team, { ageMs: 50_000, messages: null });
  // What was said in the open conversation, and what is young.
  expect(await count(rig, 'chat_messages')).toBe(5);
  expect(readFileSync(chatFile({ workingDirectory: rig.dir, agentId: 'worker-b' }) as string, 'utf8')).toContain(
    'word 449',
  );
  await said(rig, project, 1);
  const written = readFileSync(chatFile({ workingDirectory: rig.dir, agentId: 'worker-b' }) as string, 'utf8');
  expect(written.trim().split('\n')).toHaveLength(456);
});

test('if there is more chat than the limit, the oldest is deleted; unread chat stays', async () => {
  const rig = await testTeam();
  const project = await testProject(rig);
  await said(rig, project, 30);
  await rig.team.change((tx, now) =>
    addMessage(tx, { ...PAIR, content: 'unread', createdAt: now, relatedTaskId: null, conversationId: null }),
  );
  await pruneTeam(rig.team, { ageMs: null, messages: 10 });
  expect(await count(rig, 'chat_messages')).toBe(10);
  await pruneTeam(rig.team, { ageMs: 0, messages: null });
  expect(await count(rig, 'chat_messages')).toBe(1);
});

test('if more is over than the limit, only the newest of each kind stay', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const { team, clock } = rig;
  const by = { executorId: 'mia', via: 'person' } as const;
  const talk = { projectId: 'shop', initiatorId: 'worker-a', participantId: 'worker-b', purpose: null, taskId: null };
  for (let round = 0; round < 8; round++) {
    clock.at += 1_000;
    await endedSession(rig);
    await team.change(async (tx, now) => {
      await markRead(tx, (await notify(tx, { ...OWNER, type: 'message', action: 'check_chat' }, now)).id, now);
      const wanted = { ...OWNER, taskId: null, targetId: 'worker-b', purpose: 'talk', context: null };
      await finishDelegation(tx, (await addDelegation(tx, wanted, now)).id, { status: 'completed', result: null }, now);
      const opened = await openConversation(tx, { ...talk, maxTurns: 20 }, now);
      await closeConversation(tx, opened, { event: 'turns_used', reason: 'max_turns', endedBy: 'worker-a' }, now);
      for (const agentId of ['worker-a', 'worker-b']) {
        await markTold(tx, (await findConversation(tx, opened.id)) as Conversation, agentId, 1);
      }
      const task = await addWorkTask(tx, { projectId: 'shop', title: 'build' }, by, now);
      await changeWorkTask(tx, task, { status: 'cancelled' }, { by, now });
    });
    await team.store.writeQuietly((tx) => tx.updateTable('notifications').set({ read_at: clock.at }).execute());
  }
  await pruneTeam(team, { ageMs: null, messages: 4 });
  const left = async (table: 'sessions' | 'notifications' | 'delegations' | 'conversations' | 'work_events') =>
    (await team.store.read((db) => db.selectFrom(table).selectAll().execute())).length;
  expect(await left('sessions')).toBe(4);
  expect(await left('delegations')).toBe(4);
  expect(await left('conversations')).toBe(4);
  expect(await left('work_events')).toBe(4);
  expect(await left('notifications')).toBeLessThanOrEqual(4);
  expect(await team.store.read((db) => db.selectFrom('work_tasks').select('id').execute())).toHaveLength(8);
});

test('a conversation and its messages stay while their work task is open, and so does its trail', async () => {
  const rig = await testTeam();
  const project = await testProject(rig);
  const { team, clock } = rig;
  const talk = { projectId: 'shop', initiatorId: 'worker-a', participantId: 'worker-b', purpose: null, maxTurns: 20 };
  const by = {
    executorId: 'mia',
    requesterId: null,
    conversationId: null,
    via: 'person',
    isUnverified: false,
  } as const;
  const tasks = await team.change(async (tx, now) => {
    const wanted = { projectId: 'shop', title: 'build', description: '' };
    return [await addWorkTask(tx, wanted, by, now), await addWorkTask(tx, wanted, by, now)] as const;
  });
  for (const task of [null, ...tasks]) {
    const taskId = task?.id ?? null;
    const opened = await team.change((tx, now) => openConversation(tx, { ...talk, taskId }, now));
    await said(rig, project, 1, opened.id);
    const closing = { event: 'turns_used', reason: 'max_turns', endedBy: 'worker-a' } as const;
    await team.change(async (tx, now) => {
      await closeConversation(tx, opened, closing, now);
      for (const agentId of ['worker-a', 'worker-b']) {
        await markTold(tx, (await findConversation(tx, opened.id)) as Conversation, agentId, 1);
      }
    });
  }
  await team.change((tx, now) => changeWorkTask(tx, tasks[0], { status: 'done' }, { by, now }));
  clock.at += 1_000;
  await pruneTeam(team, { ageMs: 0, messages: null });
  const left = () => team.store.read((db) => db.selectFrom('conversations').select(['id', 'task_id']).execute());
  // The initiator has not read yet that the first one is over.
  expect(new Set((await left()).map((row) => row.task_id))).toEqual(new Set(tasks.map(({ id }) => id)));
  await team.store.writeQuietly((tx) => tx.updateTable('notifications').set({ read_at: clock.at }).execute());
  await pruneTeam(team, { ageMs: 0, messages: null });
  const [kept, ...others] = await left();
  expect([kept?.task_id, others]).toEqual([tasks[1].id, []]);
  const words = await team.store.read((db) => db.selectFrom('chat_messages').select('conversation_id').execute());
  expect(words).toEqual([{ conversation_id: kept?.id }]);
  const trails = await team.store.read((db) => db.selectFrom('work_events').select('task_id').execute());
  expect(trails).toEqual([{ task_id: tasks[1].id }]);
  expect(await team.store.read((db) => db.selectFrom('work_tasks').select('id').execute())).toHaveLength(2);
});

test('an agent that left and comes back finds what it had not read', async () => {
  const rig = await testTeam();
  const project = await testProject(rig);
  const { team, clock } = rig;
  const by = { executorId: 'mia', via: 'person' } as const;
  const member = { projectId: 'shop', agentId: 'worker-b' };
  await team.change((tx, now) =>
    addMessage(tx, { ...PAIR, content: 'unread', createdAt: now, relatedTaskId: null, conversationId: null }),
  );
  await team.files.write(project, ['worker-a', 'worker-b']);
  await team.change((tx, now) => leaveProject(tx, member, { by, now }));
  clock.at += 1_000;
  await pruneTeam(team, { ageMs: 500, messages: null });
  await team.change((tx) => putAgent(tx, 'shop', agent('worker-b')));
  expect(await team.look((db) => pendingCount(db, member))).toBe(1);
  const { messages, remaining } = await team.change((tx) => handOut(tx, member, 10));
  expect([messages.map(({ content }) => content), remaining]).toEqual([['unread'], 0]);
});

test('a work task whose trail was deleted in part can still be changed', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const { team, clock } = rig;
  const by = { executorId: 'mia', via: 'person' } as const;
  let task = await team.change((tx, now) => addWorkTask(tx, { projectId: 'shop', title: 'build' }, by, now));
  const change = async (changes: Partial<WorkTask>) => {
    task = await team.change((tx, now) => changeWorkTask(tx, task, changes, { by, now }));
  };
  // The clock was set forward for a while.
  clock.at += 100_000;
  await change({ title: 'build it' });
  clock.at -= 100_000;
  await change({ status: 'done' });
  clock.at += 1_000;
  await pruneTeam(team, { ageMs: 500, messages: null });
  await change({ assigneeId: 'worker-a' });
  await change({ assigneeId: 'worker-b' });
  const titles = (await team.look((db) => trailOf(db, task.id))).map(({ changes }) => changes[0]?.to);
  expect(titles).toEqual(['build it', 'worker-a', 'worker-b']);
});

test('one daemon prunes, and no other does within the hour', async () => {
  const rig = await testTeam();
  const project = await testProject(rig);
  await said(rig, project, 5);
  const alarm = ownAlarm();
  rig.clock.at += 1_000;
  const duty = (team: Team) =>
    pruneDuty(team, { alarm, retention: { ageMs: 500, messages: null }, onTrouble: () => {} });
  const [one, other] = [duty(rig.team), duty(await rig.again())];
  await one();
  await other();
  await expect.poll(() => count(rig, 'chat_messages')).toBe(0);
  await said(rig, project, 2);
  rig.clock.at += 30 * 60_000;
  await other();
  expect(await count(rig, 'chat_messages')).toBe(2);
  rig.clock.at += 31 * 60_000;
  await other();
  await expect.poll(() => count(rig, 'chat_messages')).toBe(0);
});
