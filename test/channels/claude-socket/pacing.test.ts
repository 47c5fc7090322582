import { expect, test } from 'vitest';
import { afterSending, type Bucket, fullBucket, PACE, waitMs } from '../../../src/channels/claude-socket/pacing.js';

/** Claude Code's own rule, as it was measured: 30 at once, then one every two seconds. */
class Receiver {
  #tokens = 30;
  #at = 0;

  takes(now: number): boolean {
    this.#tokens = Math.min(30, this.#tokens + ((now - this.#at) / 1000) * 0.5);
    this.#at = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}

test('of two hundred messages at once, none comes too early for the receiver', () => {
  const receiver = new Receiver();
  let bucket: Bucket = fullBucket(0);
  let now = 0;
  let atOnce = 0;
  for (let index = 0; index < 200; index += 1) {
    const wait = waitMs(bucket, `text ${index}`, now);
    if (wait === 0) atOnce += 1;
    now += wait;
    expect(waitMs(bucket, `text ${index}`, now)).toBe(0);
    bucket = afterSending(bucket, `text ${index}`, now);
    expect(receiver.takes(now)).toBe(true);
  }
  expect(atOnce).toBe(PACE.burst);
  expect(now).toBeLessThan(200 * 2_000);
});

test('a pause fills it up again, but not beyond one burst', () => {
  let bucket: Bucket = { ...fullBucket(0), tokens: 0 };
  expect(waitMs(bucket, 'a', 0)).toBe(2_000);
  expect(waitMs(bucket, 'a', 2_000)).toBe(0);
  for (let index = 0; index < PACE.burst; index += 1) bucket = afterSending(bucket, `${index}`, 3_600_000);
  expect(waitMs(bucket, 'a', 3_600_000)).toBeGreaterThan(0);
});

test('the same text again waits until it is no longer taken for a repetition', () => {
  const bucket = afterSending(fullBucket(0), 'a', 1_000);
  expect(waitMs(bucket, 'b', 1_000)).toBe(0);
  expect(waitMs(bucket, 'a', 1_000)).toBe(31_000);
  expect(waitMs(afterSending(bucket, 'b', 2_000), 'a', 2_000)).toBe(0);
});
