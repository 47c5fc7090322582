import { expect, test } from 'vitest';
import { isOwnForm, newIdQuickly } from '../src/ids.js';
import { newId } from '../src/random-ids.js';

test('both ways of making an id make random ids of the same form', () => {
  const ids = Array.from({ length: 50 }, () => [newId(), newIdQuickly()]).flat();
  for (const id of ids) {
    expect(isOwnForm(id)).toBe(true);
    expect(id).toMatch(/^.{14}4.{4}[89ab]/);
  }
  expect(new Set(ids).size).toBe(100);
});
