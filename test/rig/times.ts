/** Times on a machine that has other things to do: what one round took says little, what most of them took says enough. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { vi } from 'vitest';

/** Repeats an assertion until it holds, which may take a while on a busy machine. */
export function eventually<T>(assertion: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(assertion, { timeout: 60_000 });
}

export function median(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] as number;
}

/**
 * The first round within the limit, or the best of all: a machine is slow now and then, broken code in every round. What a
 * round took is shortened as much as the start of a process is stretched right after it.
 */
export async function bestOf(rounds: number, limitMs: number, round: () => Promise<number>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let done = 0; done < rounds && best >= limitMs; done += 1) {
    const tookMs = await round();
    best = Math.min(best, tookMs < limitMs ? tookMs : tookMs / (await slowness()));
  }
  return best;
}

/** How long a Node that does nothing takes to start and end on a machine that is idle. */
const IDLE_START_MS = 40;

/** A limit as it is meant for an idle machine, stretched as much as the start of a process is stretched right now. */
export async function stretched(limitMs: number): Promise<number> {
  return limitMs * (await slowness());
}

async function slowness(): Promise<number> {
  const startedAt = performance.now();
  await promisify(execFile)(process.execPath, ['-e', '0']);
  return Math.max(1, (performance.now() - startedAt) / IDLE_START_MS);
}
