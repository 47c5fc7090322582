import { expect, onTestFinished, test } from 'vitest';
import { Sqlite } from '../../../src/storage/sqlite.js';
import { listConversations } from '../../../src/team/chat/conversation-reads.js';
import { listStarts } from '../../../src/team/sessions/session-starts.js';
import { Team } from '../../../src/team/team.js';
import { IS_ON_SERVER } from '../../rig/team/team-place.js';
import { handClock } from '../../taskstore/rig.js';
import { storeOfStep, testTeam } from '../rig.js';

/** Earlier versions had no other stores. */
const onFile = test.skipIf(IS_ON_SERVER);

/** Users have stores with these steps, so a released step never changes. */
const RELEASED = [
  'fee032609e0abf84',
  '6d2d55566d68c1ef',
  '282cc726b9a47aae',
  '9bcb84167daaa547',
  'fe09fa81bd99ab53',
  '061b9f2f0c74a3e4',
];

onFile('released steps have not changed', async () => {
  const { file } = await testTeam();
  const sqlite = new Sqlite(file, { readonly: true });
  const checksums = sqlite.prepare('SELECT checksum FROM migrations ORDER BY id').pluck().all();
  sqlite.close();
  expect(checksums.slice(0, RELEASED.length)).toEqual(RELEASED);
});

async function opened(file: string): Promise<Team> {
  const team = await Team.open({ place: file, clock: handClock(), isAlive: () => true });
  onTestFinished(() => team.close());
  return team;
}

onFile(
  'step 7 finds out for which work task an earlier version had started a session, and what it had been given',
  async () => {
    const file = await storeOfStep(6);
    const sqlite = new Sqlite(file);
    const task = `INSERT INTO work_tasks (id, project_id, place, title, description, status, priority, created_by, approval, created_at, updated_at)
    VALUES (?, 'shop', ?, 'dig: deep', '', 'in_progress', 'medium', 'mia', 'approved', 0, 0)`;
    sqlite.prepare(task).run('tsk_1', 1);
    sqlite.prepare(task).run('tsk_12', 2);
    sqlite.exec(`INSERT INTO chat_cursors VALUES ('shop', 'bot', 7, 0, 0, 0)`);
    const start = sqlite.prepare(
      `INSERT INTO session_starts VALUES ('shop', 'bot', ?, 'task', 'running', 'h', 'bot', 2, 0, 'it ended', ?, '3/1 5', 0)`,
    );
    start.run('task', 'work task tsk_12: dig: deep');
    start.run('chat', 'message from mia');
    sqlite.close();
    const starts = await (await opened(file)).store.read(listStarts);
    expect(starts).toMatchObject([
      { purpose: 'chat', task_id: null, why: 'message from mia', handed_seq: 7, attempts: 2 },
      { purpose: 'task', task_id: 'tsk_12', handed_seq: 7, said_seq: null, finished_delegations: null },
    ]);
  },
);

onFile(
  'step 9 finds out for which delegation an earlier version had started a conversation, and whether anybody joined',
  async () => {
    const file = await storeOfStep(8);
    const sqlite = new Sqlite(file);
    const delegation = sqlite.prepare(
      `INSERT INTO delegations (id, project_id, agent_id, task_id, target_agent_id, purpose, status, place, created_at)
    VALUES (?, 'shop', 'ann', 'tsk_1', 'bob', 'talk', 'processing', ?, ?)`,
    );
    delegation.run('dlg_1', 1, 100);
    delegation.run('dlg_2', 2, 300);
    const conversation = sqlite.prepare(
      `INSERT INTO conversations VALUES (?, 'shop', 'ann', ?, ?, ?, NULL, ?, 20, 0, ?, 0, 0, 450, NULL, NULL, NULL, 0, 0, 0)`,
    );
    conversation.run('conv_1', 'bob', 'ann bob', 'ended', 'tsk_1', 200);
    conversation.run('conv_2', 'bob', 'ann bob', 'active', 'tsk_1', 400);
    conversation.run('conv_3', 'cal', 'ann cal', 'expired', null, 400);
    sqlite.close();
    const found = await (await opened(file)).store.read((db) => listConversations(db));
    const facts = found.map(({ id, delegationId, joinedAt }) => [id, delegationId, joinedAt]).sort();
    expect(facts).toEqual([
      ['conv_1', 'dlg_1', 450],
      ['conv_2', 'dlg_2', 450],
      ['conv_3', null, null],
    ]);
  },
);
