/** Measures the memory of a daemon: idle, after ten thousand messages, and with fifty daemons at once. */
import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { startTimeOf } from '../src/processes.js';
import { blast } from './rig/blast.js';
import { BenchHome, residentKiB } from './rig/home.js';
import { type Line, median } from './rig/line.js';

const SAMPLES = 5;
const MANY = 50;
const MESSAGES = 10_000;
/** Nothing happens in this time, so that daemons release memory and only what stays is measured. */
const SETTLE_MS = 10_000;

const BARE_SERVER = `require('node:http').createServer((q, s) => s.end('ok')).listen(0, '127.0.0.1', () => console.log('up'))`;

export async function benchMemory(): Promise<Line[]> {
  const home = new BenchHome();
  const servers = Array.from({ length: SAMPLES }, () =>
    spawn(process.execPath, ['-e', BARE_SERVER], { stdio: ['ignore', 'pipe', 'ignore'] }),
  );
  try {
    await Promise.all(servers.map((server) => new Promise((resolve) => server.stdout.once('data', resolve))));
    const agents = Array.from({ length: SAMPLES }, (_, index) => home.start(`idle-${index}`, 'cat'));
    await pause(SETTLE_MS);
    const bare = median(servers.map((server) => residentKiB(server.pid ?? 0)));
    const idle = median(agents.map((agent) => residentKiB(agent.pid)));
    return [
      {
        name: 'idle daemon with terminal and screen, memory',
        ratio: idle / bare,
        limit: 1.5,
        samples: SAMPLES,
        detail: `${mib(idle)} against ${mib(bare)} for a bare node HTTP server`,
      },
      await growth(home, agents[0]?.id ?? ''),
      await many(home),
    ];
  } finally {
    for (const server of servers) server.kill();
    home.end();
  }
}

/** The first thousand messages warm it up. The next ten thousand must not make it grow. */
async function growth(home: BenchHome, id: string): Promise<Line> {
  const agent = (
    JSON.parse(home.run('list', '--json')) as { agents: { id: string; pid: number; port: number }[] }
  ).agents.find((each) => each.id === id);
  if (!agent) throw new Error(`${id} is gone`);
  const token = home.run('token', 'create', '--name', 'growth');
  const send = async () => {
    await blast({ port: agent.port, token, messages: MESSAGES, connections: 16 });
    while (waiting(home, id) > 0) await pause(200);
    await pause(SETTLE_MS);
    return residentKiB(agent.pid);
  };
  const before = await send();
  const after = await send();
  return {
    name: `daemon after another ${MESSAGES} messages, memory`,
    ratio: after / before,
    limit: 1.1,
    samples: 1,
    detail: `${mib(after)} against ${mib(before)} before`,
  };
}

function waiting(home: BenchHome, id: string): number {
  return (JSON.parse(home.run('status', id, '--json')) as { queue: { waiting: number } }).queue.waiting;
}

async function many(home: BenchHome): Promise<Line> {
  const start = performance.now();
  const agents = Array.from({ length: MANY }, (_, index) => home.start(`many-${index}`, 'cat'));
  const startedMs = performance.now() - start;
  const answers = await Promise.all(
    agents.map(({ port }) => fetch(`http://127.0.0.1:${port}/healthz`).then(({ ok }) => ok)),
  );
  home.run('stop', ...agents.map(({ id }) => id));
  const left = agents.filter(({ pid }) => startTimeOf(pid) !== null).length;
  return {
    name: `${MANY} daemons start, answer and stop`,
    ratio: (answers.filter(Boolean).length - left) / MANY,
    limit: 1,
    atLeast: true,
    samples: MANY,
    detail: `started in ${(startedMs / 1000).toFixed(1)} s one after the other, ${left} left after stop`,
  };
}

const mib = (kib: number): string => `${(kib / 1024).toFixed(1)} MiB`;
