import { expect, test } from 'vitest';
import { retentionOf } from '../../src/storage/retention.js';

const DAY_MS = 86_400_000;

test.each([
  [{}, { ageMs: 90 * DAY_MS, messages: 100_000 }],
  [
    { SYNAPSE_KEEP_DAYS: '7', SYNAPSE_KEEP_MESSAGES: '500' },
    { ageMs: 7 * DAY_MS, messages: 500 },
  ],
  [{ SYNAPSE_KEEP_DAYS: '0.5' }, { ageMs: DAY_MS / 2, messages: 100_000 }],
  [
    { SYNAPSE_KEEP_DAYS: '0', SYNAPSE_KEEP_MESSAGES: '0' },
    { ageMs: null, messages: null },
  ],
  [
    { SYNAPSE_KEEP_DAYS: 'long', SYNAPSE_KEEP_MESSAGES: '-1' },
    { ageMs: 90 * DAY_MS, messages: 100_000 },
  ],
])('with %o what is over is kept like this: %o', (env, retention) => {
  expect(retentionOf(env)).toEqual(retention);
});
