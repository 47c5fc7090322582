/** A home of its own for a benchmark: agents started with the built command, and nothing left at the end. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const ROOT = process.env.SYNAPSE_BENCH_ROOT ?? process.cwd();
export const SYNAPSE = join(ROOT, 'bin', 'synapse');

export interface StartedAgent {
  readonly id: string;
  readonly port: number;
  readonly pid: number;
  readonly program_pid: number;
  readonly endpoint: string;
}

export class BenchHome {
  readonly dir = mkdtempSync(join(tmpdir(), 'synapse-bench-'));
  readonly env: NodeJS.ProcessEnv;

  /** The command may be that of another build. */
  constructor(readonly synapse = SYNAPSE) {
    const { SYNAPSE_AGENT_ID: _id, SYNAPSE_INSTANCE: _instance, ...env } = process.env;
    this.env = { ...env, SYNAPSE_HOME: join(this.dir, 'home'), SYNAPSE_HUMAN: 'bench' };
  }

  run(...args: string[]): string {
    const { status, stdout, stderr } = spawnSync(this.synapse, args, { env: this.env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`synapse ${args.join(' ')}: ${stderr}${stdout}`);
    return stdout.trim();
  }

  start(id: string, ...command: string[]): StartedAgent {
    return JSON.parse(this.run('start', 'shell', '--json', '--id', id, '--', ...command)) as StartedAgent;
  }

  end(): void {
    spawnSync(this.synapse, ['stop', '--all', '--force'], { env: this.env });
    rmSync(this.dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

export function residentKiB(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN);
}

/** The CPU time that a process has used so far, in all its threads. */
export function cpuMs(pid: number): number {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

/** The unit of /proc/<pid>/stat, which is the same on all Linux systems. */
const MS_PER_TICK = 10;

/** The time that all threads of a process were running, which the load of the machine hardly changes. */
export function cpuNs(pid: number): number {
  return readdirSync(`/proc/${pid}/task`)
    .map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]))
    .reduce((sum, ns) => sum + ns, 0);
}

export function environmentOf(pid: number): Readonly<Record<string, string>> {
  const pairs = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
}
