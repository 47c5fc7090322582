/** Twenty daemons that write to each other for an hour: memory, open files and stores must level off. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { streamDaemon } from '../../src/a2a/local.js';
import { BenchHome, residentKiB, type StartedAgent } from '../rig/home.js';
import { type Line, median } from '../rig/line.js';

const MINUTES = Number(process.env.SOAK_MINUTES ?? 60);
const DAEMONS = 20;
const MESSAGES_PER_SECOND = 20;
/** Low, so that the stores are full long before the end. */
const KEPT_MESSAGES = 500;
const SAMPLE_MS = 60_000;

interface Sample {
  readonly memoryKiB: number;
  readonly files: number;
  readonly storeBytes: number;
}

export async function benchSoak(): Promise<Line[]> {
  const home = new BenchHome();
  home.env.SYNAPSE_KEEP_MESSAGES = String(KEPT_MESSAGES);
  try {
    const agents = Array.from({ length: DAEMONS }, (_, index) => home.start(`soak-${index}`, 'cat'));
    const traffic = { sent: 0, failed: 0, isOver: false };
    const writing = write(home, agents, traffic);
    const samples: Sample[] = [];
    for (let minute = 0; minute < MINUTES; minute++) {
      await pause(SAMPLE_MS);
      samples.push(sample(home, agents));
      console.error(`minute ${minute + 1}: ${JSON.stringify(samples.at(-1))}, ${traffic.sent} sent`);
    }
    traffic.isOver = true;
    await writing;
    return verdict(samples, traffic);
  } finally {
    home.end();
  }
}

async function write(
  home: BenchHome,
  agents: readonly StartedAgent[],
  traffic: { sent: number; failed: number; isOver: boolean },
): Promise<void> {
  for (let index = 0; !traffic.isOver; index++) {
    const from = agents[index % agents.length] as StartedAgent & { socket: string };
    const to = agents[(index * 7 + 3 + Math.floor(index / agents.length)) % agents.length] as StartedAgent;
    await pause(1000 / MESSAGES_PER_SECOND);
    if (from === to) continue;
    // Every tenth asks for an answer that never comes.
    const body = {
      target: to.id,
      text: `soak ${index}`,
      response: index % 10 === 0,
      wait_ms: 1_000,
      expires_ms: 60_000,
    };
    streamDaemon(from, home.env.SYNAPSE_HOME ?? '', { path: '/send', body, timeoutMs: 10_000 }, (line) =>
      line.event === 'done' ? 'last' : undefined,
    ).then(
      () => traffic.sent++,
      () => traffic.failed++,
    );
  }
}

function sample(home: BenchHome, agents: readonly StartedAgent[]): Sample {
  return {
    memoryKiB: sum(agents.map(({ pid }) => residentKiB(pid))),
    files: sum(agents.map(({ pid }) => readdirSync(`/proc/${pid}/fd`).length)),
    storeBytes: sizeOf(home.env.SYNAPSE_HOME ?? ''),
  };
}

function verdict(samples: readonly Sample[], { sent, failed }: { sent: number; failed: number }): Line[] {
  const quarter = Math.max(1, Math.floor(samples.length / 4));
  const second = samples.slice(quarter, quarter * 2);
  const last = samples.slice(-quarter);
  const line = (name: string, limit: number, pick: (sample: Sample) => number, unit: number): Line => {
    const [before, after] = [median(second.map(pick)), median(last.map(pick))];
    return {
      name: `${DAEMONS} daemons, ${samples.length} minutes: ${name}`,
      ratio: after / before,
      limit,
      samples: samples.length,
      detail: `${(after / unit).toFixed(0)} in the last quarter against ${(before / unit).toFixed(0)} in the second, ${sent} sent, ${failed} failed`,
    };
  };
  return [
    line('memory (MiB)', 1.1, ({ memoryKiB }) => memoryKiB, 1024),
    line('open files', 1.05, ({ files }) => files, 1),
    line('stores (MiB)', 1.1, ({ storeBytes }) => storeBytes, 2 ** 20),
  ];
}

function sizeOf(dir: string): number {
  let bytes = 0;
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) bytes += sizeOf(path);
    else bytes += statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
