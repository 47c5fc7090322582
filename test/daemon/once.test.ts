import { expect, test } from 'vitest';
import { Once } from '../../src/daemon/once.js';

test('it is made once, however many use it at the same time', async () => {
  let made = 0;
  const once = new Once(async () => ++made);
  expect(once.isUsed).toBe(false);
  expect(await once.ifUsed()).toBeNull();
  expect(await Promise.all([once.get(), once.get(), once.ifUsed()])).toEqual([1, 1, 1]);
  expect(await once.get()).toBe(1);
});

test('what could not be made is made by the next use', async () => {
  let tries = 0;
  const once = new Once(async () => {
    tries += 1;
    if (tries === 1) throw new Error('too many open files');
    return tries;
  });
  const [failed, meanwhile] = [once.get(), once.ifUsed()];
  await expect(failed).rejects.toThrow('too many open files');
  expect(await meanwhile).toBeNull();
  expect(once.isUsed).toBe(false);
  expect(await once.get()).toBe(2);
});
