/** A daemon that is killed leaves nothing behind and loses nothing that it acknowledged. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { blast } from '../../../bench/rig/blast.js';
import { newId } from '../../../src/random-ids.js';
import { type Agent, type Home, json, test } from '../../rig/home/home.js';
import { freeRange } from '../../rig/home/listeners.js';
import { GONE_WITHIN_MS, isAlive, killDaemon, remainsOf, STUBBORN, stubbornPids } from '../../rig/home/processes.js';
import { Transcript } from '../../rig/home/transcript.js';
import { randomFrom } from '../../rig/texts/nasty-text.js';
import { isThorough } from '../../rig/thorough.js';
import { stretched } from '../../rig/times.js';

const program = (name: string) => fileURLToPath(new URL(`../../rig/programs/${name}`, import.meta.url));
const texts = (lines: readonly string[]) => lines.map((line) => line.replace(/^\[A2A:[^\]]*\] /, ''));

async function statusOf(home: Home, id: string): Promise<string | undefined> {
  const { agents } = (await home.json(['list', '--all'])) as { agents: { id: string; status: string }[] };
  return agents.find((agent) => agent.id === id)?.status;
}

interface Receipt {
  readonly state: string;
  readonly reason: string | null;
}

async function taskOf(agent: Agent, id: string): Promise<{ receipt: Receipt; receipts: Receipt[] }> {
  return (await agent.call(`/tasks/${id.trim()}`)).body.task;
}

test('a daemon killed with -9 shows as dead at once', async ({ home }) => {
  const victim = await home.agent('victim');
  await killDaemon(victim.entry);
  expect(await statusOf(home, 'victim')).toBe('dead');
});

test('the program of a killed daemon and all its descendants are gone within five seconds', async ({ home }) => {
  const file = join(home.dir, 'pids');
  const { entry } = await home.agent('victim', { program: [STUBBORN, file] });
  const pids = await stubbornPids(file);
  process.kill(entry.pid, 'SIGKILL');
  await expect
    .poll(() => [...pids.filter(isAlive), ...remainsOf(entry)], { timeout: await stretched(GONE_WITHIN_MS) })
    .toEqual([]);
});

test('a start right after the crash does not wait for the watchdog, and leaves nothing of the old program', async ({
  home,
}) => {
  const file = join(home.dir, 'pids');
  const { entry } = await home.agent('victim', { program: [STUBBORN, file] });
  const pids = await stubbornPids(file);
  await killDaemon(entry);
  await home.agent('victim');
  expect([...pids.filter(isAlive), ...remainsOf(entry)]).toEqual([]);
});

test('the same id started again gets what was sent while it was dead, once', async ({ home }) => {
  const [victim, writer] = await Promise.all([home.agent('victim'), home.agent('writer')]);
  await killDaemon(victim.entry);
  expect(await writer.synapse('send', 'victim', 'first')).toMatchObject({ code: 5 });
  expect(await writer.synapse('send', 'victim', 'second')).toMatchObject({ code: 5 });
  const again = await home.agent('victim');
  await again.line('second');
  expect(await writer.synapse('send', 'victim', 'third')).toMatchObject({ code: 0 });
  await again.line('third');
  expect(texts(again.lines())).toEqual(['first', 'second', 'third']);
});

test('the same id started again types what it had accepted before the crash, once', async ({ home }) => {
  const [victim, writer] = await Promise.all([home.agent('victim'), home.agent('writer')]);
  await writer.synapse('send', 'victim', 'typed before', '--until', 'submitted');
  await home.run(['pause', 'victim']);
  for (const text of ['held one', 'held two'])
    expect(await writer.synapse('send', 'victim', text)).toMatchObject({ code: 0 });
  await killDaemon(victim.entry);
  const again = await home.agent('victim');
  await home.run(['resume', 'victim']);
  await again.line('held two');
  await writer.synapse('send', 'victim', 'the marker');
  await again.line('the marker');
  expect(texts(again.lines())).toEqual(['held one', 'held two', 'the marker']);
});

test('a request asked before the crash is answered after it', async ({ home }) => {
  const [victim, writer] = await Promise.all([home.agent('victim'), home.agent('writer')]);
  const waiting = writer.synapse('send', 'victim', 'are you there?', '--response');
  await victim.line('are you there?');
  await killDaemon(victim.entry);
  const again = await home.agent('victim');
  expect(await again.synapse('reply', 'again, yes')).toMatchObject({ code: 0 });
  expect(await waiting).toMatchObject({ code: 0, stdout: 'again, yes\n' });
});

test('a sender that was killed delivers its mail after a restart, and the answer waits for it', async ({ home }) => {
  const [victim, reader] = await Promise.all([home.agent('victim'), home.agent('reader')]);
  await home.run(['stop', 'reader']);
  const sent = await victim.synapse('send', 'reader', 'carry me', '--response', '--no-wait');
  await killDaemon(victim.entry);
  const readerAgain = await home.agent('reader');
  const again = await home.agent('victim');
  await readerAgain.line('carry me');
  await readerAgain.synapse('reply', 'carried');
  expect(await again.line('carried')).toBe(`[A2A:${sent.stdout.trim()}:reader] carried`);
  expect(reader.lines()).toEqual([]);
});

test('after a crash the same program in the same folder keeps its port-based address, store and mail', async ({
  home,
}) => {
  const writer = await home.agent('writer');
  const file = join(home.dir, 'lines');
  const first = await freeRange(3);
  const profile = {
    command: [process.execPath, program('echo-lines.mjs')],
    line: true,
    ports: `${first}-${first + 2}`,
  };
  mkdirSync(join(home.home, 'profiles'), { recursive: true, mode: 0o700 });
  writeFileSync(join(home.home, 'profiles', 'liner.yaml'), JSON.stringify(profile));
  const options = { profile: 'liner', program: [file] };
  const before = await home.agent(undefined, options);
  await killDaemon(before.entry);
  expect(await writer.synapse('send', before.id, 'for the same one')).toMatchObject({ code: 5 });
  const after = await home.agent(undefined, options);
  expect([after.id, after.entry.storeId]).toEqual([before.id, before.entry.storeId]);
  await new Transcript(file).line('for the same one');
  await killDaemon(after.entry);
  expect(await writer.synapse('send', before.id, 'with other arguments')).toMatchObject({ code: 5 });
  const other = await home.agent(undefined, { profile: 'liner', program: [file, '--louder'] });
  expect([other.id, other.entry.storeId]).toEqual([before.id, before.entry.storeId]);
  await new Transcript(file).line('with other arguments');
});

test('a different program at a port-based address gets an empty store, and the old mail fails with agent_replaced', async ({
  home,
}) => {
  const writer = await home.agent('writer');
  // A port that no other test uses.
  const onPort = { options: ['--port', String(await freeRange(1))] };
  const before = await home.agent(undefined, onPort);
  await home.run(['pause', before.id]);
  const held = await writer.synapse('send', before.id, 'held by the old one');
  const waiting = writer.synapse('send', before.id, 'asked of the old one', '--response');
  await expect.poll(async () => (await before.call('/status')).body.queue.waiting).toBe(2);
  await killDaemon(before.entry);
  const queued = await writer.synapse('send', before.id, 'queued for the old one');
  expect(queued).toMatchObject({ code: 5 });
  const after = await home.agent(undefined, onPort);
  expect(after.id).toBe(before.id);
  expect(after.entry.storeId).not.toBe(before.entry.storeId);
  expect(await waiting).toMatchObject({ code: 1, stderr: expect.stringContaining('another program has its address') });
  for (const id of [held.stdout, queued.stdout]) {
    await expect
      .poll(async () => (await taskOf(writer, id)).receipt)
      .toMatchObject({ state: 'failed', reason: 'agent_replaced' });
  }
  expect((await after.call('/tasks')).body.tasks).toEqual([]);
  await writer.synapse('send', after.id, 'for the new one');
  await after.line('for the new one');
  expect(texts(after.lines())).toEqual(['for the new one']);
});

test('the store of a replaced program is set aside, and prune removes it', async ({ home }) => {
  const onPort = { options: ['--port', String(await freeRange(1))] };
  const before = await home.agent(undefined, onPort);
  await killDaemon(before.entry);
  await home.agent(undefined, onPort);
  const aside = () => readdirSync(join(home.home, 'agents')).filter((name) => name.startsWith(`${before.id}~`));
  expect(aside()).toHaveLength(1);
  await home.run(['prune']);
  expect(aside()).toHaveLength(1);
  await home.run(['prune', '--older-than', '0s']);
  expect(aside()).toEqual([]);
});

test.for([
  ['daemon', 'the daemon ended while typing'],
  ['program', 'the program ended before it was seen to read it'],
] as const)(
  'after kill -9 of the %s, only the message that was typed and not read is uncertain, and nothing is lost',
  async ([victimOf, reason], { home }) => {
    const writer = await home.agent('writer');
    const readsThree = 'for i in 1 2 3; do read -r line; done; exec sleep 100000';
    const victim = await home.agent('victim', { program: ['sh', '-c', readsThree] });
    const ids = Array.from({ length: 6 }, () => newId());
    for (const [index, id] of ids.entries()) await victim.receive(writer, `number ${index}`, { message_id: id });
    const states = () => Promise.all(ids.map(async (id) => (await taskOf(victim, id)).receipt.state));
    await expect.poll(states).toEqual(['submitted', 'submitted', 'submitted', 'typed', 'held', 'held']);
    if (victimOf === 'daemon') await killDaemon(victim.entry);
    else {
      process.kill(victim.entry.programPid as number, 'SIGKILL');
      // Its daemon ends with it.
      await expect.poll(() => isAlive(victim.entry.pid)).toBe(false);
    }
    const again = await home.agent('victim');
    await again.line('number 5');
    expect(texts(again.lines())).toEqual(['number 3', 'number 4', 'number 5']);
    const doubts = async (id: string) =>
      (await taskOf(again, id)).receipts.flatMap((receipt) => (receipt.state === 'uncertain' ? [receipt.reason] : []));
    expect(await Promise.all(ids.map(doubts))).toEqual([[], [], [], [reason], [], []]);
  },
);

test('a program that reads one line and ends gets each message once, however often it is started', async ({ home }) => {
  const writer = await home.agent('writer');
  const program = ['sh', '-c', `read -r line; echo "$line" >>${home.home}/read`];
  for (const text of ['one', 'two', 'three']) {
    const reader = await home.agent('reader', { program });
    await writer.synapse('send', 'reader', text);
    await expect.poll(() => isAlive(reader.entry.pid)).toBe(false);
  }
  expect(texts(readFileSync(join(home.home, 'read'), 'utf8').trim().split('\n'))).toEqual(['one', 'two', 'three']);
});

test('an asker that was down learns with the answer that its request may have been read twice', async ({ home }) => {
  const writer = await home.agent('writer');
  const victim = await home.agent('victim', { program: ['sleep', '100000'] });
  const id = (await writer.synapse('send', 'victim', 'once or twice', '--response', '--no-wait')).stdout.trim();
  await expect.poll(async () => (await taskOf(victim, id)).receipt.state).toBe('typed');
  await killDaemon(victim.entry);
  await killDaemon(writer.entry);
  const again = await home.agent('victim');
  await again.line('once or twice');
  await again.synapse('reply', 'twice', '--to', id);
  const back = await home.agent('writer');
  await expect.poll(async () => (await taskOf(back, id)).receipt.state).toBe('answered');
  const states = (await taskOf(back, id)).receipts.map(({ state }) => state);
  expect(states.slice(-2)).toEqual(['uncertain', 'answered']);
});

/** `npm run test:all` kills it five times. */
const KILLS_UNDER_LOAD = isThorough ? 5 : 2;

test('kill -9 under load, time and again, loses no acknowledged message', async ({ home }) => {
  const random = randomFrom(20);
  const { stdout } = await home.run(['token', 'create', '--name', 'load']);
  const token = stdout.trim();
  for (let round = 0; round < KILLS_UNDER_LOAD; round += 1) {
    const victim = await home.agent('victim', { program: ['cat'] });
    const killAfter = 100 + random(300);
    const acknowledged: string[] = [];
    await blast({
      port: victim.entry.port,
      token,
      messages: 100_000,
      connections: 16,
      onAcknowledged: (id) => {
        if (acknowledged.push(id) === killAfter) process.kill(victim.entry.pid, 'SIGKILL');
      },
    });
    const again = await home.agent('victim', { program: ['cat'] });
    const missing: string[] = [];
    for (const id of acknowledged)
      if ((await again.call(`/tasks/${id}`, { key: token })).status !== 200) missing.push(id);
    expect({ round, missing }).toEqual({ round, missing: [] });
    expect(json<{ stopped: string[] }>(await home.run(['stop', 'victim', '--json']))).toEqual({
      stopped: ['victim'],
      failed: [],
    });
  }
});
