/** The end of an agent: by stop, by its own program, or after a crash; and what becomes of its mail. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { wasStoppedSince } from '../../../src/registry/stopped-all.js';
import { type Agent, type Home, json, test } from '../../rig/home/home.js';
import { GONE_WITHIN_MS, isAlive, killDaemon, remainsOf, STUBBORN, stubbornPids } from '../../rig/home/processes.js';
import { stretched } from '../../rig/times.js';

async function listed(home: Home): Promise<Map<string, string>> {
  const { agents } = (await home.json(['list', '--all'])) as { agents: { id: string; status: string }[] };
  return new Map(agents.map(({ id, status }) => [id, status]));
}

/** What is left of one run of an agent: processes, its live entry, its socket. */
function leftOf(home: Home, { entry }: Agent): unknown[] {
  const files = [entry.socket, join(home.home, 'live', `${entry.id}.json`)];
  return [...remainsOf(entry), ...files.filter((file) => existsSync(file))];
}

/** Ends the program from outside, as if it had exited, and waits until its daemon is gone. */
async function endProgram({ entry }: Agent): Promise<void> {
  process.kill(entry.programPid as number, 'SIGTERM');
  await expect.poll(() => remainsOf(entry)).toEqual([]);
}

test('stop ends a program that ignores every polite signal, with all its children, within five seconds', async ({
  home,
}) => {
  const file = join(home.dir, 'pids');
  const agent = await home.agent('stubborn', { program: [STUBBORN, file] });
  const pids = await stubbornPids(file);
  const startedAt = performance.now();
  expect(await home.run(['stop', 'stubborn'])).toMatchObject({ code: 0, stdout: 'stubborn\n' });
  const tookMs = performance.now() - startedAt;
  expect(tookMs).toBeLessThan(await stretched(GONE_WITHIN_MS));
  expect([...pids.filter(isAlive), ...leftOf(home, agent)]).toEqual([]);
});

test('stop --force ends a daemon that hangs, its program and its children', async ({ home }) => {
  const file = join(home.dir, 'pids');
  const agent = await home.agent('hanging', { program: [STUBBORN, file] });
  const pids = await stubbornPids(file);
  process.kill(agent.entry.pid, 'SIGSTOP');
  const startedAt = performance.now();
  expect(await home.run(['stop', 'hanging', '--force'])).toMatchObject({ code: 0 });
  const tookMs = performance.now() - startedAt;
  expect(tookMs).toBeLessThan(await stretched(GONE_WITHIN_MS));
  expect([...pids.filter(isAlive), ...leftOf(home, agent)]).toEqual([]);
});

test('stop without --force ends a daemon that hangs, too', async ({ home }) => {
  const agent = await home.agent('hanging');
  process.kill(agent.entry.pid, 'SIGSTOP');
  const startedAt = performance.now();
  expect(await home.run(['stop', 'hanging'])).toMatchObject({ code: 0 });
  const tookMs = performance.now() - startedAt;
  expect(tookMs).toBeLessThan(await stretched(GONE_WITHIN_MS));
  expect(leftOf(home, agent)).toEqual([]);
});

test('stop of a dead agent cleans up after it and keeps a permanent address', async ({ home }) => {
  const agent = await home.agent('victim');
  await killDaemon(agent.entry);
  expect(await home.run(['stop', 'victim'])).toMatchObject({ code: 0 });
  expect(leftOf(home, agent)).toEqual([]);
  expect(await listed(home)).toEqual(new Map([['victim', 'stopped']]));
});

test('stop of a dead port-based agent gives up its address, and its open mail fails with agent_gone', async ({
  home,
}) => {
  const [victim, writer] = [await home.agent(), await home.agent('writer')];
  await killDaemon(victim.entry);
  const waiting = writer.synapse('send', victim.id, 'hello?', '--response');
  await expect.poll(async () => (await writer.call('/status')).body.queue.outgoing).toBe(1);
  await home.run(['stop', victim.id]);
  expect(await waiting).toMatchObject({ code: 1, stderr: expect.stringContaining('ended before it replied') });
  expect((await listed(home)).has(victim.id)).toBe(false);
  expect(await writer.synapse('send', victim.id, 'hello?')).toMatchObject({ code: 3 });
});

test('stop of an agent that is not running says so and succeeds', async ({ home }) => {
  await home.agent('worker');
  await home.run(['stop', 'worker']);
  expect(await home.run(['stop', 'worker'])).toMatchObject({ code: 0, stderr: 'worker is not running.\n' });
});

test('two stops at the same moment both succeed', async ({ home }) => {
  const agent = await home.agent('worker');
  const codes = (await Promise.all([home.run(['stop', 'worker']), home.run(['stop', 'worker'])])).map(
    ({ code }) => code,
  );
  expect(codes).toEqual([0, 0]);
  expect(leftOf(home, agent)).toEqual([]);
});

test('stop with an unknown agent among others exits 3 and stops nobody', async ({ home }) => {
  await home.agent('worker');
  const result = await home.run(['stop', 'worker', 'nobody']);
  expect(result).toMatchObject({ code: 3, stderr: expect.stringContaining('There is no agent nobody') });
  expect(await listed(home)).toEqual(new Map([['worker', 'ready']]));
});

test('stop --all ends everybody: agents, dead ones and the person', async ({ home }) => {
  const agents = [await home.agent('one'), await home.agent(), await home.agent('dead')];
  await home.run(['send', 'one', 'from the person']);
  await killDaemon((agents[2] as Agent).entry);
  const before = Date.now();
  const { stopped } = json<{ stopped: string[] }>(await home.run(['stop', '--all', '--json']));
  expect(stopped.sort()).toEqual(['dead', 'one', 'tester', (agents[1] as Agent).id].sort());
  expect(agents.flatMap((agent) => leftOf(home, agent))).toEqual([]);
  expect(['live', 'run'].flatMap((name) => readdirSync(join(home.home, name)))).toEqual([]);
  // What was being started at that moment, and could not be seen, finds this.
  expect(wasStoppedSince(home.home, before)).toBe(true);
  expect(await home.run(['stop', '--all'])).toEqual({ code: 0, stdout: '', stderr: 'No agents are running.\n' });
});

test('an agent that was stopped can be started again at once, with its store', async ({ home }) => {
  const before = await home.agent('worker');
  await home.run(['stop', 'worker']);
  const after = await home.agent('worker');
  expect(after.entry.storeId).toBe(before.entry.storeId);
  expect(after.entry.instance).not.toBe(before.entry.instance);
});

test('an agent ends with its program and leaves nothing behind', async ({ home }) => {
  const agent = await home.agent('worker');
  await endProgram(agent);
  await expect.poll(() => leftOf(home, agent)).toEqual([]);
  expect(await listed(home)).toEqual(new Map([['worker', 'stopped']]));
});

test('background processes of a program end with it', async ({ home }) => {
  const child = 'setsid sh -c \'trap "" HUP TERM; sleep 600\' & sleep 600 &';
  const agent = await home.agent('leaver', { program: ['sh', '-c', `${child} read line`] });
  await home.run(['send', 'leaver', 'go']);
  await expect.poll(() => leftOf(home, agent)).toEqual([]);
});

test('a named agent whose program ends with messages queued gets them at its next start', async ({ home }) => {
  const [reader, writer] = [await home.agent('reader'), await home.agent('writer')];
  await home.run(['pause', 'reader']);
  for (const text of ['one', 'two']) await writer.synapse('send', 'reader', text);
  const waiting = writer.synapse('send', 'reader', 'three?', '--response');
  await expect.poll(async () => (await reader.call('/status')).body.queue.waiting).toBe(3);
  await endProgram(reader);
  const again = await home.agent('reader');
  await home.run(['resume', 'reader']);
  await again.line('three?');
  expect(again.lines().map((line) => line.replace(/^.*\] /, ''))).toEqual(['one', 'two', 'three?']);
  await again.synapse('reply', 'three!');
  expect(await waiting).toMatchObject({ code: 0, stdout: 'three!\n' });
});

test('if the program of a port-based agent ends with messages queued, they fail, and waiting senders are told at once', async ({
  home,
}) => {
  const [reader, writer] = [await home.agent(), await home.agent('writer')];
  await home.run(['pause', reader.id]);
  const plain = await writer.synapse('send', reader.id, 'plain');
  const waiting = writer.synapse('send', reader.id, 'asked', '--response');
  await expect.poll(async () => (await reader.call('/status')).body.queue.waiting).toBe(2);
  await endProgram(reader);
  expect(await waiting).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('ended before it replied'),
  });
  const receipt = async () => (await writer.call(`/tasks/${plain.stdout.trim()}`)).body.task.receipt;
  await expect.poll(receipt).toMatchObject({ state: 'failed', reason: 'agent_gone' });
  expect((await listed(home)).has(reader.id)).toBe(false);
});

test('an agent that could not end in time still leaves no entry, and waiting senders are told', async ({ home }) => {
  const file = join(home.dir, 'pids');
  const [reader, writer] = [await home.agent(undefined, { program: [STUBBORN, file] }), await home.agent('writer')];
  await stubbornPids(file);
  const waiting = writer.synapse('send', reader.id, 'asked', '--response');
  await expect.poll(async () => (await reader.call('/status')).body.queue.open_requests).toBe(1);
  process.kill(reader.entry.pid, 'SIGTERM');
  const log = join(home.home, 'agents', reader.id, 'daemon.log');
  await expect.poll(() => readFileSync(log, 'utf8'), { interval: 5 }).toContain('ending');
  // As if the machine was too busy, or asleep, for longer than the end may take.
  process.kill(reader.entry.pid, 'SIGSTOP');
  const frozenAt = performance.now();
  await expect.poll(() => performance.now() - frozenAt).toBeGreaterThan(GONE_WITHIN_MS);
  process.kill(reader.entry.pid, 'SIGCONT');
  expect(await waiting).toMatchObject({ code: 1, stderr: expect.stringContaining('ended before it replied') });
  await expect.poll(() => leftOf(home, reader)).toEqual([]);
});

test('a request that a port-based agent had read but not answered fails with agent_gone', async ({ home }) => {
  const [reader, writer] = [await home.agent(), await home.agent('writer')];
  const waiting = writer.synapse('send', reader.id, 'asked', '--response', '--json');
  await reader.line('asked');
  await endProgram(reader);
  const result = await waiting;
  expect(result.code).toBe(1);
  expect(JSON.parse(result.stdout)).toMatchObject({ task: { state: 'failed', error: { code: 'agent_gone' } } });
});
