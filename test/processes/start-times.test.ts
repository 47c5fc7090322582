import { expect, test } from 'vitest';
import { StartTimes } from '../../src/processes/start-times.js';

/** Processes 1 to 50, and a count of how often they were listed. */
function system() {
  const running = new Map(Array.from({ length: 50 }, (_, index) => [index + 1, `started-${index + 1}`]));
  const zombies = new Set<number>();
  let [lists, nowMs] = [0, 0];
  const times = new StartTimes({
    list: () => {
      lists += 1;
      return [...running].map(([pid, startTime]) => ({ pid, startTime }));
    },
    exists: (pid) => running.has(pid) || zombies.has(pid),
    nowMs: () => nowMs,
  });
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { running, zombies, times, pass, lists: () => lists };
}

test('a look at all agents lists the processes once, and so do all looks of the next second', () => {
  const { running, times, pass, lists } = system();
  for (let look = 0; look < 10; look += 1) {
    for (const [pid, startTime] of running) expect(times.of(pid)).toBe(startTime);
    pass(100);
  }
  expect(lists()).toBe(1);
});

test('a process that ends is gone at once, without a look', () => {
  const { running, times, lists } = system();
  expect(times.of(7)).toBe('started-7');
  running.delete(7);
  expect(times.of(7)).toBeNull();
  expect(lists()).toBe(1);
});

test('a process that has just started is found', () => {
  const { running, times } = system();
  times.of(7);
  running.set(51, 'started-51');
  expect(times.of(51)).toBe('started-51');
});

test('a pid that is used again has another start time after a second', () => {
  const { running, times, pass } = system();
  times.of(7);
  running.set(7, 'started again');
  pass(1_001);
  expect(times.of(7)).toBe('started again');
});

test('a zombie counts as gone, and is not looked for again and again', () => {
  const { running, zombies, times, lists } = system();
  running.delete(7);
  zombies.add(7);
  for (let look = 0; look < 10; look += 1) expect(times.of(7)).toBeNull();
  expect(lists()).toBe(1);
});
