import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'vitest';
import { addExternal, ask, scripted, send, show } from '../../../rig/clients/a2a/externals.js';
import type { Speech } from '../../../rig/clients/a2a/scripted-agent.js';
import { test } from '../../../rig/home/in-process.js';

/** Cuts the connection at the first request of this method, before or after the agent has got it. */
function cutting(method: string, when: 'before' | 'after') {
  let isDone = false;
  return (_request: IncomingMessage, body: string, response: ServerResponse): boolean => {
    if (isDone || !body.includes(`"${method}"`)) return false;
    isDone = true;
    if (when === 'before') {
      response.destroy();
      return true;
    }
    // The agent works on it, but nothing it says arrives.
    response.write = () => true;
    response.writeHead = () => response;
    setImmediate(() => response.destroy());
    return false;
  };
}

for (const when of ['before', 'after'] as const) {
  test(`a message that is cut ${when} it arrives is looked up, and done once`, async ({ daemons }) => {
    const mia = await daemons.person('mia');
    const agent = await scripted({ intercept: cuttingSecond(when) });
    addExternal(daemons.home, 'helper', agent.url);
    // From this answer it is known that the agent keeps the contexts that it is given.
    await ask(mia, 'helper', 'first');
    const { outcome, task } = await ask(mia, 'helper', 'second');
    expect({ outcome, text: task.reply.text }).toEqual({ outcome: 'answered', text: 'done: second' });
    expect(agent.heard).toEqual(['first', 'second']);
    expect(agent.calls).toContain('ListTasks');
  });
}

/** The second message is cut. */
function cuttingSecond(when: 'before' | 'after') {
  const cut = cutting('SendStreamingMessage', when);
  return (request: IncomingMessage, body: string, response: ServerResponse) =>
    body.includes('"second"') ? cut(request, body, response) : false;
}

test.for<{ speech: Speech; method: string }>([
  { speech: 'json-rpc', method: 'SendStreamingMessage' },
  { speech: 'v0.3', method: 'message/stream' },
])(
  'a message that may have arrived at an agent of $speech that cannot be asked is uncertain, not sent again',
  async ({ speech, method }, { daemons }) => {
    const mia = await daemons.person('mia');
    const agent = await scripted({ speech, hidesTasks: true, intercept: cutting(method, 'after') });
    addExternal(daemons.home, 'helper', agent.url);
    // The first message ever: whether the agent keeps contexts is not known, and v0.3 has no list of tasks.
    const { outcome, task } = await ask(mia, 'helper', 'pay');
    expect(outcome).toBe('failed');
    expect(task).toMatchObject({
      state: 'failed',
      error: { code: 'delivery_uncertain' },
      receipt: { state: 'uncertain' },
    });
    expect(task.error.message).toContain('It is not known whether helper got the message: the connection was cut.');
    expect(agent.heard).toEqual(['pay']);
  },
);

test('a daemon that is started again follows the tasks that were open', async ({ daemons }) => {
  const mia = await daemons.person('mia');
  const agent = await scripted();
  addExternal(daemons.home, 'helper', agent.url);
  const sent = await send(mia, { target: 'helper', text: 'wait for it', response: true, wait_ms: 0 });
  await expect.poll(async () => (await show(mia, sent.task.id)).task.receiver_task_id).not.toBeNull();
  await mia.end();
  agent.release();
  const again = await daemons.person('mia');
  const { task } = (await again.call(`/tasks/${sent.task.id}?wait=20`)).body;
  expect(task).toMatchObject({ state: 'completed', reply: { text: 'done: wait for it' } });
  expect(agent.heard).toEqual(['wait for it']);
});

test('a task is followed across a restart of the agent', async ({ daemons }) => {
  const mia = await daemons.person('mia');
  const agent = await scripted();
  addExternal(daemons.home, 'helper', agent.url);
  const sent = await send(mia, { target: 'helper', text: 'wait for it', response: true, wait_ms: 0 });
  await expect.poll(() => agent.heard).toEqual(['wait for it']);
  await agent.stop();
  await agent.start();
  const { task } = (await mia.call(`/tasks/${sent.task.id}?wait=20`)).body;
  expect(task).toMatchObject({ state: 'completed', reply: { text: 'done: wait for it' } });
});

test('a canceled task is canceled at the agent, and its answer is not waited for', async ({ daemons }) => {
  const mia = await daemons.person('mia');
  const agent = await scripted();
  addExternal(daemons.home, 'helper', agent.url);
  const sent = await send(mia, { target: 'helper', text: 'wait for it', response: true, wait_ms: 0 });
  await expect.poll(async () => (await show(mia, sent.task.id)).task.receiver_task_id).not.toBeNull();
  const { status, body } = await mia.call(`/tasks/${sent.task.id}/cancel`, { body: {} });
  expect({ status, state: body.task.state }).toEqual({ status: 200, state: 'canceled' });
  expect(agent.calls).toContain('CancelTask');
});

test('a task that is canceled while its agent is down is canceled there when it is back', async ({ daemons }) => {
  const mia = await daemons.person('mia');
  const agent = await scripted({ streaming: false });
  addExternal(daemons.home, 'helper', agent.url);
  const sent = await send(mia, { target: 'helper', text: 'wait for it', response: true, wait_ms: 0 });
  await expect.poll(async () => (await show(mia, sent.task.id)).task.receiver_task_id).not.toBeNull();
  await agent.stop();
  const { body } = await mia.call(`/tasks/${sent.task.id}/cancel`, { body: {} });
  expect(body.task.state).toBe('canceled');
  expect(agent.calls).not.toContain('CancelTask');
  await agent.start();
  await expect.poll(() => agent.calls).toContain('CancelTask');
});

test('mail for an agent that was removed fails, and does not go to another one of the same name', async ({
  daemons,
}) => {
  const mia = await daemons.person('mia');
  const [agent, other] = [await scripted(), await scripted()];
  addExternal(daemons.home, 'helper', agent.url);
  await agent.stop();
  const queued = await send(mia, { target: 'helper', text: 'for the first one', response: true, wait_ms: 0 });
  addExternal(daemons.home, 'helper', other.url);
  const { task } = (await mia.call(`/tasks/${queued.task.id}?wait=20`)).body;
  expect(task).toMatchObject({ state: 'failed', error: { code: 'agent_replaced' } });
  expect(other.heard).toEqual([]);
});
