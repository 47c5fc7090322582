import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/clock.js';
import { fileAlarm } from '../../../src/team/alarm.js';
import { sendChat } from '../../../src/team/chat/send-chat.js';
import { NEW_AGENT, putAgent } from '../../../src/team/people/agents.js';
import { addProject } from '../../../src/team/people/projects.js';
import { heardIn } from '../../../src/team/store/postgres/heard.js';
import { Team } from '../../../src/team/team.js';
import { PostgresServer } from '../postgres-server.js';

let server: PostgresServer;
beforeAll(async () => {
  server = await PostgresServer.create();
});
afterAll(() => server.remove());

const MESSAGES = 5;

test('the daemon that listens reads the log once for what another daemon of its host has done', async () => {
  const place = server.database();
  const dir = mkdtempSync(join(tmpdir(), 'synapse-listener-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const daemon = async () => {
    const team = await Team.open({
      ...{ place, clock: systemClock, hostId: 'aaaa', hostName: 'here', placesDir: dir, holder: 'aaaa-daemon' },
      ...{ isAlive: () => true, alarm: fileAlarm(join(dir, 'alarm')), env: {} },
    });
    onTestFinished(() => team.close());
    await team.start();
    return team;
  };
  const listening = await daemon();
  const heard = heardIn(dir);
  await expect.poll(() => heard.last()).not.toBeNull();
  const writing = await daemon();
  await writing.change(async (tx, now) => {
    await addProject(tx, { id: 'shop', name: 'shop', workingDirectory: dir, createdBy: 'mia', createdAt: now });
    for (const id of ['mia', 'ann']) await putAgent(tx, 'shop', { ...NEW_AGENT, id, name: id, createdAt: now });
    for (let index = 0; index < 10; index += 1) {
      await putAgent(tx, 'shop', { ...NEW_AGENT, id: `more-${index}`, name: `more-${index}`, createdAt: now });
    }
    await tx.updateTable('agents').set({ kind: 'human' }).where('id', '=', 'mia').execute();
  });
  const hasRead = async () => expect.poll(() => heard.last()).toBe(await writing.store.lastCommit());
  await hasRead();
  const before = listening.store.statementCount;
  for (let index = 0; index < MESSAGES; index += 1) {
    await sendChat(writing, {
      ...{ projectId: 'shop', senderId: 'mia', targetId: 'ann', content: `This is message ${index}.` },
      ...{ relatedTaskId: null, conversationId: null, autoStart: null },
    });
    await hasRead();
  }
  expect(listening.store.statementCount - before).toBeLessThanOrEqual(2 * MESSAGES);
});
