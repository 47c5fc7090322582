/** Measures how soon a viewer sees what happens, with 50 agents and a message every 100 ms, and what that costs. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ActivityEvent } from '../src/a2a/activity.js';
import { callDaemon, readDaemon } from '../src/a2a/local.js';
import { Registry } from '../src/registry/registry.js';
import { BenchHome, cpuMs } from './rig/home.js';
import type { Line } from './rig/line.js';

const AGENTS = 50;
const MESSAGES = 200;
const EVERY_MS = 100;
const LIMIT_MS = 10_000;

/**
 * From the request to send until the viewer sees the message, divided by how long the request itself takes: a message is
 * committed before its sender is told so.
 */
export async function benchActivity(): Promise<Line[]> {
  const home = new BenchHome();
  const dir = home.env.SYNAPSE_HOME as string;
  const stop = new AbortController();
  try {
    const agents = Array.from({ length: AGENTS }, (_, index) => home.start(`a${index}`, 'cat').id);
    home.run('inbox');
    const registry = new Registry(dir);
    const entry = (id: string) => {
      const live = registry.live(id);
      if (!live) throw new Error(`${id} does not run`);
      return live;
    };
    const seenAt = new Map<string, number>();
    const person = entry('bench');
    let isOpen = false;
    const viewing = readDaemon(
      person,
      dir,
      { path: '/activity', signal: stop.signal },
      linesOf((event) => {
        if (event.event === 'snapshot') isOpen = true;
        else if (event.change.event === 'message') seenAt.set(event.change.text, performance.now());
      }),
    );
    viewing.catch(() => {});
    while (!isOpen) await pause(10);
    const idleMs = cpuMs(person.pid);
    await pause(5_000);
    const idle = (cpuMs(person.pid) - idleMs) / 50;
    const [sent, seen]: [number[], number[]] = [[], []];
    const before = cpuMs(person.pid);
    const beganAt = performance.now();
    for (let index = 0; index < MESSAGES; index += 1) {
      const from = entry(agents[index % AGENTS] as string);
      const text = `message ${index}`;
      const startedAt = performance.now();
      const body = { target: agents[(index * 7 + 1) % AGENTS], text, wait_ms: 0 };
      await callDaemon(from, dir, { path: '/send', body });
      sent.push(performance.now() - startedAt);
      while (!seenAt.has(text) && performance.now() - startedAt < LIMIT_MS) await pause(1);
      seen.push((seenAt.get(text) ?? Number.POSITIVE_INFINITY) - startedAt);
      await pause(Math.max(0, beganAt + (index + 1) * EVERY_MS - performance.now()));
    }
    const busy = ((cpuMs(person.pid) - before) / (performance.now() - beganAt)) * 100;
    const late = seen.map((ms, index) => ms - (sent[index] as number));
    const detail = `seen ${at(seen, 0.5)} ms after the request, ${at(seen, 0.95)} ms at the 95th; after the answer ${at(late, 0.5)} ms; the person's daemon uses ${busy.toFixed(1)} % of a core, ${idle.toFixed(1)} % when nothing happens`;
    const ratio = Number(at(seen, 0.5)) / Number(at(sent, 0.5));
    return [{ name: 'activity: seen / sent, 50 agents', ratio, limit: 3, samples: MESSAGES, detail }];
  } finally {
    stop.abort();
    home.end();
  }
}

function linesOf(onEvent: (event: ActivityEvent) => void): (chunk: string) => void {
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data: ')) onEvent(JSON.parse(line.slice('data: '.length)));
  };
}

function at(times: readonly number[], share: number): string {
  const sorted = [...times].sort((a, b) => a - b);
  return (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1);
}
