/** Even finding processes takes long on a busy machine, but they must still be ended. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { endProcesses, startTimeOf } from '../../../src/processes.js';

test('a process is ended even when finding it takes longer than the whole limit', async () => {
  const child = spawn('sleep', ['60'], { stdio: 'ignore' });
  await once(child, 'spawn');
  const pid = child.pid as number;
  const identity = { pid, startTime: startTimeOf(pid) as string };
  const gone = once(child, 'exit');
  const findSlowly = () => {
    const until = performance.now() + 150;
    while (performance.now() < until);
    return [identity];
  };
  await endProcesses(findSlowly, { graceMs: 0, killMs: 50 });
  expect(await gone).toEqual([null, 'SIGKILL']);
});
