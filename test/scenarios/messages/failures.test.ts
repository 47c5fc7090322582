/** Failures reach the agent that asked, even if its daemon was down when they happened. */
import { expect } from 'vitest';
import { boxAgent } from '../../rig/home/box.js';
import type { Agent, Home } from '../../rig/home/home.js';
import { testInProcess as test } from '../../rig/home/home-in-process.js';

/** Asks and goes away as soon as the request has arrived. Returns the short id of the request. */
async function askAndLeave(home: Home, target: Agent, more: Record<string, unknown> = {}): Promise<string> {
  const asker = await home.agent('asker');
  // A command would take too long on a busy machine for a request that expires soon.
  const body = { target: target.id, text: 'anybody there?', response: true, wait_ms: 0, ...more };
  const { task } = (await asker.call('/send', { body })).body;
  await expect.poll(() => stateAt(asker, task.id)).toBe('working');
  await home.stop('asker');
  return task.short_id;
}

/** Takes longer than a receiver takes to give up on a sender that is down. */
const whileNobodyListens = (home: Home) => home.run(['list']);

const stateAt = async (agent: Agent, id: string) => (await agent.call(`/tasks/${id}`)).body.task.state;

async function expectTold(asker: Agent, id: string, code: string, words: string): Promise<void> {
  expect(await asker.line(words)).toMatch(new RegExp(`^\\[A2A:${id}:[^\\]]*\\] failed: `));
  expect((await asker.call(`/tasks/${id}`)).body.task).toMatchObject({
    state: 'failed',
    error: { code },
    receipt: { state: code === 'expired' ? 'expired' : 'failed' },
  });
  expect(asker.lines()).toHaveLength(1);
}

test('a request that expires at its receiver while the asker is down', async ({ home }) => {
  const reader = await home.agent('reader');
  await home.run(['pause', 'reader']);
  const id = await askAndLeave(home, reader, { expires_ms: 3_000 });
  await expect.poll(() => stateAt(reader, id)).toBe('failed');
  await whileNobodyListens(home);
  await expectTold(await home.agent('asker'), id, 'expired', 'expired');
});

test('a request that fails while the asker is down, though its receiver is restarted before the asker is back', async ({
  home,
}) => {
  const reader = await home.agent('reader');
  await home.run(['pause', 'reader']);
  const id = await askAndLeave(home, reader, { expires_ms: 3_000 });
  await expect.poll(() => stateAt(reader, id)).toBe('failed');
  await home.stop('reader');
  const asker = await home.agent('asker');
  expect(await stateAt(asker, id)).toBe('working');
  await home.agent('reader');
  await expectTold(asker, id, 'expired', 'expired');
});

test('a request that does not appear in the input box while the asker is down, with the screen', async ({ home }) => {
  const desk = await boxAgent(home, { pace: { seenLimitMs: 500 } });
  await desk.box({ dropsPastes: true });
  await home.run(['pause', 'desk']);
  const id = await askAndLeave(home, desk);
  await home.run(['resume', 'desk']);
  await expect.poll(() => stateAt(desk, id)).toBe('failed');
  await whileNobodyListens(home);
  await expectTold(await home.agent('asker'), id, 'not_seen', 'did not appear');
});

test('a request to a program that ended and was started again while the asker was down', async ({ home }) => {
  const program = ['perl', '-e', '$| = 1; print while <STDIN>'];
  const reader = await home.agent(undefined, { program });
  const id = await askAndLeave(home, reader);
  await expect.poll(async () => (await reader.call(`/tasks/${id}`)).body.task.receipt.state).toBe('submitted');
  await home.stop(reader.id);
  // It gets the same address and store again, unless another test takes the port first.
  await home.agent(undefined, { program });
  await expectTold(await home.agent('asker'), id, 'agent_gone', 'ended before it replied');
});

test('a command that waits takes the news of a failure, so that it is not typed as well', async ({ home }) => {
  const asker = await home.agent('asker');
  await home.agent('reader');
  await home.run(['pause', 'reader']);
  const asked = await asker.synapse('send', 'reader', 'quick', '--response', '--expires', '1s');
  expect(asked).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('error: The message expired') });
  await expect.poll(async () => (await asker.call('/status')).body.queue.waiting).toBe(0);
  expect(asker.lines()).toEqual([]);
});
