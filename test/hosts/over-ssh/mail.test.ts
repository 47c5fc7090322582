/** Messages between agents on two hosts, over a real sshd. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { finished } from '../../rig/home/home.js';
import { killDaemon } from '../../rig/home/processes.js';
import { test } from './rig.js';

test('a question over the link is answered, and both sides show who is where', async ({ two }) => {
  const { laptop, gpu } = two;
  const rex = await gpu.agent('rex');
  await two.linked();
  const asking = finished(laptop.start(['send', 'rex@gpu', 'Do the tests pass?', '--response']));
  const line = await rex.line(/Do the tests pass/);
  expect(line).toMatch(/^\[A2A:[0-9a-f]{8}:mia@laptop\] Do the tests pass\?$/);
  const replied = await gpu.run(['reply', '--from', 'rex', 'All of them.']);
  expect(replied).toMatchObject({ code: 0, stderr: expect.stringContaining('mia@laptop') });
  expect(await asking).toMatchObject({ code: 0, stdout: 'All of them.\n' });

  // A bare name means an agent here first, and then the only one elsewhere.
  expect(await laptop.run(['send', 'rex', 'to a bare name'])).toMatchObject({ code: 0 });
  await rex.line(/to a bare name/);
  expect((await laptop.run(['list'])).stdout).toMatch(/^rex@gpu +shell +- +ready/m);
  expect((await gpu.run(['list'])).stdout).toMatch(/^mia@laptop +human/m);
  expect((await laptop.run(['tasks'])).stdout).toMatch(/rex@gpu +completed +answered/);
  expect((await laptop.run(['history'])).stdout).toContain('rex@gpu → mia: All of them.');
  const { hosts } = (await laptop.json(['host', 'list'])) as { hosts: { state: string; waiting: number }[] };
  expect(hosts).toMatchObject([{ name: 'gpu', target: 'box', state: 'up', waiting: 0 }]);

  expect((await laptop.run(['doctor'])).stdout).toMatch(/host gpu.*linked, Synapse/);

  // In the other direction over the same connection. The other host has not added this one.
  expect(await gpu.run(['send', 'mia@laptop', 'Hello from the box'])).toMatchObject({ code: 0 });
  expect((await laptop.run(['inbox'])).stdout).toContain('Hello from the box');
  expect((await laptop.run(['broadcast', 'to all'])).stdout).toMatch(/^rex@gpu: \w{8} delivered$/m);
  await rex.line(/to all/);

  expect(await laptop.run(['send', 'nobody@gpu', 'x'])).toMatchObject({ code: 3 });
  expect(await laptop.run(['send', 'rex@nowhere', 'x'])).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('no host nowhere'),
  });
  expect(await laptop.run(['screen', 'rex@gpu'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('rex is on a host that does not allow laptop to do this'),
  });
});

test('files travel, with the content that they had when they were sent', async ({ two }) => {
  const { laptop, gpu } = two;
  const rex = await gpu.agent('rex');
  await two.linked();
  const note = join(laptop.dir, 'note.txt');
  writeFileSync(note, 'as it was');
  expect(await laptop.run(['send', 'rex@gpu', 'see', '--file', note])).toMatchObject({ code: 0 });
  writeFileSync(note, 'as it is now');
  const line = await rex.line(/see/);
  const path = /\(file: (.*note\.txt)\)/.exec(line)?.[1] ?? '';
  expect(path.startsWith(gpu.home)).toBe(true);
  expect(readFileSync(path, 'utf8')).toBe('as it was');
});

test('while a host cannot be reached its mail waits, and then comes in order, with late receipts', async ({ two }) => {
  const { laptop, gpu } = two;
  const rex = await gpu.agent('rex');
  await two.linked();
  await two.sshd.stop();
  await expect.poll(() => two.link?.state).toBe('down');
  const sent = await laptop.run(['send', 'rex@gpu', 'message 1']);
  expect(sent).toMatchObject({
    code: 5,
    stderr: expect.stringMatching(/rex@gpu cannot be reached \(gpu: .*\); the message is queued/),
  });
  for (const number of [2, 3])
    expect(await laptop.run(['send', 'rex@gpu', `message ${number}`])).toMatchObject({ code: 5 });
  // At first it is that the connection was closed.
  await expect.poll(() => two.link?.reason).toContain('nothing answers ssh there');
  const { hosts } = (await laptop.json(['host', 'list'])) as { hosts: { waiting: number }[] };
  expect(hosts[0]).toMatchObject({ waiting: 3 });
  expect((await laptop.run(['list'])).stdout).toMatch(/^rex@gpu .*unreachable/m);
  await two.sshd.start();
  expect(await laptop.run(['host', 'check', 'gpu'])).toMatchObject({ code: 0 });
  await rex.line(/message 3/);
  expect(rex.lines().map((line) => line.replace(/^\[.*\] /, ''))).toEqual(['message 1', 'message 2', 'message 3']);
  const id = sent.stdout.trim();
  await expect.poll(async () => (await laptop.run(['show', id])).stdout).toContain('submitted');

  // An answer that was given while the link was down arrives when it is back.
  const asked = await laptop.run(['send', 'rex@gpu', 'what then?', '--response', '--no-wait']);
  await rex.line(/what then/);
  await two.sshd.stop();
  await expect.poll(() => two.link?.state).toBe('down');
  expect(await gpu.run(['reply', '--from', 'rex', 'this'])).toMatchObject({ code: 5 });
  await two.sshd.start();
  const waited = await laptop.run(['tasks', 'wait', asked.stdout.trim()]);
  expect(waited).toMatchObject({ code: 0, stdout: 'this\n' });
});

test('a daemon that is killed at either end loses nothing and doubles nothing', async ({ two }) => {
  const { laptop, gpu } = two;
  const rex = await gpu.agent('rex');
  await laptop.agent('ada');
  await two.linked();
  const send = (text: string) => laptop.run(['send', 'rex@gpu', text, '--from', 'ada']);
  for (let round = 0; round < 3; round += 1) {
    await send(`${round} before`);
    await killDaemon(laptop.entry('mia'));
    await send(`${round} between`);
    await two.isUp();
    await killDaemon(gpu.entry('ben'));
    await send(`${round} after`);
    await two.isUp();
    two.sshd.cut();
  }
  await rex.line(/2 after/);
  const texts = rex.lines().map((line) => line.replace(/^\[.*\] /, ''));
  expect(texts).toEqual([0, 1, 2].flatMap((round) => ['before', 'between', 'after'].map((word) => `${round} ${word}`)));
});
