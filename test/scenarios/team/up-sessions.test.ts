/** `synapse up` and `down` among sessions that start themselves. */
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { ROOT } from '../../rig/home/binary.js';
import { json, test } from '../../rig/home/home.js';
import { TestTeamFile } from '../../rig/team/team-file.js';

const WORKER = `node ${join(ROOT, 'examples/team/worker.mjs')}`;
const POLL = { timeout: 120_000, interval: 50 };
vi.setConfig({ testTimeout: 240_000 });

const statusOf = async (team: TestTeamFile, taskId: string) => (await team.work(taskId)).status;

test('while a team is down nothing starts, and up continues the work', async ({ home }) => {
  const team = new TestTeamFile(home).write({ sweeper: { command: WORKER, start: 'on-demand' } });
  await team.up();
  await team.down();
  const taskId = await team.give('sweeper');
  const { waiting } = json<{ waiting: unknown[] }>(await team.run('list', '--json'));
  expect(waiting).toMatchObject([{ agent_id: 'sweeper', purpose: 'task', state: 'project_inactive' }]);
  expect(team.live()).toEqual(['tester.json']);
  await team.up();
  await expect.poll(() => statusOf(team, taskId), POLL).toBe('done');
  await expect.poll(() => team.live(), POLL).toEqual(['tester.json']);
});

test('an agent that always runs takes the work that waited, and stays', async ({ home }) => {
  const team = new TestTeamFile(home).write({ sweeper: { command: WORKER } });
  await team.up();
  await team.down();
  const taskId = await team.give('sweeper');
  expect(await team.up()).toMatchObject({ code: 0, started: ['sweeper'] });
  const { pid } = home.entry('sweeper');
  await expect.poll(() => statusOf(team, taskId), POLL).toBe('done');
  const next = await team.give('sweeper');
  await expect.poll(() => statusOf(team, next), POLL).toBe('done');
  expect(home.entry('sweeper').pid).toBe(pid);
});

test('an agent with start: always that is stopped during its work stays stopped until a person resumes it', async ({
  home,
}) => {
  const team = new TestTeamFile(home).write({ sweeper: { command: 'cat' } });
  await team.up();
  await team.give('sweeper');
  const { pid } = home.entry('sweeper');
  expect((await team.run('stop', 'sweeper')).code).toBe(0);
  const { waiting } = json<{ waiting: unknown[] }>(await team.run('list', '--json'));
  expect(waiting).toMatchObject([{ agent_id: 'sweeper', state: 'given_up', reason: 'it was stopped' }]);
  expect(team.live()).toEqual(['tester.json']);
  expect((await team.run('resume', 'sweeper')).code).toBe(0);
  await expect.poll(() => team.live(), POLL).toEqual(['sweeper.json', 'tester.json']);
  expect(home.entry('sweeper').pid).not.toBe(pid);
});

test('a session with an old program is replaced by one with the new program', async ({ home }) => {
  const team = new TestTeamFile(home).write({ sweeper: { command: 'cat', start: 'on-demand' } });
  await team.up();
  const taskId = await team.give('sweeper');
  await expect.poll(() => team.live(), POLL).toEqual(['sweeper.json', 'tester.json']);
  expect(await team.up()).toMatchObject({ code: 0, unchanged: ['sweeper'] });
  const answer = await team.write({ sweeper: { command: WORKER, start: 'on-demand' } }).up();
  expect(answer).toMatchObject({ code: 0, changed: ['sweeper'], stopped: ['sweeper'] });
  await expect.poll(() => statusOf(team, taskId), POLL).toBe('done');
});

test('down while sessions are being started leaves none of them', async ({ home }) => {
  const ids = ['a', 'b', 'c'];
  const team = new TestTeamFile(home).write(
    Object.fromEntries(ids.map((id) => [id, { command: 'cat', start: 'on-demand' }])),
  );
  await team.up();
  await Promise.all(ids.map((id) => team.give(id)));
  expect((await team.down()).code).toBe(0);
  expect(team.live()).toEqual([]);
});
