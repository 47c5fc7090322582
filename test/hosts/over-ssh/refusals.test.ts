/** What goes wrong with a link is said in a sentence, and nobody gets in under a false name. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Sshd } from '../../rig/machine/sshd.js';
import { COMMAND, test } from './rig.js';

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

test('what a shell over there prints before the link does no harm, and is shown if there is no link after it', async ({
  two,
}) => {
  const shell = (name: string, lines: readonly string[]) => {
    const file = join(two.gpu.dir, name);
    writeFileSync(file, ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 });
    return file;
  };
  const closed = shell('closed', ['echo hi', 'echo "closed until noon"', 'exit 1']);
  expect(await two.add('gpu', closed)).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('its shell prints "closed until noon", and there is no link after that'),
  });
  expect(await two.laptop.run(['host', 'remove', 'gpu'])).toMatchObject({ code: 0 });
  const noisy = shell('noisy', ['head -c 30000 /dev/urandom', 'echo hi', `exec ${COMMAND} "$@"`]);
  expect(await two.add('gpu', noisy)).toMatchObject({ code: 0 });
});

test('another home in the place of a known one is refused by both sides, until it is forgotten', async ({ two }) => {
  await two.linked();
  await two.gpu.stop('ben');
  rmSync(join(two.gpu.home, 'hosts', 'identity.pem'));
  const check = await two.laptop.run(['host', 'check', 'gpu']);
  expect(check).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('gpu is not the same host as before'),
  });
  expect(await two.laptop.run(['host', 'remove', 'gpu'])).toMatchObject({ code: 0 });
  expect(await two.add()).toMatchObject({ code: 0 });
});

test('one host has one name here, and none for this home itself; nothing is left of what is refused', async ({
  two,
}) => {
  await two.linked();
  expect(await two.add('other')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('already known here as gpu'),
  });
  const { hosts } = (await two.laptop.json(['host', 'list'])) as { hosts: { name: string }[] };
  expect(hosts.map(({ name }) => name)).toEqual(['gpu']);
  two.gpu.settings = { ...two.gpu.settings, ...two.laptop.settings, SYNAPSE_HUMAN: 'ben', SYNAPSE_HOST: 'gpu' };
  await two.gpu.stop('ben');
  expect(await two.gpu.run(['host', 'add', 'me', 'box', '--command', COMMAND])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('This is the same home'),
  });
});

test('whoever is dialed by a host decides what it is called here', async ({ two }) => {
  await two.linked();
  await two.gpu.agent('rex');
  const back = new Sshd({ SYNAPSE_HOME: two.laptop.home, ...two.laptop.settings, PATH: process.env.PATH ?? '' }, 'way');
  await back.start();
  try {
    two.gpu.settings = { ...two.gpu.settings, SYNAPSE_SSH: `ssh -F ${back.config}` };
    await two.gpu.stop('ben');
    expect(await two.gpu.run(['host', 'add', 'notebook', 'way', '--command', COMMAND])).toMatchObject({ code: 0 });
    const { hosts } = (await two.gpu.json(['host', 'list'])) as { hosts: { name: string }[] };
    expect(hosts.map(({ name }) => name)).toEqual(['notebook']);
    await two.isUp();
    expect(await two.laptop.run(['send', 'ben@gpu', 'who am I?'])).toMatchObject({ code: 0 });
    expect((await two.gpu.run(['inbox'])).stdout).toContain('mia@notebook');
    expect(await two.gpu.run(['send', 'mia@notebook', 'you'])).toMatchObject({ code: 0 });
  } finally {
    await back.close();
  }
});

test('a target that ssh would misunderstand is refused with what to write instead', async ({ two }) => {
  for (const [target, said] of [
    ['10.0.0.7:2222', 'With a port it is ssh://10.0.0.7:2222.'],
    ['[::1]', 'Leave out the brackets.'],
    ['ben@gpu -p 22', 'is no target for ssh'],
  ] as const) {
    const added = await two.laptop.run(['host', 'add', 'gpu', target]);
    expect([target, added]).toMatchObject([target, { code: 2, stderr: expect.stringContaining(said) }]);
  }
  expect(await two.laptop.run(['host', 'add', 'gpu', 'ssh://box/path'])).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('ssh does not understand this target'),
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
