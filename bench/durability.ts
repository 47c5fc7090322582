/** Measures how many messages a daemon stores durably, compared with the disk itself, and whether a kill loses any. */
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { blast } from './rig/blast.js';
import { BenchHome } from './rig/home.js';
import { type Line, median } from './rig/line.js';

const ROUNDS = 5;
const CONNECTIONS = 64;
const MESSAGES = 12_000;
const KILL_ROUNDS = 20;
const SYNC_SAMPLE_MS = 1_000;

export async function benchThroughput(): Promise<Line[]> {
  const home = new BenchHome();
  try {
    const agent = home.start('target', 'cat');
    // The agent is paused, so that this measures the server and the store, not the typing.
    home.run('pause', 'target');
    const token = home.run('token', 'create', '--name', 'blast');
    await blast({ port: agent.port, token, messages: MESSAGES, connections: CONNECTIONS });
    const rates: number[] = [];
    const syncs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      syncs.push(syncsPerSecond(home.dir));
      const done = await blast({ port: agent.port, token, messages: MESSAGES, connections: CONNECTIONS });
      rates.push((done.acknowledged * 1000) / done.tookMs);
    }
    return [
      {
        name: `POST /tasks/send on ${CONNECTIONS} connections, durable`,
        ratio: median(rates) / median(syncs),
        limit: 2,
        atLeast: true,
        samples: ROUNDS * MESSAGES,
        detail: `${median(rates).toFixed(0)}/s against ${median(syncs).toFixed(0)} fsync/s`,
      },
    ];
  } finally {
    home.end();
  }
}

/** Kills the daemon under load, starts it again, and asks for every message that it had acknowledged. */
export async function benchDurability(): Promise<Line[]> {
  const home = new BenchHome();
  let acknowledged = 0;
  let lost = 0;
  try {
    const token = home.run('token', 'create', '--name', 'kill');
    for (let round = 0; round < KILL_ROUNDS; round++) {
      const agent = home.start('target', 'cat');
      const ids: string[] = [];
      const load = blast({
        port: agent.port,
        token,
        messages: 100_000,
        connections: CONNECTIONS,
        onAcknowledged: (id) => ids.push(id),
      });
      await pause(100 + Math.random() * 400);
      process.kill(agent.pid, 'SIGKILL');
      await load;
      const again = home.start('target', 'cat');
      lost += await countMissing(again.port, token, ids);
      acknowledged += ids.length;
      home.run('stop', 'target');
    }
    return [
      {
        name: `acknowledged messages lost in ${KILL_ROUNDS} rounds of kill -9`,
        ratio: lost,
        limit: 0,
        samples: acknowledged,
        detail: `${acknowledged} acknowledged`,
      },
    ];
  } finally {
    home.end();
  }
}

async function countMissing(port: number, token: string, ids: readonly string[]): Promise<number> {
  let missing = 0;
  for (const id of ids) {
    const { status } = await fetch(`http://127.0.0.1:${port}/tasks/${id}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (status !== 200) missing++;
  }
  return missing;
}

function syncsPerSecond(dir: string): number {
  const fd = openSync(join(dir, 'yardstick'), 'w');
  const page = Buffer.alloc(4096, 7);
  let count = 0;
  const start = performance.now();
  while (performance.now() - start < SYNC_SAMPLE_MS) {
    writeSync(fd, page, 0, page.length, count * page.length);
    fsyncSync(fd);
    count++;
  }
  closeSync(fd);
  return (count * 1000) / (performance.now() - start);
}
