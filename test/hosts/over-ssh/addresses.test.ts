/** `agent@host` in every command that takes an agent: it does what it says, or says where it can be done. */
import { expect } from 'vitest';
import { test } from './rig.js';

test('what can only be done on the other host is refused with a sentence that names it', async ({ two }) => {
  const { laptop, gpu } = two;
  await gpu.agent('rex');
  await laptop.agent('ada');
  await two.linked();
  await expect.poll(async () => (await laptop.run(['list'])).stdout).toContain('rex@gpu');
  const commands = [
    ...['stop', 'restart', 'rm', 'interrupt', 'pause', 'resume', 'logs'].map((command) => [command, 'rex@gpu']),
    ...[
      ['stop', 'rex'],
      ['rename', 'rex@gpu', 'max'],
      ['keys', 'rex@gpu', 'Enter'],
      ['say', 'rex@gpu', 'hello'],
    ],
    ...[
      ['send', 'ada', 'hello', '--from', 'rex@gpu'],
      ['inbox', '--from', 'rex@gpu'],
      ['token', 'create', '--name', 'ci', '--agent', 'rex@gpu'],
      ['serve', 'rex@gpu', '--listen', '127.0.0.1:0'],
    ],
  ];
  const said = await Promise.all(commands.map(async (args) => [args, (await laptop.run(args)).stderr]));
  const wanted = expect.stringMatching(/rex@gpu is on another host, .*\n.*Run the command on gpu, or write to it/);
  expect(said).toEqual(commands.map((args) => [args, wanted]));
});

test('the status of an agent on another host is what that host tells, and whether it can be reached', async ({
  two,
}) => {
  await two.gpu.agent('rex');
  await two.linked();
  const status = async () => (await two.laptop.run(['status', 'rex', '--json'])).stdout;
  await expect.poll(status).toContain('"rex@gpu"');
  expect(JSON.parse(await status())).toMatchObject({ id: 'rex@gpu', host: 'gpu', status: 'ready', kind: 'ai' });
  await two.sshd.stop();
  await expect.poll(async () => JSON.parse(await status())).toMatchObject({ status: 'unreachable' });
});

test('an agent of this home is found by the address that it has on other hosts', async ({ two }) => {
  await two.linked();
  const rex = await two.gpu.agent('rex');
  expect(await two.gpu.run(['send', 'rex@gpu', 'from next door'])).toMatchObject({ code: 0 });
  expect(await rex.line(/from next door/)).toMatch(/:ben\]/);
  expect(await two.gpu.run(['status', 'rex@gpu'])).toMatchObject({ code: 0 });
});
