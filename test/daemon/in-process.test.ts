import { existsSync } from 'node:fs';
import { expect } from 'vitest';
import { test } from '../rig/in-process.js';
import { isAlive } from '../rig/processes.js';

test('a person’s daemon answers, and leaves nothing behind', async ({ daemons }) => {
  const mia = await daemons.person('mia');
  const { status, body } = await mia.call('/status', { socket: true });
  expect({ status, body }).toMatchObject({ status: 200, body: { id: 'mia', kind: 'human', program_pid: null } });
  expect(await mia.end()).toBe(0);
  expect(existsSync(mia.entry.socket)).toBe(false);
});

test('a daemon types a message into the terminal of its program, and ends the program with itself', async ({
  daemons,
}) => {
  const [mia, rex] = await Promise.all([daemons.person('mia'), daemons.agent('rex')]);
  const sent = await mia.call('/send', { socket: true, body: { target: 'rex', text: 'hello', until: 'submitted' } });
  expect(sent.status).toBe(200);
  expect(await rex.line('hello')).toMatch(/^\[A2A:\w+:mia\] hello$/);
  const { programPid } = daemons.entry('rex');
  expect(await rex.end()).toBe(0);
  expect(isAlive(programPid as number)).toBe(false);
});

test('a daemon ends with its program', async ({ daemons }) => {
  const rex = await daemons.agent(null, { spec: { command: ['/bin/sh', '-c', 'read line'] } });
  await rex.call('/control/keys', { body: { keys: '<enter>' } });
  expect(await rex.exited).toBe(0);
});

test('if the program does not exist, the start fails and leaves no address', async ({ daemons }) => {
  const start = daemons.agent('rex', { spec: { command: ['/nowhere/program'] } });
  await expect(start).rejects.toMatchObject({ code: 'program_not_found' });
  expect(existsSync(`${daemons.home}/agents/rex`)).toBe(false);
});

test('a second daemon of the same id is refused while the first one runs', async ({ daemons }) => {
  await daemons.person('mia');
  await expect(daemons.person('mia')).rejects.toMatchObject({ code: 'agent_already_running' });
});

test('a request for a passkey that cannot be read leaves the passkey as it is', async ({ daemons }) => {
  const mia = await daemons.person('mia', { env: { SYNAPSE_PASSKEY_COST: '4' } });
  await mia.call('/projects', { body: { id: 'shop', dir: null } });
  await mia.call('/agents', { body: { id: 'bob', project: 'shop' } });
  const { passkey } = (await mia.call('/agents/bob/passkey', { body: {} })).body;
  expect(await mia.call('/agents/bob/passkey', { body: '{' })).toMatchObject({ status: 400 });
  const login = { agent_id: 'bob', project_id: 'shop', purpose: 'chat', passkey };
  expect((await mia.call('/tools/authenticate', { body: login })).body.error).not.toBe('invalid_credentials');
});
