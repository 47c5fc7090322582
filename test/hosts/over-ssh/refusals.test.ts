/** What goes wrong with a link is said in a sentence, and nobody gets in under a false name. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { test } from './rig.js';

test('an unknown host key, a changed one, and a key that is not accepted are told apart', async ({ two }) => {
  two.sshd.knowsHost(true);
  expect(await two.add()).toMatchObject({ code: 5, stderr: expect.stringContaining('its host key is not known yet') });
  two.sshd.knowsHost(false);
  expect(await two.laptop.run(['host', 'check', 'gpu'])).toMatchObject({ code: 0 });

  await two.sshd.stop();
  two.sshd.makeKey('host');
  await two.sshd.start();
  expect(await two.laptop.run(['host', 'check', 'gpu'])).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('its host key has changed'),
  });

  rmSync(join(two.sshd.dir, 'known_hosts'));
  two.sshd.makeKey('user');
  writeFileSync(join(two.sshd.dir, 'user.pub'), '');
  expect(await two.laptop.run(['host', 'check', 'gpu'])).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('no key that it accepts'),
  });
});

test('a host without synapse is told from one that cannot be reached', async ({ two }) => {
  expect(await two.add('gpu', '/nowhere/synapse')).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('not on its PATH there'),
  });
});

test('another home in the place of a known one is refused by both sides, until it is forgotten', async ({ two }) => {
  await two.linked();
  await two.gpu.stop('ben');
  rmSync(join(two.gpu.home, 'hosts', 'identity.pem'));
  const check = await two.laptop.run(['host', 'check', 'gpu']);
  expect(check).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('This is not the host gpu that was known until now'),
  });
  expect(await two.laptop.run(['host', 'remove', 'gpu'])).toMatchObject({ code: 0 });
  expect(await two.add()).toMatchObject({ code: 0 });

  // One host has one name here.
  expect(await two.add('other')).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('already known here as gpu'),
  });
});

test('mail for a host that is removed fails, and says so', async ({ two }) => {
  await two.linked();
  await two.gpu.agent('rex');
  await expect.poll(async () => (await two.laptop.run(['list'])).stdout).toContain('rex@gpu');
  await two.sshd.stop();
  await expect.poll(() => two.link?.state).toBe('down');
  const { stdout } = await two.laptop.run(['send', 'rex@gpu', 'never']);
  expect(await two.laptop.run(['host', 'remove', 'gpu'])).toMatchObject({ code: 0 });
  await expect.poll(async () => (await two.laptop.run(['show', stdout.trim()])).stdout).toContain('failed');
});
