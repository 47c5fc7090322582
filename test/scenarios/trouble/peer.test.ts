/** A peer that hangs: it accepts connections and never answers. */
import { expect } from 'vitest';
import type { Agent } from '../../rig/home/home.js';
import { testInProcess as test } from '../../rig/home/home-in-process.js';
import { stretched } from '../../rig/times.js';

const SEND_LIMIT_MS = 5_000;
/** How long starting a command may take on a busy machine. */
const SLOW_START_MS = 3_000;
const texts = (lines: readonly string[]) => lines.map((line) => line.replace(/^\[A2A:[^\]]*\] /, ''));

async function timed<T>(work: Promise<T>): Promise<{ result: T; tookMs: number }> {
  const startedAt = performance.now();
  return { result: await work, tookMs: performance.now() - startedAt };
}

/** A process that can be stopped without stopping the test. */
const FROZEN = { ownProcess: true };
const freeze = ({ entry }: Agent) => process.kill(entry.pid, 'SIGSTOP');
const thaw = ({ entry }: Agent) => process.kill(entry.pid, 'SIGCONT');

test('a send to a peer that hangs returns within five seconds with exit 5, and the message arrives once when the peer continues', async ({
  home,
}) => {
  const [writer, reader] = [await home.agent('writer'), await home.agent('reader', FROZEN)];
  await writer.synapse('send', 'reader', 'a connection that is kept');
  freeze(reader);
  const { result, tookMs } = await timed(writer.synapse('send', 'reader', 'while it hangs'));
  expect(result).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('reader does not answer; the message is queued'),
  });
  expect(tookMs).toBeLessThan(await stretched(SEND_LIMIT_MS + SLOW_START_MS));
  thaw(reader);
  await reader.line('while it hangs');
  await writer.synapse('send', 'reader', 'the marker', '--until', 'submitted');
  await reader.line('the marker');
  expect(texts(reader.lines())).toEqual(['a connection that is kept', 'while it hangs', 'the marker']);
});

test('a peer that hangs does not delay messages to others', async ({ home }) => {
  const [writer, hanging, other] = [
    await home.agent('writer'),
    await home.agent('hanging', FROZEN),
    await home.agent('other'),
  ];
  freeze(hanging);
  const stuck = writer.synapse('send', 'hanging', 'for later', '--response', '--no-wait');
  expect(await writer.synapse('send', 'other', 'for now')).toMatchObject({ code: 0 });
  await other.line('for now');
  await stuck;
  thaw(hanging);
  await hanging.line('for later');
});

test('a peer killed while it hangs gets the message after its next start, once', async ({ home }) => {
  const [writer, reader] = [await home.agent('writer'), await home.agent('reader', FROZEN)];
  freeze(reader);
  const sending = writer.synapse('send', 'reader', 'half given');
  await expect.poll(async () => (await writer.call('/status')).body.queue.outgoing).toBe(1);
  process.kill(reader.entry.pid, 'SIGKILL');
  expect((await sending).code).toBe(5);
  const again = await home.agent('reader');
  await again.line('half given');
  await writer.synapse('send', 'reader', 'the marker', '--until', 'submitted');
  await again.line('the marker');
  expect(texts(again.lines())).toEqual(['half given', 'the marker']);
});

test('if the sender’s own daemon hangs, send fails with a clear error, and the same command can be run again safely', async ({
  home,
}) => {
  const [writer, reader] = [await home.agent('writer', FROZEN), await home.agent('reader')];
  freeze(writer);
  const { result, tookMs } = await timed(home.run(['send', 'reader', 'hello', '--from', 'writer']));
  expect(result).toMatchObject({ code: 1, stderr: expect.stringContaining('daemon of writer is not responding') });
  expect(result.stderr).toMatch(/hint: The message may have been sent\. Run the same command again/);
  expect(tookMs).toBeLessThan(await stretched(20_000));
  thaw(writer);
  await reader.line('hello');
  expect(await home.run(['send', 'reader', 'hello', '--from', 'writer'])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('not sent again'),
  });
  expect(await home.run(['send', 'reader', 'hello', '--from', 'writer'])).toMatchObject({ code: 0 });
  await expect.poll(() => texts(reader.lines())).toEqual(['hello', 'hello']);
});

test('prune skips a daemon that hangs, and says so', async ({ home }) => {
  const [hanging] = [await home.agent('hanging', FROZEN), await home.agent('other')];
  freeze(hanging);
  const { code, stderr } = await home.run(['prune', '--older-than', '0s']);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringMatching(/cannot prune hanging: .*is not responding[\s\S]*Deleted 0 tasks/),
  });
  thaw(hanging);
});

test('doctor names a daemon that hangs, with a remedy that works', async ({ home }) => {
  const reader = await home.agent('reader', FROZEN);
  freeze(reader);
  const doctor = await home.run(['doctor']);
  expect(doctor).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/problem +reader: .*\n +→ .*synapse stop reader --force/),
  });
  expect(await home.run(['stop', 'reader', '--force'])).toMatchObject({ code: 0 });
});
