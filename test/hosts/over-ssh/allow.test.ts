/** What a host may do with the agents here beyond mail: nothing at first, and then what is allowed to it, and no more. */
import { expect } from 'vitest';
import { openTerminal } from '../../../src/a2a/attach.js';
import { encodeFrame, FrameReader } from '../../../src/a2a/frames.js';
import { callDaemon } from '../../../src/a2a/local.js';
import { boxAgent } from '../../rig/home/box.js';
import { json } from '../../rig/home/home.js';
import { COMMAND, type TwoHosts, test } from './rig.js';

const allow = async ({ gpu }: TwoHosts, words: string) =>
  expect(await gpu.run(['host', 'add', 'laptop', '--allow', words])).toMatchObject({ code: 0 });

/** A viewer on the laptop, as `synapse attach` opens it. */
async function attach({ laptop }: TwoHosts, to: string) {
  const query = new URLSearchParams({ cols: '80', rows: '24' });
  const { socket, first } = await openTerminal(laptop.entry('mia'), laptop.home, query, to);
  const frames = new FrameReader();
  let shown = '';
  const read = (chunk: Buffer) => {
    for (const { type, payload } of frames.read(chunk)) if (type !== 'exit') shown += payload.toString();
  };
  read(first);
  socket.on('data', read).resume();
  return { socket, shown: () => shown, type: (keys: string) => socket.write(encodeFrame('keys', keys)) };
}

const refused = { code: 1, stderr: expect.stringContaining('does not allow laptop to do this') };

test('nothing but mail is allowed at first, nor to a host that asks for it itself', async ({ two }) => {
  await two.gpu.agent('rex');
  // What a host allows there is no right of it there.
  const added = ['host', 'add', 'gpu', 'box', '--command', COMMAND, '--allow', 'screen,answer,start,attach'];
  expect(await two.laptop.run(added)).toMatchObject({ code: 0 });
  for (const args of [['screen'], ['answer'], ['start']])
    expect([args, await two.laptop.run([...args, 'rex@gpu'])]).toMatchObject([args, refused]);
  await expect(attach(two, 'rex@gpu')).rejects.toMatchObject({ code: 'host_not_allowed' });
  expect(await two.gpu.run(['screen', 'mia@laptop'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no terminal'),
  });
});

test('each right allows what it says, and nothing else', async ({ two }) => {
  const { laptop, gpu } = two;
  const rex = await gpu.agent('rex', { program: ['cat'] });
  await two.linked();
  await allow(two, 'screen');
  await laptop.run(['send', 'rex@gpu', 'on the screen?']);
  await expect.poll(async () => (await laptop.run(['screen', 'rex@gpu'])).stdout).toContain('on the screen?');
  expect((await laptop.run(['screen', 'rex'])).stdout).toContain('on the screen?');
  expect(await laptop.run(['answer', 'rex@gpu'])).toMatchObject(refused);

  await allow(two, 'attach');
  expect(await laptop.run(['screen', 'rex@gpu'])).toMatchObject(refused);
  const viewer = await attach(two, 'rex@gpu');
  viewer.type('typed from afar\r');
  await expect.poll(() => viewer.shown()).toMatch(/typed from afar[\s\S]*typed from afar/);
  viewer.socket.destroy();

  await allow(two, 'start');
  await gpu.stop(rex.id);
  expect(await laptop.run(['start', 'rex@gpu', '--role', 'other'])).toMatchObject({ code: 2 });
  expect(await laptop.run(['start', 'rex@gpu'])).toMatchObject({ code: 0, stdout: 'rex@gpu\n' });
  expect(gpu.entry('rex').cwd).toBe(gpu.dir);
  // Nobody here has that name.
  await gpu.stop(rex.id);
  expect(await laptop.run(['start', 'rex'])).toMatchObject({ code: 0, stdout: 'rex@gpu\n' });
  expect(await laptop.run(['start', 'max'])).toMatchObject({ code: 3, stderr: expect.stringContaining('max') });
  await expect(attach(two, 'rex@gpu')).rejects.toMatchObject({ code: 'host_not_allowed' });

  await allow(two, 'none');
  expect(await laptop.run(['start', 'rex@gpu'])).toMatchObject(refused);
  const { hosts } = json<{ hosts: unknown[] }>(await gpu.run(['host', 'list', '--json']));
  expect(hosts).toMatchObject([{ name: 'laptop', allow: [] }]);
  expect(await gpu.run(['host', 'add', 'laptop', '--allow', 'screen,keys'])).toMatchObject({ code: 2 });
});

test('a dialog over there is shown and answered from here', async ({ two }) => {
  const { laptop, gpu } = two;
  const desk = await boxAgent(gpu);
  await two.linked();
  await allow(two, 'answer');
  expect(await laptop.run(['answer', 'desk@gpu'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is not asking anything'),
  });
  await desk.box({ dialog: 'run the tests' });
  await expect.poll(async () => (await laptop.run(['answer', 'desk@gpu'])).stdout).toContain('run the tests');
  expect(json(await laptop.run(['answer', 'desk@gpu', '--json']))).toMatchObject({ dialog: { choices: [{}, {}] } });
  expect(await laptop.run(['screen', 'desk@gpu'])).toMatchObject(refused);
  expect(await laptop.run(['answer', 'desk@gpu', '1'])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('Chose "Yes"'),
  });
  // The program takes the dialog away when it has read the key.
  await expect.poll(async () => (await laptop.run(['answer', 'desk@gpu'])).code).toBe(1);
});

test('an agent of this home cannot use the link for more than mail', async ({ two }) => {
  const ada = await two.laptop.agent('ada');
  await two.gpu.agent('rex');
  await two.linked();
  await allow(two, 'screen');
  const call = { path: '/hosts/call', body: { to: 'rex@gpu', method: 'GET', path: '/screen' }, bearer: ada.key };
  await expect(callDaemon(two.laptop.entry('mia'), two.laptop.home, call)).rejects.toMatchObject({ code: 'forbidden' });
});

test('an open terminal ends with its link', async ({ two }) => {
  await two.gpu.agent('rex', { program: ['cat'] });
  await two.linked();
  await allow(two, 'attach');
  const viewer = await attach(two, 'rex@gpu');
  const closed = new Promise((resolve) => viewer.socket.once('close', resolve));
  two.sshd.cut();
  await closed;
});
