/** `synapse down`, and several of these commands at once: nothing is left, and nothing clashes. */
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { processesWithEnvironment } from '../../../src/processes.js';
import { finished, json, test } from '../../rig/home/home.js';
import { killDaemon } from '../../rig/home/processes.js';
import { TEAM, TestTeamFile } from '../../rig/team/team-file.js';
import { isThorough } from '../../rig/thorough.js';

/** Many processes each, which takes a while on a busy machine. */
vi.setConfig({ testTimeout: 120_000 });

/** Whether an `up` or `down` of the project has the lock. */
function isLocked(home: string): boolean {
  const dir = join(home, 'locks');
  const names = existsSync(dir) ? readdirSync(dir).filter((name) => /^shop\.\d+$/.test(name)) : [];
  return names.some((name) => readFileSync(join(dir, name), 'utf8') !== 'free');
}

test('down leaves nothing running, in any state and when repeated; up restores everything', async ({ home }) => {
  const team = new TestTeamFile(home).write(TEAM);
  await team.up();
  await killDaemon({ pid: team.pid('lead') });
  process.kill(team.pid('worker-1'), 'SIGSTOP');
  expect(await team.down()).toEqual({
    ...{ code: 0, project: 'shop', failed: [] },
    stopped: expect.arrayContaining(['lead', 'worker-1', 'tester']),
  });
  expect([team.live(), readdirSync(join(home.home, 'run'))]).toEqual([[], []]);
  await expect.poll(() => processesWithEnvironment('SYNAPSE_HOME', home.home)).toEqual([]);
  expect(await team.down()).toEqual({ code: 0, project: 'shop', stopped: [], failed: [] });
  expect(team.live()).toEqual([]);
  const { project } = json<{ project: { status: string } }>(await team.run('project', 'show', 'shop', '--json'));
  expect(project.status).toBe('paused');
  expect(await team.up()).toMatchObject({
    ...{ code: 0, started: ['lead', 'worker-1'], created: [], changed: [] },
    project: { change: 'changed', fields: ['status'] },
  });
});

test('down of one team leaves the others and the person alone', async ({ home }) => {
  const shop = new TestTeamFile(home).write({ a: { command: 'cat' } });
  const mall = new TestTeamFile(home, 'mall').write({ b: { command: 'cat' } });
  await shop.up();
  await mall.up();
  expect(await shop.down()).toMatchObject({ code: 0, stopped: ['a'] });
  expect(shop.live()).toEqual(['b.json', 'tester.json']);
});

test('a copy of a team file does not stop the team of the other one', async ({ home }) => {
  const team = new TestTeamFile(home).write({ a: { command: 'cat' } });
  await team.up();
  const copy = join(home.dir, 'copy.yaml');
  cpSync(join(team.dir, 'synapse.yaml'), copy);
  expect(await home.run(['down', '-f', copy])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Project shop is already declared in another team file'),
  });
  expect(team.live()).toContain('a.json');
});

test('Ctrl-C in an up says what is left of it', async ({ home }) => {
  const team = new TestTeamFile(home).write(TEAM);
  const up = home.start(['up'], { cwd: team.dir });
  const ended = finished(up);
  await expect.poll(() => isLocked(home.home)).toBe(true);
  up.kill('SIGINT');
  expect(await ended).toMatchObject({
    code: 130,
    stderr: expect.stringContaining('To stop what has started: synapse down'),
  });
  expect((await team.up()).code).toBe(0);
});

test('up and down at the same time do not clash', async ({ home }) => {
  const team = new TestTeamFile(home).write(TEAM);
  const answers = await Promise.all([team.up(), team.up(), team.up()]);
  expect(answers.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(answers.flatMap(({ started }) => started).sort()).toEqual(['lead', 'worker-1']);
  expect(answers.flatMap(({ created }) => created)).toHaveLength(4);
  const [down, up] = await Promise.all([team.down(), team.up()]);
  expect([down.code, up.code]).toEqual([0, 0]);
  expect(isLocked(home.home)).toBe(false);
});

test('an up that was killed leaves no lock behind', async ({ home }) => {
  const team = new TestTeamFile(home).write(TEAM);
  const killed = home.start(['up'], { cwd: team.dir });
  await expect.poll(() => isLocked(home.home)).toBe(true);
  killed.kill('SIGKILL');
  expect((await team.up()).code).toBe(0);
});

test('many agents come and go', async ({ home }) => {
  const ids = Array.from({ length: isThorough ? 20 : 8 }, (_, index) => `agent-${String(index + 1).padStart(2, '0')}`);
  const team = new TestTeamFile(home).write(Object.fromEntries(ids.map((id) => [id, { command: 'cat' }])));
  const up = await team.up();
  expect([up.code, up.started]).toEqual([0, ids]);
  expect(await team.up()).toMatchObject({ code: 0, unchanged: ids });
  const down = await team.down();
  expect([down.code, down.stopped.sort()]).toEqual([0, [...ids, 'tester']]);
  expect(team.live()).toEqual([]);
});
