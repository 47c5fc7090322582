import { expect, test } from 'vitest';
import { Passkeys, passkeyCost } from '../../../src/team/people/passkey.js';
import { pauseMs, Refusals } from '../../../src/team/people/refusals.js';
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

test('however many wrong attempts there are, the right passkey opens', async () => {
  // With the real cost: hundreds of slow hashes would take minutes.
  const { passkeys } = await passkeyRig({});
  const passkey = await passkeys.renew('worker-a');
  const gone = new AbortController();
  const guess = (agent: string, given: string) => passkeys.check(agent, given, gone.signal);
  const flood = Array.from({ length: 500 }, (_, index) => [
    guess('worker-a', `pk_${index}`),
    guess('worker-b', `pk_${index}`),
    guess(`nobody-${index}`, passkey),
  ]).flat();
  expect(await passkeys.check('worker-a', passkey)).toBe(true);
  gone.abort();
  expect(new Set(await Promise.all(flood))).toEqual(new Set([false]));
  expect(await passkeys.check('worker-a', passkey)).toBe(true);
});

test('a wrong passkey takes as long for an agent that exists as for one that does not', async () => {
  const { passkeys } = await passkeyRig({});
  await passkeys.renew('worker-a');
  const timeOf = async (agent: string) => {
    const startedAt = performance.now();
    expect(await passkeys.check(agent, 'pk_x')).toBe(false);
    return performance.now() - startedAt;
  };
  for (const agent of ['worker-a', 'nobody']) expect(await timeOf(agent)).toBeGreaterThanOrEqual(pauseMs(1) - 5);
});

test('simultaneous right attempts all succeed', async () => {
  const { passkeys } = await passkeyRig();
  const passkey = await passkeys.renew('worker-a');
  const all = await Promise.all(Array.from({ length: 50 }, () => passkeys.check('worker-a', passkey)));
  expect(all).toEqual(Array(50).fill(true));
});

test('a passkey works whatever its hashing cost was, even one stored before costs were recorded', async () => {
  const { team, passkeys, clock } = await passkeyRig({});
  const passkey = await passkeys.renew('worker-a');
  const cheap = new Passkeys({ store: team.store, clock, refusals: new Refusals(clock), cost: 4 });
  expect(await cheap.check('worker-a', passkey)).toBe(true);
  await team.store.write(async (tx) => {
    const { hash } = await tx.selectFrom('passkeys').select('hash').executeTakeFirstOrThrow();
    expect(hash).toMatch(/^15:/);
    await tx
      .updateTable('passkeys')
      .set({ hash: hash.split(':')[1] as string, failures: 9, locked_until: Number.MAX_SAFE_INTEGER })
      .execute();
  });
  expect(await cheap.check('worker-a', passkey)).toBe(true);
  expect(await cheap.check('worker-a', 'x')).toBe(false);
  const { hash } = await team.store.read((db) => db.selectFrom('passkeys').select('hash').executeTakeFirstOrThrow());
  expect(hash).toMatch(/^15:[0-9a-f]{64}:[0-9a-f]{4}$/);
});

test('the answer to a wrong passkey takes longer after each further one, up to a limit', () => {
  expect([1, 5, 6, 7, 100].map(pauseMs)).toEqual([300, 300, 600, 1_200, 10_000]);
});

test('the environment may set the cost of hashing, within reason', () => {
  expect([undefined, '4', '0', '99', 'x', '12.5'].map((given) => passkeyCost({ SYNAPSE_PASSKEY_COST: given }))).toEqual(
    [15, 4, 15, 15, 15, 15],
  );
});
