import { expect, test } from 'vitest';
import { waitOption, wireOptions } from '../../../../src/cli/commands/send/run.js';

test.each([
  [{}, { response: false }],
  [{ response: true }, { response: true }],
  [
    { response: true, wait: 2.5 },
    { response: true, wait_ms: 2500 },
  ],
  [
    { response: true, wait: false },
    { response: true, wait_ms: 0 },
  ],
  [{ replyTo: '3f2a' }, { response: false, reply_to: '3f2a' }],
  [
    { task: '3f2a', priority: 5 },
    { response: false, task: '3f2a', priority: 5 },
  ],
  [
    { until: 'typed', expires: 900_000 },
    { response: false, until: 'typed', expires_ms: 900_000 },
  ],
] as const)('the options %j become %j for the daemon', (options, wire) => {
  expect(wireOptions(options)).toEqual(wire);
});

test('without --wait the daemon decides how long to wait', () => {
  expect(waitOption(undefined)).toEqual({});
});
