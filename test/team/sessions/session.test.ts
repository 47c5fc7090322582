import { expect, test } from 'vitest';
import { checkPasskey, lockMs, newPasskey } from '../../../src/team/people/passkey.js';
import { endSession, openSession, type Purpose, sessionOf } from '../../../src/team/sessions/session.js';
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

test('a session runs out after an hour, and says so', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const token = await open(rig, 'chat');
  rig.clock.at += HOUR_MS;
  expect(await codeOf(look(rig, token))).toBe('session_expired');
  await rig.team.tidy();
  expect(await codeOf(look(rig, token))).toBe('session_expired');
});

test('what was logged out or never was is invalid', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const token = await open(rig, 'chat');
  const { id } = await look(rig, token);
  await rig.team.store.write((tx) => endSession(tx, id, 1, 'logout'));
  expect(await codeOf(look(rig, token))).toBe('session_token_invalid');
  expect(await codeOf(look(rig, 'sst_never'))).toBe('session_token_invalid');
});

test('of many who open at the same moment in several processes one session lives', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const other = { ...rig, team: await rig.again() };
  const tokens = await Promise.all(Array.from({ length: 8 }, (_, index) => open(index % 2 ? rig : other, 'chat')));
  const live = await Promise.all(tokens.map((token) => codeOf(look(rig, token))));
  expect(live.filter((code) => code === 'none')).toHaveLength(1);
});

test('only the newest passkey opens, and only for its agent', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const { store } = rig.team;
  const old = await newPasskey(store, 'worker-a', 0);
  const passkey = await newPasskey(store, 'worker-a', 0);
  expect(await checkPasskey(store, 'worker-a', passkey, 0)).toBe(true);
  expect(await checkPasskey(store, 'worker-a', old, 0)).toBe(false);
  expect(await checkPasskey(store, 'worker-b', passkey, 0)).toBe(false);
});

test('guessing is limited: after five wrong ones not even the right one opens for a while', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const { store } = rig.team;
  const passkey = await newPasskey(store, 'worker-a', 0);
  for (let wrong = 0; wrong < 5; wrong += 1) expect(await checkPasskey(store, 'worker-a', 'x', 1_000)).toBe(false);
  expect(await checkPasskey(store, 'worker-a', passkey, 1_500)).toBe(false);
  expect(await checkPasskey(store, 'worker-a', passkey, 2_001)).toBe(true);
  expect(await checkPasskey(store, 'worker-a', 'x', 2_002)).toBe(false);
  expect(await checkPasskey(store, 'worker-a', passkey, 2_003)).toBe(true);
});

test('the right one opens, however many come with it at the same moment; wrong ones count all the same', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const { store } = rig.team;
  const passkey = await newPasskey(store, 'worker-a', 0);
  const tryAll = (given: string) =>
    Promise.all(Array.from({ length: 6 }, () => checkPasskey(store, 'worker-a', given, 0)));
  expect(await tryAll(passkey)).toEqual(Array(6).fill(true));
  expect(await tryAll('x')).toEqual(Array(6).fill(false));
  expect(await checkPasskey(store, 'worker-a', passkey, 0)).toBe(false);
});

test('a flood of guesses keeps nobody waiting: callers who have gone are not judged, and of one agent only some wait', async () => {
  const rig = await testTeam();
  await testProject(rig);
  const { store } = rig.team;
  const passkey = await newPasskey(store, 'worker-a', 0);
  const guess = (signal?: AbortSignal) => checkPasskey(store, 'worker-b', 'x', 0, signal);
  const abandoned = Array.from({ length: 20 }, () => guess(AbortSignal.abort()));
  const tooMany = Array.from({ length: 500 }, () => guess());
  // Hundreds of slow hashes would take minutes.
  expect(await checkPasskey(store, 'worker-a', passkey, 0)).toBe(true);
  expect(new Set(await Promise.all([...abandoned, ...tooMany]))).toEqual(new Set([false]));
});

test('the door stays shut longer after each further wrong try, up to a limit', () => {
  expect([4, 5, 6, 7, 100].map(lockMs)).toEqual([0, 1_000, 2_000, 4_000, 900_000]);
});
