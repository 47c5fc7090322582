/** Measures how long a command takes, compared with the shortest thing that Node can do. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BenchHome, SYNAPSE } from './rig/home.js';
import { type Line, median } from './rig/line.js';

const ROUNDS = 50;
/** How many commands are measured between two measurements of the yardstick. */
const FLOOR_EVERY = 3;

interface Subject {
  readonly name: string;
  readonly limit: number;
  readonly args: readonly string[];
}

const SUBJECTS: readonly Subject[] = [
  { name: 'synapse send <agent> hi', limit: 1.15, args: ['send', 'cat', 'hi'] },
  { name: 'synapse list --json', limit: 1.35, args: ['list', '--json'] },
  { name: 'synapse tasks', limit: 1.5, args: ['tasks'] },
  { name: 'synapse status <agent>', limit: 1.5, args: ['status', 'cat'] },
  { name: 'synapse inbox', limit: 1.5, args: ['inbox'] },
  { name: 'synapse reply --list-targets', limit: 1.5, args: ['reply', '--list-targets'] },
  { name: 'synapse profiles', limit: 1.5, args: ['profiles'] },
  { name: 'synapse --version', limit: 1.5, args: ['--version'] },
];

/** Notes when each line arrives. All processes of a machine share the same clock. */
const READER = `
const { appendFileSync, readSync } = require('node:fs');
const buffer = Buffer.alloc(65536);
for (;;) {
  const size = readSync(0, buffer);
  if (size === 0) break;
  appendFileSync(process.argv[2], String(process.hrtime.bigint()) + '\\n');
}
`;

export async function benchCommands(): Promise<Line[]> {
  const home = new BenchHome();
  try {
    home.start('cat', 'cat');
    const times = join(home.dir, 'times');
    writeFileSync(join(home.dir, 'reader.cjs'), READER);
    writeFileSync(times, '');
    home.start('reader', process.execPath, join(home.dir, 'reader.cjs'), times);
    for (let warm = 0; warm < 5; warm++) for (const { args } of SUBJECTS) home.run(...args);
    await sendUntilRead(home, times);
    const floor: number[] = [];
    const taken = SUBJECTS.map((): number[] => []);
    const reads: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, { args }] of SUBJECTS.entries()) {
        // Often enough that a machine that is slow for a second is slow for both.
        if (index % FLOOR_EVERY === 0) floor.push(wallMs(process.execPath, ['-e', '0'], home));
        taken[index]?.push(wallMs(SYNAPSE, args, home));
      }
      reads.push(await sendUntilRead(home, times));
    }
    const yardstick = median(floor);
    const line = (name: string, limit: number, values: readonly number[]): Line => ({
      name,
      limit,
      ratio: median(values) / yardstick,
      samples: values.length,
      detail: `${median(values).toFixed(0)} ms against ${yardstick.toFixed(0)} ms for node -e 0`,
    });
    return [
      ...SUBJECTS.map(({ name, limit }, index) => line(name, limit, taken[index] ?? [])),
      line('start of send → read() of the program', 1.15, reads),
    ];
  } finally {
    home.end();
  }
}

function wallMs(file: string, args: readonly string[], { env }: BenchHome): number {
  const start = process.hrtime.bigint();
  const { status, stderr } = spawnSync(file, args, { env, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });
  const took = Number(process.hrtime.bigint() - start) / 1e6;
  if (status !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${status}: ${stderr}`);
  return took;
}

/** Milliseconds from the start of the command until the program's `read()` returns the line. */
async function sendUntilRead({ env }: BenchHome, times: string): Promise<number> {
  const before = countLines(times);
  const arrived = new Promise<void>((resolve) => {
    const watcher = watch(times, () => {
      if (countLines(times) <= before) return;
      watcher.close();
      resolve();
    });
  });
  const start = process.hrtime.bigint();
  const child = spawn(SYNAPSE, ['send', 'reader', 'hi'], { env, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  await Promise.all([arrived, ended]);
  const read = BigInt(readFileSync(times, 'utf8').trimEnd().split('\n')[before] ?? '0');
  return Number(read - start) / 1e6;
}

function countLines(file: string): number {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
}
