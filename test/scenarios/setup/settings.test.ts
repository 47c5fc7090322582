/** The settings of a user, as commands follow them. */
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { testInProcess as test } from '../../rig/home/home-in-process.js';

test('settings say who the person is, in which language, and how long to wait; a wrong file stops nothing', async ({
  home,
}) => {
  await home.agent('desk');
  const file = join(home.home, 'config.yaml');
  const env = { SYNAPSE_HUMAN: undefined, SYNAPSE_LANG: undefined };
  writeFileSync(file, 'human: mia\nlanguage: ja\ndefaults: { wait: 0 }\n');
  const asked = await home.run(['ask', 'desk', 'tea?'], { env });
  expect(asked).toMatchObject({ code: 4, stdout: '', stderr: expect.stringContaining('返信') });
  expect((await home.run(['whoami', '--json'], { env })).stdout).toContain('"id":"mia"');
  expect((await home.run(['whoami', '--json'], { env: { SYNAPSE_HUMAN: 'kim' } })).stdout).toContain('"id":"kim"');
  // A file of the same size is noticed by its time.
  writeFileSync(file, 'human: ann\nlanguage: ja\ndefaults: { wait: 0 }\n');
  utimesSync(file, new Date(), new Date(Date.now() + 5_000));
  expect((await home.run(['whoami', '--json'], { env })).stdout).toContain('"id":"ann"');
  writeFileSync(file, 'human: ann\ncolurs: always\n');
  for (let again = 0; again < 2; again += 1) {
    const { code, stdout, stderr } = await home.run(['whoami', '--json'], { env });
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('"id":"ann"') });
    expect(stderr).toContain('config.yaml:2:1: Unknown key "colurs"; did you mean "colors"?');
  }
  // What reports it anyway does not warn of it first.
  for (const command of [['config'], ['config', 'get', 'human'], ['doctor']]) {
    const { stdout: said, stderr } = await home.run(command, { env });
    expect(`${said}${stderr}`.match(/colurs/g), command.join(' ')).toHaveLength(1);
  }
  const { stdout } = await home.run(['doctor', '--json'], { env });
  expect(JSON.parse(stdout).findings).toContainEqual(
    expect.objectContaining({ level: 'problem', subject: 'settings', sentence: expect.stringContaining('"colurs"') }),
  );
});
