/** `ask`, and the line that shows how a question is doing. */
import { spawn } from 'node-pty';
import { expect } from 'vitest';
import { BINARY } from '../../rig/home/binary.js';
import { testInProcess as test } from '../../rig/home/home-in-process.js';
import { onTerminal } from '../../rig/home/on-terminal.js';

const LINE = /desk · taken · ready · \d+ s · ([0-9a-f]{8})/;

test('ask prints the reply, and on a terminal shows how the question is doing with the id of the task', async ({
  home,
}) => {
  const desk = await home.agent('desk');
  await home.startPerson();
  const asking = onTerminal(home, ['ask', 'desk', 'tea?']);
  const line = await desk.line('tea?');
  await expect.poll(async () => (await home.person().call('/tasks')).body.tasks[0].receipt.state).toBe('submitted');
  await desk.synapse('reply', 'yes');
  const { text } = await asking;
  const [, id] = LINE.exec(text) ?? [];
  expect(line).toContain(`[A2A:${id}:tester]`);
  // What is left on the screen is the reply alone.
  expect(text.slice(text.lastIndexOf('\x1b[J'))).toBe('\x1b[Jyes\r\n');
});

test('piped, nothing but the reply is printed', async ({ home }) => {
  const desk = await home.agent('desk');
  const asking = home.run(['ask', 'desk', 'tea?']);
  await desk.line('tea?');
  await desk.synapse('reply', 'yes');
  expect(await asking).toEqual({ code: 0, stdout: 'yes\n', stderr: '' });
});

test('in the background it draws nothing over the line that is being typed', async ({ home }) => {
  const desk = await home.agent('desk');
  // With job control, as in an interactive shell.
  const script = 'set -m; "$0" "$1" ask desk tea? & wait';
  const options = { cols: 80, rows: 12, cwd: home.dir, env: home.environment() as Record<string, string> };
  const shell = spawn('bash', ['-c', script, process.execPath, BINARY], options);
  let printed = '';
  shell.onData((chunk) => {
    printed += chunk;
  });
  const ended = new Promise((resolve) => shell.onExit(resolve));
  await desk.line('tea?');
  await expect.poll(async () => (await home.person().call('/tasks')).body.tasks[0].receipt.state).toBe('submitted');
  await desk.synapse('reply', 'yes');
  await ended;
  expect(printed).toMatch(/^yes\r\n/);
  expect(printed).not.toContain('\x1b[J');
});

test('the line follows the agent: down, then started, then its reply', async ({ home }) => {
  await home.agent('desk');
  await home.startPerson();
  await home.stop('desk');
  const asking = onTerminal(home, ['ask', 'desk', 'tea?']);
  await expect.poll(async () => (await home.person().call('/tasks')).body.tasks).toHaveLength(1);
  const again = await home.agent('desk');
  await again.line('tea?');
  await again.synapse('reply', 'at last');
  const { text } = await asking;
  expect(text).toMatch(/desk · queued · not running · \d+ s · [0-9a-f]{8}/);
  expect(text).toContain('at last');
});

test('send --wait without --response is refused, because nothing would be waited for', async ({ home }) => {
  const desk = await home.agent('desk');
  const refused = await home.run(['send', 'desk', 'tea?', '--wait', '5']);
  expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--wait needs --response') });
  expect((await home.run(['send', 'desk', 'next', '--no-wait'])).code).toBe(0);
  await desk.line('next');
  expect(desk.lines().filter((line) => line.includes('tea?'))).toEqual([]);
});
