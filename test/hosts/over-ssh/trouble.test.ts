/** What else happens to hosts: a process that stands still, a wrong clock, a full disk, garbage, and a side that does not read. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { encodeFrame, GREETING } from '../../../src/hosts/frames.js';
import { BINARY, finished } from '../../rig/home/binary.js';
import { CuttingProxy } from '../../rig/machine/cutting-proxy.js';
import { CANNOT_MOUNT, mountSmall, unmount } from '../../rig/machine/mounts.js';
import { signalAll } from '../../rig/processes/signal.js';
import { isThorough } from '../../rig/thorough.js';
import { sshOf, type TwoHosts, test } from './rig.js';
import { faultsIn, type Stream, sendAll, textOf } from './traffic.js';

const TEXT_ONLY = /^\[.*?\] /;

/** From ada on the laptop to rex on the other host. */
async function adaToRex(two: TwoHosts): Promise<Stream> {
  for (const home of [two.laptop, two.gpu]) home.settings = { ...home.settings, SYNAPSE_SEND_LIMIT: '0' };
  await two.laptop.agent('ada');
  const rex = await two.gpu.agent('rex');
  await two.linked();
  const arrived = async () => rex.lines().map((line) => line.replace(TEXT_ONLY, ''));
  return { name: 'ada to rex', home: two.laptop, from: 'ada', to: 'rex@gpu', arrived };
}

async function allArrive(stream: Stream, count: number): Promise<void> {
  await expect.poll(async () => (await stream.arrived()).length, { timeout: 120_000 }).toBeGreaterThanOrEqual(count);
  expect(faultsIn(await stream.arrived(), count)).toEqual([]);
}

/** In full, far longer than the link and ssh wait for a sign of life. */
const SUSPENDED_MS = isThorough ? 600_000 : 3_000;

test('a laptop whose ssh and daemon stand still goes on where it was', { timeout: SUSPENDED_MS + 180_000 }, async ({
  two,
}) => {
  const stream = await adaToRex(two);
  const count = 30;
  const pids = [sshOf(two), two.laptop.entry('mia').pid];
  let sent = 0;
  const sending = sendAll(stream, count, {
    stored: () => {
      sent += 1;
    },
  });
  await expect.poll(() => sent).toBeGreaterThan(5);
  signalAll(pids, 'SIGSTOP');
  await new Promise((resolve) => setTimeout(resolve, SUSPENDED_MS));
  signalAll(pids, 'SIGCONT');
  await sending;
  await allArrive(stream, count);
});

const FAKETIME = ['x86_64-linux-gnu', 'aarch64-linux-gnu']
  .map((machine) => `/usr/lib/${machine}/faketime/libfaketime.so.1`)
  .find(existsSync);

test.for(['-1d', '+1d'])('a clock that is wrong by %s over there does no harm', async (offset, { two, skip }) => {
  if (FAKETIME === undefined) return skip('libfaketime is not installed');
  const wrong = { LD_PRELOAD: FAKETIME, FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
  two.gpu.settings = { ...two.gpu.settings, ...wrong };
  await two.sshd.stop();
  two.sshd.sets(wrong);
  await two.sshd.start();
  const rex = await two.gpu.agent('rex');
  await two.linked();
  const now = JSON.parse((await two.gpu.run(['status', 'rex', '--json'])).stdout) as { started_at?: string };
  expect(Math.abs(Date.parse(now.started_at ?? '') - Date.now())).toBeGreaterThan(20 * 3_600_000);
  const asking = finished(two.laptop.start(['send', 'rex@gpu', 'what time is it?', '--response']));
  await rex.line(/what time/);
  // It lives for an hour by the sender's clock, whatever the other one says.
  expect(await two.laptop.run(['send', 'rex@gpu', 'within the hour', '--expires', '1h'])).toMatchObject({ code: 0 });
  await rex.line(/within the hour/);
  expect(await two.gpu.run(['reply', '--from', 'rex', 'late'])).toMatchObject({ code: 0 });
  expect(await asking).toMatchObject({ code: 0, stdout: 'late\n' });
  two.sshd.cut();
  await two.gpu.run(['send', 'mia@laptop', 'after the cut', '--from', 'rex']);
  await expect.poll(async () => (await two.laptop.run(['history'])).stdout).toContain('after the cut');
});

test('while the disk over there is full mail waits here, and then it comes in order', async ({ two, skip }) => {
  if (CANNOT_MOUNT !== null) return skip(CANNOT_MOUNT);
  mountSmall(two.gpu.home, '24m');
  try {
    const stream = await adaToRex(two);
    await sendAll(stream, 1);
    await allArrive(stream, 1);
    const filler = join(two.gpu.home, 'filler');
    fill(filler);
    const more: Stream = { ...stream, arrived: async () => (await stream.arrived()).slice(1) };
    await sendAll(more, 20);
    const { hosts } = (await two.laptop.json(['host', 'list'])) as { hosts: { waiting: number; state: string }[] };
    expect(hosts).toMatchObject([{ state: 'up', waiting: 20 }]);
    rmSync(filler);
    // Whatever is sent next tries the others again, which would otherwise be a pause later.
    await sendAll(more, 1, { text: () => textOf(20) });
    await allArrive(more, 21);
  } finally {
    await two.gpu.stop('rex').catch(() => {});
    await two.gpu.stop('ben').catch(() => {});
    unmount(two.gpu.home);
  }
});

test('a bridge that gets half a frame, or garbage, ends, and the others go on', async ({ two }) => {
  await two.gpu.agent('rex');
  await two.linked();
  const garbage = [
    Buffer.alloc(0),
    Buffer.concat([GREETING, encodeFrame('hello', 0, '{"protocol":1').subarray(0, 15)]),
    Buffer.concat([GREETING, Buffer.alloc(100_000, 0xff)]),
    Buffer.alloc(200_000, 'x'),
  ];
  for (const bytes of garbage) {
    const child = spawn(process.execPath, [BINARY, 'bridge'], { env: two.gpu.environment() });
    child.stdin.on('error', () => {});
    child.stdin.end(bytes);
    expect((await finished(child)).code).toBe(0);
  }
  expect(two.link?.state).toBe('up');
  expect(await two.laptop.run(['send', 'rex@gpu', 'still here'])).toMatchObject({ code: 0 });
});

test('a network that takes everything and passes nothing on fills no memory, and nothing is lost', async ({ two }) => {
  const proxy = new CuttingProxy(() => two.sshd.port);
  two.sshd.through(await proxy.start());
  try {
    const stream = await adaToRex(two);
    await sendAll(stream, 1);
    await allArrive(stream, 1);
    const before = residentMiB(two.laptop.entry('mia').pid);
    proxy.stall();
    const long = 'x'.repeat(900_000);
    const count = 40;
    await sendAll(stream, count, { text: (index) => `${textOf(index)} ${long}`, response: true });
    expect(residentMiB(two.laptop.entry('mia').pid) - before).toBeLessThan(60);
    proxy.resume();
    const first = async () => (await stream.arrived()).slice(1).map((text) => /^message \d+\./.exec(text)?.[0] ?? text);
    await allArrive({ ...stream, arrived: first }, count);
  } finally {
    await proxy.close();
  }
});

function fill(file: string): void {
  try {
    execFileSync('dd', ['if=/dev/zero', `of=${file}`, 'bs=4k'], { stdio: 'ignore' });
  } catch {
    // It stops when the disk is full.
  }
}

function residentMiB(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}
