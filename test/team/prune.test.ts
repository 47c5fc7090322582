import { expect, test } from 'vitest';
import { openConversation } from '../../src/team/chat/conversations.js';
import { addMessage } from '../../src/team/chat/messages.js';
import { pruneTeam } from '../../src/team/prune.js';
import { endSession, openSession, sessionOf } from '../../src/team/sessions/session.js';
import { addDelegation, finishDelegation } from '../../src/team/work/delegations.js';
import { markRead, notify } from '../../src/team/work/notifications.js';
import { type TestTeam, testProject, testTeam } from './rig.js';

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

const prune = ({ team, clock }: TestTeam, olderThanMs: number) =>
  team.change((tx) => pruneTeam(tx, clock.now() - olderThanMs));
const count = async ({ team }: TestTeam, table: 'sessions' | 'chat_messages' | 'chat_cursors') =>
  (await team.store.read((db) => db.selectFrom(table).selectAll().execute())).length;

test('what is over and old is deleted; what is open, unread or newer stays', async () => {
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

test('chat is kept, and who has read how far', async () => {
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
