/** What a person sees of the channels of an agent: which one is used, which one is not and why, and a program that is too new. */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ROOT } from '../../rig/home/binary.js';
import { json } from '../../rig/home/home.js';
import { testInProcess as test } from '../../rig/home/home-in-process.js';

const UNUSED = 'the channel codex-app-server is not used: Its app server did not start.';
const TOO_NEW = 'codex 0.200.0 is newer than any version that was tried with Synapse (0.169.0 and older)';

test('list, status and doctor name a channel that is not used, and a program that is newer than any tried', async ({
  home,
}) => {
  const program = join(home.dir, 'codex.mjs');
  symlinkSync(join(ROOT, 'test/rig/programs/box.mjs'), program);
  const codex = join(home.dir, 'codex.js');
  symlinkSync(program, codex);
  home.boxProfile('cody', {
    command: [process.execPath, codex],
    channels: ['codex-app-server', 'paste'],
    env: { BOX_VERSION: 'codex-cli 0.200.0' },
    tried: '0.169.0',
  });
  await home.agent('desk', { profile: 'cody' });
  const facts = async () => json(await home.run(['status', 'desk', '--json']));
  const untried = { program: 'codex', version: '0.200.0', tried: '0.169.0' };
  await expect.poll(facts).toMatchObject({ status: 'ready', via: 'paste', untried });
  const degraded = [{ channel: 'codex-app-server', why: 'Its app server did not start.' }];
  expect(await facts()).toMatchObject({ degraded, sessions: [{ via: 'paste', degraded, untried }] });
  expect(json(await home.run(['list', '--json']))).toMatchObject({
    agents: [{ id: 'desk', via: 'paste', untried }, {}],
  });
  expect((await home.run(['status', 'desk'])).stdout.split('\n')[0]).toBe(TOO_NEW);
  expect((await home.run(['list'])).stdout).toContain(UNUSED);
  const { stdout } = await home.run(['doctor']);
  expect(stdout).toContain(UNUSED);
  expect(stdout).toContain(`${TOO_NEW}\n         → synapse profiles test cody`);
});
