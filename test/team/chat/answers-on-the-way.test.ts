import { expect, test } from 'vitest';
import { lostAnswers, noteArrival, takeBack } from '../../../src/team/chat/answers-on-the-way.js';
import { pendingCount } from '../../../src/team/chat/chat-cursors.js';
import { handOut } from '../../../src/team/chat/handing-out.js';
import { addMessage } from '../../../src/team/chat/messages.js';
import { type TestTeam, testProject, testTeam } from '../rig.js';

const BOB = { projectId: 'shop', agentId: 'worker-b' };

async function rigWith(count: number) {
  const rig = await testTeam();
  await testProject(rig);
  for (let sent = 0; sent < count; sent += 1) await say(rig, String(sent));
  const { team } = rig;
  const give = (limit: number, answerBy = 'daemon') => team.change((tx) => handOut(tx, { ...BOB, answerBy }, limit));
  const texts = async (limit = 99) => (await give(limit)).messages.map(({ content }) => content);
  return { team, give, texts, pending: () => team.store.read((db) => pendingCount(db, BOB)) };
}

function say({ team }: TestTeam, content: string) {
  const sent = { projectId: 'shop', senderId: 'worker-a', receiverId: BOB.agentId, content };
  return team.change((tx, now) =>
    addMessage(tx, { ...sent, createdAt: now, relatedTaskId: null, conversationId: null }),
  );
}

test('what arrived is not handed out again', async () => {
  const { team, give, texts } = await rigWith(2);
  const { messages, after } = await give(2);
  await team.change((tx) => noteArrival(tx, BOB, messages.at(-1)?.seq ?? 0));
  await team.change((tx) => takeBack(tx, BOB, after));
  expect(await texts()).toEqual([]);
});

test('what broke is pending again, in order', async () => {
  const { team, give, texts, pending } = await rigWith(3);
  const { after } = await give(2);
  await team.change((tx) => takeBack(tx, BOB, after));
  expect(await pending()).toBe(3);
  expect(await texts()).toEqual(['0', '1', '2']);
  expect(await pending()).toBe(0);
});

test('an answer that breaks after an earlier one arrived takes back only its own messages', async () => {
  const { team, give, texts } = await rigWith(3);
  const first = await give(1);
  const second = await give(1);
  await team.change((tx) => noteArrival(tx, BOB, first.messages[0]?.seq ?? 0));
  await team.change((tx) => takeBack(tx, BOB, second.after));
  expect(await texts()).toEqual(['1', '2']);
});

test('the answers of a killed daemon are lost, those of a running one are not', async () => {
  const { team, give } = await rigWith(2);
  const { after } = await give(1, 'killed');
  const lost = (isAlive: (holder: string) => boolean) => team.store.read((db) => lostAnswers(db, isAlive));
  expect(await lost(() => true)).toEqual([]);
  expect(await lost((holder) => holder !== 'killed')).toEqual([{ ...BOB, after }]);
});
