import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { scripted } from '../../rig/clients/a2a/externals.js';
import { testInProcess as test } from '../../rig/home/home-in-process.js';

test('an outside agent is added with its token, asked, listed, saved from and removed', async ({ home }) => {
  const agent = await scripted({ token: 'sesame' });
  const env = { HELPER_TOKEN: 'sesame', EMPTY: '' };

  expect(await home.run(['external', 'add', 'helper', agent.url, '--token-env', 'EMPTY'], { env })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('$EMPTY is empty'),
  });
  expect(await home.run(['external', 'add', 'claude', agent.url])).toMatchObject({ code: 2 });
  expect(
    await home.run(['external', 'add', 'helper', agent.url, '--token-env', 'HELPER_TOKEN'], { env }),
  ).toMatchObject({ code: 0, stderr: expect.stringContaining('Added helper: Scripted.') });
  const file = join(home.home, 'external', 'helper.agent.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await home.run(['external', 'add', 'helper', agent.url])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('already an outside agent'),
  });
  expect(await home.run(['external', 'check', 'helper'])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('helper answers: Scripted (A2A 1.0 over JSONRPC, with streaming).'),
  });
  const listed = await home.run(['external', 'list', '--json']);
  expect(JSON.parse(listed.stdout).externals).toMatchObject([{ name: 'helper', has_token: true, reachable: true }]);
  expect(listed.stdout).not.toContain('sesame');

  const report = join(home.dir, 'question.txt');
  writeFileSync(report, 'what is this?');
  const asked = await home.run(['send', 'helper', 'ask Which one?', '--file', report, '--response']);
  expect(asked).toMatchObject({ code: 6, stdout: 'Which one?\n' });
  expect(agent.messages[0]?.parts.map(({ content }) => content?.$case)).toEqual(['text', 'raw']);
  const id = /--task (\w+)/.exec(asked.stderr)?.[1] ?? '';
  expect(await home.run(['send', 'helper', 'files please', '--task', id, '--response'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^two files/),
  });
  const saved = await home.run(['show', id, '--save', 'out']);
  expect(saved).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('big.bin was not fetched; it is at https://example.com/big.bin'),
  });
  expect(readFileSync(join(home.dir, 'out/report.txt'), 'utf8')).toBe('all is well\n');

  const everybody = JSON.parse((await home.run(['list', '--json'])).stdout).agents;
  expect(everybody.find(({ id: each }: { id: string }) => each === 'helper')).toMatchObject({
    type: 'external',
    status: 'ready',
  });
  expect(await home.run(['broadcast', 'hello', '--response'])).toMatchObject({
    code: 0,
    stdout: 'helper: done: hello\n',
  });
  expect(await home.run(['attach', 'helper'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is an outside agent'),
  });
  expect(await home.run(['start', 'shell', '--id', 'helper', '--', 'cat'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('an outside agent'),
  });

  await agent.stop();
  expect(await home.run(['send', 'helper', 'later'])).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('helper cannot be reached (nothing listens there); the message is queued.'),
  });
  expect(await home.run(['external', 'remove', 'helper'])).toMatchObject({ code: 0 });
  expect(await home.run(['external', 'remove', 'helper'])).toMatchObject({ code: 3 });
});

test('a card at another host, or without encryption on another machine, is refused unless it is allowed', async ({
  home,
}) => {
  const agent = await scripted();
  const elsewhere = await scripted();
  const card = agent.card();
  agent.card = () => ({ ...card, supportedInterfaces: elsewhere.card().supportedInterfaces });
  const add = ['external', 'add', 'helper', agent.url];
  expect(await home.run(add)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`sends messages to another host: ${elsewhere.url}.`),
  });
  expect(await home.run([...add, '--allow-other-host'])).toMatchObject({ code: 0 });
  expect(await home.run(['send', 'helper', 'hello', '--response'])).toMatchObject({ code: 0, stdout: 'done: hello\n' });
  expect(elsewhere.heard).toEqual(['hello']);
  expect(await home.run(['external', 'add', 'other', 'http://agents.example'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is not encrypted'),
  });
});
