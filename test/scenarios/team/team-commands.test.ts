/** The commands about projects and teams, and the tools on the command line. */
import { join } from 'node:path';
import { expect } from 'vitest';
import { test } from '../../rig/home/home.js';

test('a project, its agents and their hierarchy', async ({ home }) => {
  expect((await home.run(['project', 'create', 'shop', '--name', 'The shop'])).stdout).toBe('shop\n');
  expect(await home.run(['project', 'create', 'shop'])).toMatchObject({ code: 1, stdout: '' });
  expect((await home.run(['project', 'create', 'a/b'])).code).toBe(2);
  expect((await home.run(['project', 'create', 'x', '--dir', join(home.dir, 'none')])).code).toBe(2);
  const add = (...args: string[]) => home.run(['agent', 'add', ...args, '--project', 'shop']);
  await add('lead', '--manager', '--parent', 'tester');
  await add('worker-a', '--parent', 'lead', '--name', 'Ann', '--profile', 'shell', '--command', 'cat', '--no-auto');
  await add('worker-a', '--role', 'sweeps', '--cwd', 'src', '--env', 'TOKEN=hidden');
  await add('ken', '--kind', 'human');
  expect((await add('lead', '--parent', 'worker-a')).stderr).toContain('cannot be its parent');
  expect((await add('worker-b', '--parent', 'nobody')).code).toBe(3);
  expect((await home.run(['agent', 'add', 'x', '--project', 'none'])).code).toBe(3);
  expect((await home.run(['agent', 'add', 'x'], { cwd: '/' })).code).toBe(2);
  expect((await add('worker-b', '--name', 'red \u001b[31m')).stderr).toContain('"name" must be one line of text');
  expect((await home.run(['project', 'create', 'x', '--name', 'two\nlines'])).code).toBe(2);
  expect((await home.run(['agent', 'tree', '--project', 'shop'])).stdout).toBe(
    'ken (human)\ntester (human, manager)\n  lead (manager)\n    worker-a\n',
  );
  const { agents } = (await home.json(['agent', 'list'])) as { agents: { id: string }[] };
  expect(agents.find(({ id }) => id === 'worker-a')).toMatchObject({
    name: 'Ann',
    kind: 'ai',
    parent_agent_id: 'lead',
    profile: 'shell',
    command: 'cat',
    auto: [],
    role: 'sweeps',
    cwd: 'src',
    env: ['TOKEN'],
    projects: ['shop'],
    status: 'stopped',
  });
  expect(agents.find(({ id }) => id === 'tester')).toMatchObject({ kind: 'human', status: 'ready' });
  await home.run(['project', 'create', 'other']);
  expect(await home.run(['agent', 'remove', 'lead', '--project', 'other'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('lead is not assigned to project other'),
  });
  expect((await home.run(['agent', 'remove', 'lead'])).code).toBe(0);
  expect((await home.run(['project', 'show', 'shop'])).stdout).toContain('tester (human, manager)\n  worker-a');
  expect((await home.run(['project', 'list'])).stdout).toContain('The shop');
  expect((await home.run(['project', 'show', 'none'])).code).toBe(3);
});

test('synapse tool lists the tools, shows help, refuses wrong words, and uses the session', async ({ home }) => {
  await home.run(['project', 'create', 'shop']);
  await home.run(['agent', 'add', 'ann', '--project', 'shop']);
  const passkey = (await home.run(['agent', 'passkey', 'ann'])).stdout.trim();
  expect((await home.run(['tool'])).stdout).toContain('start_conversation');
  expect((await home.run(['tool', 'send_message', '--help'])).stdout).toContain('--target_agent_id <string>');
  expect((await home.run(['tool', 'send_mesage'])).stderr).toContain('Did you mean: synapse tool send_message');
  expect((await home.run(['tool', 'send_message', '--contents', 'x'])).stderr).toContain('Did you mean --content?');
  expect((await home.run(['tool', 'logout', '--sesion', 'x'])).stderr).toContain('Did you mean --session?');
  const nobody = await home.run(['tool', 'logout']);
  expect([nobody.code, JSON.parse(nobody.stdout).error]).toEqual([1, 'session_token_required']);
  const opened = await home.run([
    ...['tool', 'authenticate', '--agent-id', 'ann', `--passkey=${passkey}`],
    ...['--project_id', 'shop', '--purpose', 'chat'],
  ]);
  const { session_token } = JSON.parse(opened.stdout) as { session_token: string };
  const env = { SYNAPSE_SESSION_TOKEN: session_token, SYNAPSE_LANG: 'ja' };
  const waited = await home.run(['tool', 'get_next_action'], { env });
  expect(JSON.parse(waited.stdout)).toMatchObject({ action: 'wait_for_messages' });
  expect(waited.stdout).toContain('新しいメッセージはありません');
  const sent = await home.run(['tool', 'send_message', '--target_agent_id', 'tester', '--content', '-'], {
    env,
    input: 'from stdin',
  });
  expect(JSON.parse(sent.stdout)).toMatchObject({ success: true });
  expect((await home.run(['inbox'])).stdout).toContain('from stdin');
  for (const seconds of ['soon', '-100']) {
    const refused = await home.run(['tool', 'get_next_action', '--timeout_seconds', seconds], { env });
    expect([refused.code, JSON.parse(refused.stdout).error]).toEqual([2, 'invalid_argument']);
  }
  for (const option of ['--session', '--session_token']) {
    const unknown = await home.run(['tool', 'logout', option, 'sst_x'], { env });
    expect(JSON.parse(unknown.stdout).error).toBe('session_token_invalid');
  }
});

test('a program cannot change its own team', async ({ home }) => {
  await home.run(['project', 'create', 'shop']);
  const desk = await home.agent('desk', { options: ['--project', 'shop'] });
  for (const words of [
    ['project', 'create', 'mine'],
    ['agent', 'add', 'x', '--project', 'shop'],
    ['agent', 'passkey', 'tester'],
    ['agent', 'remove', 'tester'],
  ]) {
    expect((await desk.synapse(...words)).stderr).toContain('desk is not allowed to do this');
  }
  expect((await desk.synapse('agent', 'list')).stdout).toContain('tester');
});

test('mail to an agent that was declared and never ran is kept for its first start', async ({ home }) => {
  await home.run(['project', 'create', 'shop', '--dir', home.dir]);
  await home.run(['agent', 'add', 'newcomer', '--project', 'shop', '--no-auto']);
  const asking = ['send', 'newcomer', 'welcome', '--response', '--no-wait', '--quiet'];
  expect(await home.run(['send', 'newcomer', 'good morning'])).toMatchObject({ code: 5 });
  const asked = (await home.run(asking)).stdout.trim();
  expect(await home.run(['send', 'nobody-else', 'nobody is called so'])).toMatchObject({ code: 3 });
  const newcomer = await home.agent('newcomer', { options: ['--project', 'shop'] });
  await newcomer.line(/good morning/);
  await newcomer.line(/welcome/);
  expect((await newcomer.synapse('reply', '--to', asked, 'thank you')).code).toBe(0);
  expect(await home.run(['tasks', 'wait', asked])).toMatchObject({ code: 0, stdout: 'thank you\n' });
});
