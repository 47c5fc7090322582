import { expect, test } from 'vitest';
import { lockMs, Passkeys, passkeyCost } from '../../../src/team/people/passkey.js';
import { type TestTeam, testProject, testTeam } from '../rig.js';

async function passkeyRig(env?: NodeJS.ProcessEnv): Promise<TestTeam & { passkeys: Passkeys }> {
  const rig = await testTeam(env);
  await testProject(rig);
  return { ...rig, passkeys: rig.team.passkeys };
}

test('only the newest passkey opens, and only for its agent', async () => {
  const { passkeys } = await passkeyRig();
  const old = await passkeys.renew('worker-a');
  const passkey = await passkeys.renew('worker-a');
  expect(await passkeys.check('worker-a', passkey)).toBe(true);
  expect(await passkeys.check('worker-a', old)).toBe(false);
  expect(await passkeys.check('worker-b', passkey)).toBe(false);
});

test('after five wrong attempts, even the right passkey is refused for a while', async () => {
  const { passkeys, clock } = await passkeyRig();
  const passkey = await passkeys.renew('worker-a');
  const start = clock.at;
  const checkAt = (at: number, given: string) => {
    clock.at = start + at;
    return passkeys.check('worker-a', given);
  };
  for (let wrong = 0; wrong < 5; wrong += 1) expect(await checkAt(1_000, 'x')).toBe(false);
  expect(await checkAt(1_500, passkey)).toBe(false);
  expect(await checkAt(2_001, passkey)).toBe(true);
  expect(await checkAt(2_002, 'x')).toBe(false);
  expect(await checkAt(2_003, passkey)).toBe(true);
});

test('simultaneous right attempts all succeed; simultaneous wrong ones are all counted', async () => {
  const { passkeys } = await passkeyRig();
  const passkey = await passkeys.renew('worker-a');
  const tryAll = (given: string) => Promise.all(Array.from({ length: 6 }, () => passkeys.check('worker-a', given)));
  expect(await tryAll(passkey)).toEqual(Array(6).fill(true));
  expect(await tryAll('x')).toEqual(Array(6).fill(false));
  expect(await passkeys.check('worker-a', passkey)).toBe(false);
});

test('in a flood of guesses, those of callers who left are skipped, and only a few per agent wait', async () => {
  // With the real cost: hundreds of slow hashes would take minutes.
  const { passkeys } = await passkeyRig({});
  const passkey = await passkeys.renew('worker-a');
  const guess = (signal?: AbortSignal) => passkeys.check('worker-b', 'x', signal);
  const abandoned = Array.from({ length: 20 }, () => guess(AbortSignal.abort()));
  const tooMany = Array.from({ length: 500 }, () => guess());
  expect(await passkeys.check('worker-a', passkey)).toBe(true);
  expect(new Set(await Promise.all([...abandoned, ...tooMany]))).toEqual(new Set([false]));
});

test('a passkey works whatever its hashing cost was, even one stored before costs were recorded', async () => {
  const { team, passkeys, clock } = await passkeyRig({});
  const passkey = await passkeys.renew('worker-a');
  const cheap = new Passkeys(team.store, clock, 4);
  expect(await cheap.check('worker-a', passkey)).toBe(true);
  await team.store.write(async (tx) => {
    const { hash } = await tx.selectFrom('passkeys').select('hash').executeTakeFirstOrThrow();
    expect(hash).toMatch(/^15:/);
    await tx
      .updateTable('passkeys')
      .set({ hash: hash.replace(/^15:/, '') })
      .execute();
  });
  expect(await cheap.check('worker-a', passkey)).toBe(true);
  expect(await cheap.check('worker-a', 'x')).toBe(false);
});

test('the lock gets longer with each further wrong try, up to a limit', () => {
  expect([4, 5, 6, 7, 100].map(lockMs)).toEqual([0, 1_000, 2_000, 4_000, 900_000]);
});

test('the environment may set the cost of hashing, within reason', () => {
  expect([undefined, '4', '0', '99', 'x', '12.5'].map((given) => passkeyCost({ SYNAPSE_PASSKEY_COST: given }))).toEqual(
    [15, 4, 15, 15, 15, 15],
  );
});
