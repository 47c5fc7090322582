import { expect, test } from 'vitest';
import { inputStateOf } from '../../../src/terminal/program/unread-input.js';

test.each(['/no/such/terminal', '/dev/null', import.meta.filename])('nothing is known about %s', async (path) => {
  expect(await inputStateOf(path)).toBe('unknown');
});
