/** Messages to an agent that has just been started, gets no processor time, or is stopped or killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { signalAll } from '../../rig/processes/signal.js';
import { type Random, randomFrom } from '../../rig/texts/nasty-text.js';
import type { Case } from './cases.js';
import { shortKinds } from './kinds.js';
import type { Trial } from './trial.js';

const LIMIT_MS = 120_000;

export const harshCases: Readonly<Record<string, Case>> = {
  'before it is ready': {
    count: 6,
    isEarly: true,
    async run(trial, count, seed) {
      const kind = shortKinds(seed + 5);
      for (let done = 0; done < count; done += 3) {
        if (done > 0) {
          await trial.command('stop', trial.name);
          await trial.run();
        }
        const three = [];
        for (const offset of [0, 1, 2]) three.push(await trial.send(kind(done + offset)));
        for (const message of three) await trial.read(message, LIMIT_MS);
        await trial.ready();
      }
    },
  },
  'with two CPU hogs': {
    count: 20,
    async run(trial, count, seed) {
      const kind = shortKinds(seed + 6);
      const hogs = [hog(), hog()];
      try {
        for (let done = 0; done < count; done += 1) {
          const message = await trial.send(kind(done * 3));
          if ((await trial.read(message, LIMIT_MS)) && done % 3 === 0) await trial.ready();
        }
      } finally {
        for (const each of hogs) each.kill('SIGKILL');
      }
    },
  },
  'stopped for 4 to 10 s': {
    count: 10,
    async run(trial, count, seed) {
      const [kind, random] = [shortKinds(seed + 7), randomFrom(seed + 7)];
      for (let done = 0; done < count; done += 1) {
        const stopping = stopFor(trial, random(900), 4_000 + random(6_000));
        const message = await trial.send(kind(done * 5));
        await stopping;
        if (await trial.read(message, LIMIT_MS)) await trial.ready();
      }
    },
  },
  'kill -9 of its daemon': {
    count: 6,
    run: (trial, count, seed) => killing(trial, count, randomFrom(seed + 8), () => trial.killDaemon()),
  },
  'kill -9 of the agent': {
    count: 6,
    run: (trial, count, seed) =>
      killing(trial, count, randomFrom(seed + 9), async () => {
        const { program_pid: pid } = await trial.status();
        if (pid) process.kill(pid, 'SIGKILL');
      }),
  },
};

/** Kills at a random moment after a message was sent, starts it again, and sends another one. */
async function killing(trial: Trial, count: number, random: Random, kill: () => Promise<void>): Promise<void> {
  const kind = shortKinds(random(1_000));
  for (let done = 0; done < count; done += 2) {
    const killed = later(random(1_500)).then(kill);
    const first = await trial.send(kind(done * 5));
    await killed;
    const hasEnded = await trial.until(async () => !(await isAlive(trial)), 15_000);
    if (hasEnded) await trial.run();
    await trial.ready();
    const second = await trial.send(kind(done * 5 + 1));
    await trial.read(second, LIMIT_MS);
    const isKnown = async () => trial.hasHeard(first) || (await trial.receiptOf(first.id))?.state === 'uncertain';
    if (!(await trial.until(isKnown, LIMIT_MS))) trial.notes.push(`nothing is known about ${first.kind.name}`);
    await trial.ready();
  }
}

async function isAlive(trial: Trial): Promise<boolean> {
  try {
    return (await trial.status()).program_pid !== null;
  } catch {
    return false;
  }
}

/** Stops every process of the agent, its daemon not. */
async function stopFor(trial: Trial, afterMs: number, stoppedMs: number): Promise<void> {
  const pids = await trial.processes();
  await later(afterMs);
  signalAll(pids, 'SIGSTOP');
  await later(stoppedMs);
  signalAll(pids, 'SIGCONT');
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Ends with the test, even if that is killed. */
function hog(): ChildProcess {
  return spawn(process.execPath, ['-e', 'const { ppid } = process; while (process.ppid === ppid);'], {
    stdio: 'ignore',
  });
}
