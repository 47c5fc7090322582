/** Unattended programs: a dialog is reported to somebody, and two that answer each other are stopped. */
import { join } from 'node:path';
import { expect } from 'vitest';
import { Agent } from '../../rig/home/agent.js';
import { testInTeam } from '../../rig/team/team.js';
import { LIMIT_MS, running } from '../../rig/team/teammates.js';
import { makeWork } from '../../rig/team/work.js';

const test = testInTeam({ env: { SYNAPSE_DIALOG_PATIENCE_SECONDS: '0.5' } });
const WAIT = { timeout: 60_000, interval: 100 };

test('a dialog in a session that started itself is reported to the parent, then to the person', {
  timeout: LIMIT_MS,
}, async ({ team, home }) => {
  const boss = await home.agent('boss', { options: ['--project', 'shop'] });
  const files = { lines: join(home.dir, 'asking.lines'), control: join(home.dir, 'asking.ctl') };
  home.boxProfile('boxy', { command: [...home.boxCommand(), files.lines, files.control] });
  const id = await team.agent('asking', { profile: 'boxy', parent: 'boss' });
  const taskId = await makeWork(team, { title: 'careful', assignee: id, status: 'in_progress' });
  await expect.poll(() => running(team), WAIT).toContain(id);
  const session = new Agent(home.home, home.entry(id), files);
  await session.line(new RegExp(taskId));
  await session.box({ dialog: 'delete everything in 9 s' });
  const told = await boss.line(/asking cannot continue/);
  expect(told).toContain('Do you want to proceed? · delete everything in 9 s');
  expect(told).toContain('synapse answer asking');
  // It is redrawn again and again, but reported once.
  for (const left of [8, 7, 6]) {
    await session.box({ dialog: `delete everything in ${left} s` });
    await expect.poll(async () => (await session.call('/screen')).body.text, WAIT).toContain(`in ${left} s`);
  }
  const inbox = async () => JSON.stringify((await team.ask('/inbox')).messages);
  await expect.poll(inbox, WAIT).toContain('asking cannot continue');
  expect((await inbox()).match(/asking cannot continue/g)).toHaveLength(1);
  expect(boss.lines().filter((line) => line.includes('asking cannot continue'))).toHaveLength(1);
  expect((await home.run(['answer', id, '2'])).code).toBe(0);
  await team.ask(`/work/${taskId}/status`, { status: 'cancelled' });
});

test('two programs that answer each other endlessly are stopped; one that only writes is not', {
  timeout: LIMIT_MS,
}, async ({ home }) => {
  const env = { SYNAPSE_SEND_LIMIT: '3' };
  const [ping, pong] = await Promise.all(['ping', 'pong'].map((id) => home.agent(id, { env })));
  if (!ping || !pong) throw new Error('both are needed');
  const send = async (from: Agent, target: string, text: string) =>
    (await from.call('/send', { body: { target, text, brief: true } })).status;
  for (let round = 1; round <= 3; round++) {
    expect(await send(ping, 'pong', `ping ${round}`)).toBe(200);
    await pong.line(`ping ${round}`);
    expect(await send(pong, 'ping', `pong ${round}`)).toBe(200);
    await ping.line(`pong ${round}`);
  }
  const stopped = await ping.synapse('send', 'pong', 'ping 4', '--json');
  expect([stopped.code, JSON.parse(stopped.stdout).error]).toEqual([1, 'too_many_messages']);
  // People are not limited, and neither are agents that get no such answers.
  expect((await home.run(['send', 'ping', 'stop it'])).code).toBe(0);
  const writer = await home.agent('writer', { env });
  for (let round = 1; round <= 5; round++) expect(await send(writer, 'ping', `news ${round}`)).toBe(200);
});
