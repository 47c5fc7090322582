/** The standard in front of real programs: one that answers with commands, one with a dialog, and one that is killed. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { startTimeOf } from '../../../src/processes.js';
import { createToken } from '../../../src/registry/tokens.js';
import { addExternal, ask, show } from '../../rig/clients/a2a/externals.js';
import type { Agent, Home } from '../../rig/home/home.js';
import { testInProcess as test } from '../../rig/home/home-in-process.js';

const PROGRAM = fileURLToPath(new URL('../../rig/programs/a2a-answers.mjs', import.meta.url));
const V1 = { 'a2a-version': '1.0' };

const tokenOf = (home: Home) =>
  createToken(home.home, { name: 'ci', agent: null, createdAt: '2026-01-01T00:00:00.000Z' });

async function send(agent: Agent, key: string, messageId: string, more: object = {}, path = 'message:send') {
  const message = { messageId, role: 'ROLE_USER', parts: [{ text: messageId }], ...more };
  return (await agent.call(`/a2a/rest/${path}`, { key, headers: V1, body: { message } })).body;
}

const task = async (agent: Agent, key: string, id: string) =>
  (await agent.call(`/a2a/rest/tasks/${id}`, { key, headers: V1 })).body;

test('what a program replies with commands is what the client gets', async ({ home }) => {
  const kit = await home.agent('kit', { program: [process.execPath, PROGRAM] });
  const token = tokenOf(home);
  const names = [
    'artifact-text',
    'artifact-file',
    'artifact-file-url',
    'artifact-data',
    'message-response',
    'reject-task',
    'fail-task',
    'stream-artifact-chunked',
  ];
  const answers = await Promise.all(names.map((name) => send(kit, token, `tck-${name}`)));
  const [text, file, url, data, bare, rejected, failed, chunked] = answers.map((answer) => answer.task ?? answer);
  const parts = (found: { artifacts: { parts: unknown[] }[] }) => found.artifacts[0]?.parts;
  expect(parts(text)).toEqual([{ text: 'Generated text content' }]);
  expect(parts(file)).toEqual([
    {
      raw: Buffer.from('Generated file content\n').toString('base64'),
      filename: 'output.txt',
      mediaType: 'text/plain',
    },
  ]);
  expect(parts(url)).toEqual([
    { url: 'https://example.com/output.txt', filename: 'output.txt', mediaType: 'text/plain' },
  ]);
  expect(parts(data)).toEqual([{ data: { key: 'value', count: 42 } }]);
  expect(bare).toMatchObject({ message: { role: 'ROLE_AGENT', parts: [{ text: 'Direct message response' }] } });
  expect(rejected.status).toMatchObject({ state: 'TASK_STATE_REJECTED', message: { parts: [{ text: 'rejected' }] } });
  expect(failed.status).toMatchObject({ state: 'TASK_STATE_FAILED', message: { parts: [{ text: 'broken' }] } });
  expect(parts(chunked)).toEqual([{ text: 'chunk-1 ' }, { text: 'chunk-2' }]);
});

test('a dialog of the program is input-required, until somebody answers it', async ({ home }) => {
  home.boxProfile('boxed');
  const desk = await home.agent('desk', { profile: 'boxed' });
  const token = tokenOf(home);
  const asking = send(desk, token, 'run the tests');
  await desk.line('run the tests');
  await desk.box({ dialog: 'run tests' });
  const { task: asked } = await asking;
  expect(asked.status).toMatchObject({ state: 'TASK_STATE_INPUT_REQUIRED' });
  expect(asked.status.message.parts[0].text).toMatch(/^desk waits for a person: .*Do you want to proceed\?/);
  await desk.box({ dialog: null });
  await expect.poll(async () => (await task(desk, token, asked.id)).status.state).toBe('TASK_STATE_WORKING');
  await desk.call('/reply', { body: { to: asked.id, text: 'green' } });
  expect((await task(desk, token, asked.id)).status.state).toBe('TASK_STATE_COMPLETED');
});

test('whoever asked from elsewhere is told of each dialog, and that the work goes on', async ({ home }) => {
  home.boxProfile('boxed');
  const desk = await home.agent('desk', { profile: 'boxed' });
  const ann = await home.agent('ann');
  addExternal(home.home, 'far', desk.entry.endpoint, tokenOf(home));
  const asking = ask(ann, 'far', 'run the tests');
  await desk.line('run the tests');
  await desk.box({ dialog: 'run tests' });
  const { task: asked } = await asking;
  const now = async () => (await show(ann, asked.id)).task.state;
  expect(asked.state).toBe('input-required');
  await desk.box({ dialog: null });
  await expect.poll(now).toBe('working');
  await desk.box({ dialog: 'delete files' });
  await expect.poll(now).toBe('input-required');
});

test('a task survives the death of the daemon, and its client is told of the end', async ({ home }) => {
  const told: string[] = [];
  const hook = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    told.push(body);
    response.end();
  });
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void hook.close());
  const options = { ownProcess: true, env: { SYNAPSE_PUSH_ALLOW: '127.0.0.0/8' } };
  const rex = await home.agent('rex', options);
  const token = tokenOf(home);
  const taskPushNotificationConfig = { url: `http://127.0.0.1:${(hook.address() as AddressInfo).port}/` };
  const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'stay' }] };
  const configuration = { returnImmediately: true, taskPushNotificationConfig };
  const { body } = await rex.call('/a2a/rest/message:send', {
    key: token,
    headers: V1,
    body: { message, configuration },
  });
  const { id } = body.task;
  await rex.line('stay');
  await expect.poll(() => told.length).toBeGreaterThan(0);
  process.kill(rex.entry.pid, 'SIGKILL');
  await expect.poll(() => startTimeOf(rex.entry.pid)).toBe(null);
  const again = await home.agent('rex', options);
  expect((await task(again, token, id)).status.state).toMatch(/SUBMITTED|WORKING/);
  await again.call('/reply', { body: { to: id, text: 'still here' } });
  expect(await task(again, token, id)).toMatchObject({ artifacts: [{ parts: [{ text: 'still here' }] }] });
  await expect.poll(() => told.at(-1)).toContain('TASK_STATE_COMPLETED');
});
