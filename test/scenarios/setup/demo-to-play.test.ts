/** The demo that stays, the demo of a team, and who is the person of a team. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { test } from '../../rig/home/home.js';

test('demo --stay leaves Ada and Rex running among one’s own agents, also when it is repeated', async ({ home }) => {
  for (let again = 0; again < 2; again += 1) {
    const { code, stdout, stderr } = await home.run(['demo', '--stay']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'ada\nrex\n' });
    expect(stderr).toContain('To stop them: synapse stop ada rex');
  }
  const asked = await home.run(['ask', 'ada', 'Is the release ready?']);
  expect(asked).toMatchObject({ code: 0, stdout: 'Yes. Rex says: 212 of 212 pass.\n' });
  await home.run(['stop', 'ada', 'rex']);
  expect((await home.run(['demo', 'talks'])).code).toBe(2);
});

test('demo --stay does not take over an agent of one’s own', async ({ home }) => {
  await home.agent('rex');
  const refused = await home.run(['demo', '--stay']);
  expect(refused).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('belongs to an agent of yours'),
  });
});

test('demo team plays a team to its end and leaves nothing', async ({ home }) => {
  const { code, stdout } = await home.run(['demo', 'team']);
  expect({ code, stdout }).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/\(done, manager\)[\s\S]*is done \(by manager\)/),
  });
});

test('up says that nobody here is the person of the team, until the settings say so', async ({ home }) => {
  const cwd = join(home.dir, 'team');
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'synapse.yaml'), 'project: { id: shop }\nagents: { owner: { kind: human } }\n');
  const env = { SYNAPSE_HUMAN: undefined };
  const first = await home.run(['up'], { cwd, env });
  expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining('hint: synapse config set human owner') });
  expect((await home.run(['config', 'set', 'human', 'owner'], { env })).code).toBe(0);
  expect(readFileSync(join(home.home, 'config.yaml'), 'utf8')).toBe('human: owner\n');
  expect((await home.run(['up'], { cwd, env })).stderr).not.toContain('warning');
  expect((await home.run(['work', 'create', 'x'], { cwd, env })).code).toBe(0);
});
