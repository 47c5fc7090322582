/** Which agent a target means, and who the sender of a command is. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { processesWithEnvironment } from '../../../src/processes.js';
import { BINARY } from '../../rig/home/binary.js';
import { type Agent, type Home, test as testWithProcesses } from '../../rig/home/home.js';
import { testInProcess as test } from '../../rig/home/home-in-process.js';

async function agents<const Ids extends readonly string[]>(
  home: Home,
  ...ids: Ids
): Promise<{ [At in keyof Ids]: Agent }> {
  return (await Promise.all(ids.map((id) => home.agent(id)))) as { [At in keyof Ids]: Agent };
}

test('a target is a name, id, unique prefix, type-port or type, and never the sender', async ({ home }) => {
  home.lineProfile('claude');
  const [asker, other] = await Promise.all([
    home.agent('asker', { options: ['--name', 'anna'] }),
    home.agent('worker-one', { options: ['--name', 'olaf'] }),
  ]);
  const [claude, second] = await Promise.all([
    home.agent('cl-a', { profile: 'claude' }),
    home.agent('cl-b', { profile: 'claude' }),
  ]);
  const target = async (agent: Agent, word: string) => {
    const { code, stdout } = await agent.synapse('send', word, 'hello', '--json');
    const answer = JSON.parse(stdout);
    return code === 0 ? answer.task.target.agent_id : [code, answer.error, ...(answer.matches ?? []).sort()];
  };
  expect(await target(asker, 'olaf')).toBe('worker-one');
  expect(await target(asker, 'worker-one')).toBe('worker-one');
  expect(await target(asker, 'work')).toBe('worker-one');
  expect(await target(asker, `shell-${other.entry.port}`)).toBe('worker-one');
  expect(await target(asker, 'shell')).toBe('worker-one');
  expect(await target(claude, 'claude')).toBe(second.id);
  expect(await target(asker, 'claude')).toEqual([3, 'ambiguous_target', 'cl-a', 'cl-b']);
  expect(await target(asker, 'cl-')).toEqual([3, 'ambiguous_target', 'cl-a', 'cl-b']);
  expect(await target(asker, 'anna')).toEqual([2, 'cannot_message_self']);
  expect(await target(asker, 'ask')).toEqual([2, 'cannot_message_self']);
  expect(await target(asker, 'zzz')).toEqual([3, 'agent_not_found']);
});

test('agents of the same project take precedence', async ({ home }) => {
  const [asker, near, far] = await Promise.all([
    home.agent('asker', { options: ['--project', 'shop'] }),
    home.agent('near', { options: ['--project', 'shop'] }),
    home.agent('far'),
  ]);
  await asker.synapse('send', 'shell', 'hello', '--until', 'submitted');
  await near.line('hello');
  expect(far.lines()).toEqual([]);
});

test('the sender is the agent in whose terminal the command runs', async ({ home }) => {
  const [asker, helper] = await agents(home, 'asker', 'helper');
  await asker.synapse('send', 'helper', 'from inside');
  expect(await helper.line('from inside')).toMatch(/:asker\] from inside$/);
});

test('the sender is found by ancestry when the environment is empty', async ({ home }) => {
  const [asker, helper] = await agents(home, 'asker', 'helper');
  const bare = ['env', '-i', `PATH=${process.env.PATH}`, `SYNAPSE_HOME=${home.home}`];
  const sent = await asker.inside([...bare, 'sh', '-c', `${BINARY} send helper 'from below'; true`]);
  expect(sent).toMatchObject({ code: 0 });
  expect(await helper.line('from below')).toMatch(/:asker\] from below$/);
});

test('--from overrides the environment and takes a name, an id or a type', async ({ home }) => {
  const [asker, helper] = await agents(home, 'asker', 'helper');
  const other = await home.agent('other', { options: ['--name', 'olga'] });
  for (const [from, text] of [
    ['other', 'by id'],
    ['olga', 'by name'],
    ['oth', 'by beginning'],
  ] as const) {
    await asker.synapse('send', 'helper', text, '--from', from);
    expect(await helper.line(text)).toMatch(/:other\] /);
  }
  await other.synapse('send', 'helper', 'by type', '--from', 'shell');
  expect(await helper.line('by type')).toMatch(/:other\] by type$/);
  expect(await home.run(['send', 'helper', 'x', '--from', 'shell'])).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('matches several'),
  });
});

test('a stale environment means the person, and says so', async ({ home }) => {
  const [asker, helper] = await agents(home, 'asker', 'helper');
  const env = { SYNAPSE_AGENT_ID: 'asker', SYNAPSE_INSTANCE: asker.entry.instance };
  await home.run(['send', 'helper', 'while it lives'], { env });
  expect(await helper.line('while it lives')).toMatch(/:asker\] /);
  await home.stop('asker');
  const again = await home.agent('asker');
  expect(again.entry.instance).not.toBe(asker.entry.instance);
  const stale = await home.run(['send', 'helper', 'handed down'], { env });
  expect(stale).toMatchObject({ code: 0, stderr: expect.stringContaining('SYNAPSE_AGENT_ID names asker') });
  expect(await helper.line('handed down')).toMatch(/:tester\] /);
});

testWithProcesses('eight commands that race for a person’s daemon start it once', async ({ home }) => {
  const helper = await home.agent('helper');
  const sent = await Promise.all(
    Array.from({ length: 8 }, (_, number) => home.run(['send', 'helper', `racer ${number}`])),
  );
  // One that arrives before the program has read the one before it is held for a moment.
  expect(sent.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
    Array(8).fill({ code: 0, stderr: expect.stringMatching(/^Delivered to helper(?:, which holds it: busy)?\.\n$/) }),
  );
  await helper.transcript.count(8);
  expect(helper.lines().every((line) => line.includes(':tester] racer'))).toBe(true);
  expect(readdirSync(join(home.home, 'live')).sort()).toEqual(['helper.json', 'tester.json']);
  const daemons = processesWithEnvironment('SYNAPSE_HOME', home.home).filter(isDaemon);
  expect(daemons.sort()).toEqual([helper.entry.pid, home.person().entry.pid].sort());
});

function isDaemon(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('daemon.cjs');
  } catch {
    return false;
  }
}

test('a mistyped name suggests the nearest one', async ({ home }) => {
  await home.agent('worker-a');
  const sent = await home.run(['send', 'wroker-a', 'hello']);
  expect(sent).toMatchObject({ code: 3, stderr: expect.stringContaining('Did you mean worker-a?') });
});

test('a message without quotes is refused, and the error shows how to write it', async ({ home }) => {
  const sent = await home.run(['send', 'worker-a', 'hello', 'there']);
  expect(sent).toMatchObject({ code: 2, stderr: expect.stringContaining('put it in quotes') });
});

test('a home that cannot be written is refused at once', async ({ home }) => {
  const sent = await home.run(['send', 'worker-a', 'hello'], { env: { SYNAPSE_HOME: '/proc/nowhere/synapse' } });
  expect(sent).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be used') });
});
