import { expect, test } from 'vitest';
import { openSession, type Purpose, sessionOf } from '../../../src/team/sessions/session.js';
import { endSession } from '../../../src/team/sessions/session-ends.js';
import { codeOf, type TestTeam, testProject, testTeam } from '../rig.js';

const HOUR_MS = 3_600_000;

const open = ({ team }: TestTeam, purpose: Purpose, holder: string | null = null, agentId = 'worker-a') =>
  team.change((tx, now) =>
    openSession(tx, { agentId, projectId: 'shop', purpose, taskId: null, holder }, { now, rules: team.rules.sessions }),
  );
const look = ({ team, clock }: TestTeam, token: string) =>
  team.store.read((db) => sessionOf(db, token, { now: clock.now(), rules: team.rules.sessions }));

test('a token opens its session and is stored only as a hash', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const token = await open(rig, 'chat');
  expect(await look(rig, token)).toMatchObject({ agentId: 'worker-a', projectId: 'shop', purpose: 'chat' });
  const rows = await rig.team.store.read((db) => db.selectFrom('sessions').selectAll().execute());
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('authenticating again replaces the session of a passkey; task and chat live side by side', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const [first, task] = [await open(rig, 'chat'), await open(rig, 'task')];
  const second = await open(rig, 'chat');
  expect(await codeOf(look(rig, first))).toBe('session_token_invalid');
  expect(await codeOf(look(rig, second))).toBe('none');
  expect(await codeOf(look(rig, task))).toBe('none');
});

test('the session of a live terminal is not replaced; that of a dead one is', async () => {
  const rig = await testTeam();
  await testProject(rig);
  rig.alive.add('1/now');
  const token = await open(rig, 'chat', '1/now');
  expect(await codeOf(open(rig, 'chat'))).toBe('session_already_active');
  rig.clock.at += 100 * HOUR_MS;
  expect(await codeOf(look(rig, token))).toBe('none');
  rig.alive.clear();
  expect(await codeOf(look(rig, token))).toBe('session_token_invalid');
  expect(await codeOf(open(rig, 'chat'))).toBe('none');
});

test('a session expires after an hour, and the error says so', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const token = await open(rig, 'chat');
  rig.clock.at += HOUR_MS;
  expect(await codeOf(look(rig, token))).toBe('session_expired');
  await rig.team.tidy();
  expect(await codeOf(look(rig, token))).toBe('session_expired');
});

test('a logged-out or unknown token is invalid', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const token = await open(rig, 'chat');
  const { id } = await look(rig, token);
  await rig.team.store.write((tx) => endSession(tx, id, 1, 'logout'));
  expect(await codeOf(look(rig, token))).toBe('session_token_invalid');
  expect(await codeOf(look(rig, 'sst_never'))).toBe('session_token_invalid');
});

test('if several processes open the same session at once, one session lives', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const other = { ...rig, team: await rig.again() };
  const tokens = await Promise.all(Array.from({ length: 8 }, (_, index) => open(index % 2 ? rig : other, 'chat')));
  const live = await Promise.all(tokens.map((token) => codeOf(look(rig, token))));
  expect(live.filter((code) => code === 'none')).toHaveLength(1);
});
