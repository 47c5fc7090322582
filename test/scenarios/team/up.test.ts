/** `synapse up`: makes a team match its file, whatever happened before. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { processesWithEnvironment } from '../../../src/processes.js';
import { json, test } from '../../rig/home/home.js';
import { killDaemon } from '../../rig/home/processes.js';
import { type Agents, TEAM, TestTeamFile } from '../../rig/team/team-file.js';

const IDLE = { command: 'cat', start: 'on-demand' };

/** Many processes each, which takes a while on a busy machine. */
vi.setConfig({ testTimeout: 120_000 });

test('up declares and starts the team; running it again changes nothing, and says so', async ({ home }) => {
  const team = new TestTeamFile(home).write(TEAM);
  expect(await team.up()).toMatchObject({
    code: 0,
    project: { id: 'shop', change: 'created' },
    created: ['owner', 'lead', 'worker-1', 'worker-2'],
    started: ['lead', 'worker-1'],
    unchanged: [],
  });
  expect(team.live()).toEqual(['lead.json', 'tester.json', 'worker-1.json']);
  expect(await team.agent('lead')).toMatchObject({
    ...{ kind: 'ai', hierarchy: 'manager', parent_agent_id: 'owner', profile: 'shell', command: 'cat', role: 'plans' },
  });
  const pids = ['lead', 'worker-1', 'tester'].map((id) => team.pid(id));
  expect(await team.up()).toMatchObject({
    ...{ code: 0, created: [], changed: [], left: [], started: [], restarted: [], stopped: [], failed: [] },
    project: { change: 'unchanged' },
    unchanged: ['owner', 'lead', 'worker-1', 'worker-2'],
  });
  expect(['lead', 'worker-1', 'tester'].map((id) => team.pid(id))).toEqual(pids);
  const { stdout, stderr } = await team.run('up');
  expect(stderr).toMatch(/^shop is up to date\.\nwarning: You are tester here, but the person of shop is owner\./);
  expect(stdout).toMatch(/worker-2 +unchanged +starts when there is work/);
});

test('a changed file changes only what changed', async ({ home }) => {
  const team = new TestTeamFile(home).write(TEAM);
  await team.up();
  const before = { lead: team.pid('lead'), worker: team.pid('worker-1') };
  const changes: Agents = {
    owner: { kind: 'human' },
    chief: { kind: 'human' },
    lead: { command: 'cat', parent: 'chief', manager: true, role: 'reviews', name: 'The lead' },
    'worker-1': { command: 'cat', parent: 'lead', env: { TOKEN: 'secret-value' } },
    'worker-2': { command: 'cat', parent: 'lead', start: 'on-demand', auto: ['chat'] },
  };
  const answer = await team.write(changes).up();
  expect(answer).toMatchObject({
    code: 0,
    created: ['chief'],
    restarted: ['worker-1'],
    started: [],
    unchanged: ['owner'],
  });
  expect(answer.agents.map(({ id, fields }) => [id, fields])).toEqual([
    ['owner', []],
    ['chief', []],
    ['lead', ['name', 'role', 'parent']],
    ['worker-1', ['env']],
    ['worker-2', ['auto']],
  ]);
  expect(team.pid('lead')).toBe(before.lead);
  expect(home.entry('lead').role).toBe('reviews');
  expect(team.pid('worker-1')).not.toBe(before.worker);
  expect(processesWithEnvironment('TOKEN', 'secret-value')).toContain(home.entry('worker-1').programPid);
  // The names of variables are not secret, but their values may be.
  const looks = [['agent', 'list'], ['agent', 'tree'], ['list'], ['project', 'show', 'shop']];
  for (const { stdout } of await Promise.all(looks.map((words) => team.run(...words, '--json')))) {
    expect(stdout).not.toContain('secret-value');
  }
  expect(await team.agent('worker-1')).toMatchObject({ env: ['TOKEN'] });
});

test('an agent that was removed from the file leaves, and its work becomes unassigned; one added by hand stays', async ({
  home,
}) => {
  const team = new TestTeamFile(home).write(TEAM);
  await team.up();
  await team.run('agent', 'add', 'guest', '--project', 'shop');
  const taskId = await team.give('worker-1', 'todo');
  const { 'worker-1': _gone, ...rest } = TEAM;
  const answer = await team.write(rest).up();
  expect(answer).toMatchObject({
    code: 0,
    left: ['worker-1'],
    stopped: ['worker-1'],
    unchanged: ['owner', 'lead', 'worker-2'],
  });
  expect(answer.agents.at(-1)).toMatchObject({ id: 'worker-1', change: 'left', released: 1 });
  expect(team.live()).toEqual(['lead.json', 'tester.json']);
  expect([await team.agent('worker-1'), await team.agent('guest')]).toEqual([
    undefined,
    expect.objectContaining({ id: 'guest' }),
  ]);
  expect(await team.work(taskId)).toMatchObject({ assignee_id: null });
});

test('parents may be declared after their children, and change places', async ({ home }) => {
  const team = new TestTeamFile(home).write({ a: { ...IDLE, parent: 'b' }, b: IDLE });
  expect((await team.up()).code).toBe(0);
  const answer = await team.write({ a: IDLE, b: { ...IDLE, parent: 'a' } }).up();
  expect(answer).toMatchObject({ code: 0, changed: ['a', 'b'], restarted: [] });
  expect(await team.agent('b')).toMatchObject({ parent_agent_id: 'a' });
});

test('an agent that cannot be started does not stop the others, and the next up repairs it', async ({ home }) => {
  const good = { command: 'cat' };
  const team = new TestTeamFile(home).write({ good, bad: { command: './no-such-program' }, fine: good });
  const answer = await team.up();
  expect(answer).toMatchObject({ code: 1, failed: ['bad'], started: ['good', 'fine'] });
  expect(answer.agents[1]).toMatchObject({ error: { error: 'program_not_found' } });
  const { code, stderr } = await team.run('up');
  expect([code, stderr]).toEqual([1, expect.stringContaining('1 of 3 could not be started')]);
  expect(stderr).toMatch(/error: .*no-such-program/);
  const repaired = await team.write({ good, bad: good, fine: good }).up();
  expect(repaired).toMatchObject({ code: 0, started: ['bad'], unchanged: ['good', 'fine'] });
});

test('a program that exits at once counts as not started', async ({ home }) => {
  const team = new TestTeamFile(home).write({ brief: { command: 'false' } });
  // On a busy machine its end may come after the look at it.
  await expect.poll(async () => (await team.up()).failed).toEqual(['brief']);
});

test('up restarts what was killed, including the person’s daemon', async ({ home }) => {
  const team = new TestTeamFile(home).write(TEAM);
  await team.up();
  for (const id of ['worker-1', 'tester']) await killDaemon({ pid: team.pid(id) });
  expect(await team.up()).toMatchObject({ code: 0, started: ['worker-1'], unchanged: ['owner', 'lead', 'worker-2'] });
  expect(team.live()).toEqual(['lead.json', 'tester.json', 'worker-1.json']);
});

test('YAML anchors and merges work', async ({ home }) => {
  const team = new TestTeamFile(home);
  const text =
    'project: { id: shop }\nagents:\n  a: &a { command: cat, start: on-demand, role: sits }\n  b: *a\n  c: { <<: *a, role: stands }\n';
  writeFileSync(join(team.dir, 'synapse.yaml'), text);
  expect(await team.up()).toMatchObject({ code: 0, created: ['a', 'b', 'c'], started: [] });
  expect([await team.agent('b'), await team.agent('c')]).toMatchObject([
    { role: 'sits', command: 'cat' },
    { role: 'stands', command: 'cat' },
  ]);
});

test('a project of another file, an agent of another project, and the person as an AI agent are refused, and nothing is changed', async ({
  home,
}) => {
  const shop = new TestTeamFile(home).write({ a: IDLE });
  await shop.up();
  const mall = new TestTeamFile(home, 'mall');
  const refused = async (agents: Agents, rest = {}) => {
    const result = await mall.write(agents, rest).run('up', '--json');
    return [result.code, json<{ error: string }>(result).error];
  };
  expect(await refused({ b: { command: 'cat' } }, { project: { id: 'shop' } })).toEqual([
    1,
    'project_declared_elsewhere',
  ]);
  expect(await refused({ b: { command: 'cat' }, a: { command: 'cat' } })).toEqual([1, 'agent_works_elsewhere']);
  expect(await refused({ b: { command: 'cat' }, tester: { command: 'cat' } })).toEqual([1, 'agent_is_person']);
  expect((await shop.run('project', 'show', 'mall')).code).toBe(3);
  expect(shop.live()).toEqual(['tester.json']);
});

test('a program cannot declare a team', async ({ home }) => {
  const team = new TestTeamFile(home).write(TEAM);
  const agent = await home.agent('inside', { cwd: team.dir });
  const { code, stderr } = await agent.inside(['sh', '-c', `cd ${team.dir} && synapse up`]);
  expect([code, stderr]).toEqual([1, expect.stringContaining('inside')]);
});

test('defaults apply where an agent sets nothing, and variables of both are merged', async ({ home }) => {
  const team = new TestTeamFile(home);
  mkdirSync(join(team.dir, 'sub'));
  const command = `sh -c 'echo "$A $B $(basename "$PWD")" > seen; exec cat'`;
  const defaults = { command, cwd: 'sub', env: { A: 1, B: 'two' }, auto: false };
  team.write({ one: {}, two: { env: { B: 'other' }, cwd: '.', auto: ['task'] }, kim: { kind: 'human' } }, { defaults });
  expect(await team.up()).toMatchObject({ code: 0, started: ['one', 'two'] });
  const seen = (dir: string) => readFileSync(join(team.dir, dir, 'seen'), 'utf8');
  await expect.poll(() => [seen('sub'), seen('.')]).toEqual(['1 two sub\n', '1 other shop\n']);
  expect([await team.agent('one'), await team.agent('two')]).toMatchObject([{ auto: [] }, { auto: ['task'] }]);
});

test('a program that becomes a person in the file is stopped', async ({ home }) => {
  const team = new TestTeamFile(home).write({ kim: { command: 'cat' } });
  await team.up();
  expect((await team.write({ kim: { kind: 'human' } }).up()).agents).toMatchObject([
    { id: 'kim', run: 'person', fields: ['kind', 'manager', 'profile', 'command'] },
  ]);
  expect(team.live()).toEqual(['tester.json']);
});

test('--no-auto holds until the next up', async ({ home }) => {
  const team = new TestTeamFile(home).write(TEAM);
  expect((await team.run('up', '--no-auto')).stdout).toMatch(/worker-2 +created +not running/);
  expect(await team.agent('worker-2')).toMatchObject({ auto: [] });
  expect(await team.up()).toMatchObject({ changed: ['lead', 'worker-1', 'worker-2'], restarted: [] });
  expect(await team.agent('worker-2')).toMatchObject({ auto: ['chat', 'task'] });
});
