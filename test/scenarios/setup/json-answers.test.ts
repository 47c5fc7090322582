/** With --json, a command answers with one object, which has the thing that it is about under its name. */
import { expect } from 'vitest';
import { testInProcess as test } from '../../rig/home/home-in-process.js';

test('every answer has the thing under its name', async ({ home }) => {
  await home.agent('desk');
  await home.run(['project', 'create', 'shop']);
  await home.run(['agent', 'add', 'ann', '--project', 'shop']);
  const answers: readonly (readonly [string, object])[] = [
    ['pause desk', { agent: { id: 'desk', paused: true } }],
    ['resume desk', { agent: { id: 'desk', paused: false } }],
    ['pause ann', { agent: { id: 'ann', paused: true } }],
    ['keys desk x', { agent: { id: 'desk', keys: 'x' } }],
    ['rename desk front', { agent: { id: 'desk', name: 'front' } }],
    ['screen desk', { screen: { cols: expect.any(Number), text: expect.any(String) } }],
    ['agent passkey ann', { agent: { id: 'ann', passkey: expect.stringMatching(/^pk_/) } }],
    ['agent remove ann', { agent: { id: 'ann', projects: ['shop'] } }],
    ['profiles show shell', { profile: { name: 'shell' } }],
    ['web --no-open', { web: { url: expect.stringContaining('http://') } }],
    ['web --logout', { web: { ended: expect.any(Number) } }],
    [
      'token create --name build',
      { token: { name: 'build', agent: null, text: expect.stringMatching(/^syn_build_/) } },
    ],
    ['token revoke buil', { token: { name: 'build', revoked: true } }],
    [
      'notify add hook webhook --url http://localhost:9/x',
      { receiver: { name: 'hook', url: 'http://localhost:9/***' } },
    ],
    ['notify remove hook', { receiver: { name: 'hook', removed: true } }],
    ['interrupt desk', { agent: { id: 'desk', interrupted: true } }],
  ];
  for (const [command, answer] of answers) {
    const { stdout, stderr } = await home.run([...command.split(' '), '--json']);
    const given = stdout === '' ? stderr : JSON.parse(stdout);
    expect({ command, given }).toMatchObject({ command, given: answer });
    expect(Object.keys(given)).toHaveLength(1);
  }
});
