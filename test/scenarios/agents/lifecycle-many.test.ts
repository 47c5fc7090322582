/** Many agents at once on a small machine. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Home, json, test } from '../../rig/home/home.js';
import { isAlive } from '../../rig/home/processes.js';
import { isThorough } from '../../rig/thorough.js';

/** Fifty of them by `npm run test:all` and `npm run bench`. */
const AGENTS = isThorough ? 50 : 20;
const AT_ONCE = 4;

interface Started {
  readonly id: string;
  readonly port: number;
  readonly pid: number;
  readonly program_pid: number;
}

async function startAll(home: Home): Promise<Started[]> {
  const left = Array.from({ length: AGENTS }, (_, index) => `agent-${index}`);
  const started: Started[] = [];
  const worker = async () => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) {
      started.push(json<Started>(await home.run(['start', 'shell', '--id', id, '--json', '--', 'cat'])));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return started;
}

test('many agents start, take a message each, and stop with one command, and nothing is left', async ({ home }) => {
  const started = await startAll(home);
  expect(new Set(started.map(({ port }) => port)).size).toBe(AGENTS);
  const { agents } = (await home.json(['list', '--all'])) as { agents: { id: string; status: string }[] };
  expect(agents.map(({ status }) => status)).toEqual(agents.map(() => 'ready'));
  expect(agents).toHaveLength(AGENTS);
  const sent = json<{ tasks: unknown[] }>(await home.run(['broadcast', 'hello, all', '--json']));
  expect(sent.tasks).toHaveLength(AGENTS);
  const health = started.map(({ port }) => fetch(`http://127.0.0.1:${port}/healthz`));
  expect((await Promise.all(health)).map(({ status }) => status)).toEqual(started.map(() => 200));
  const stopped = json<{ stopped: string[]; failed: string[] }>(await home.run(['stop', '--all', '--json']));
  expect(stopped.failed).toEqual([]);
  expect(stopped.stopped).toHaveLength(AGENTS + 1);
  expect(started.flatMap(({ pid, program_pid }) => [pid, program_pid]).filter(isAlive)).toEqual([]);
  expect(['live', 'run'].flatMap((name) => readdirSync(join(home.home, name)))).toEqual([]);
});
