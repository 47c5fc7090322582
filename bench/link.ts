/** Measures the link to another host against a bare ssh channel that echoes, with the same sshd and keys, in turns. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { type Address, streamDaemon } from '../src/a2a/local.js';
import { identityOf } from '../src/hosts/identity.js';
import { Link } from '../src/hosts/link.js';
import { startSsh } from '../src/hosts/ssh.js';
import { Sshd } from '../test/rig/machine/sshd.js';
import { BenchHome, SYNAPSE } from './rig/home.js';
import { type Line, median } from './rig/line.js';

const SAMPLES = 2_000;
const MESSAGES = 200;
const ANSWER_LIMIT_MS = 10_000;

interface Channel {
  roundTripMs(): Promise<number>;
  close(): void;
}

export async function benchLink(): Promise<Line[]> {
  const { here, there, sshd, close } = await linkedHomes();
  try {
    return [...(await frames(sshd, join(there.dir, 'third'))), await messages(here, there)];
  } finally {
    await close();
  }
}

interface LinkedHomes {
  readonly here: BenchHome;
  readonly there: BenchHome;
  readonly sshd: Sshd;
  close(): Promise<void>;
}

/** Two homes of which the first keeps a link to the second. `env` is that of the first. */
export async function linkedHomes(env: NodeJS.ProcessEnv = {}): Promise<LinkedHomes> {
  const there = new BenchHome();
  const settings = { SYNAPSE_HUMAN: 'bench', SYNAPSE_HOST: 'there', PATH: process.env.PATH ?? '' };
  const sshd = new Sshd({ SYNAPSE_HOME: there.env.SYNAPSE_HOME ?? '', ...settings });
  await sshd.start();
  const here = new BenchHome();
  Object.assign(here.env, { SYNAPSE_HOST: 'here', SYNAPSE_SSH: `ssh -F ${sshd.config}`, ...env });
  const close = async () => {
    here.end();
    there.end();
    await sshd.close();
  };
  here.run('host', 'add', 'there', 'box', '--command', SYNAPSE);
  return { here, there, sshd, close };
}

async function frames(sshd: Sshd, home: string): Promise<Line[]> {
  const echo = await openEcho(sshd);
  const link = await openLink(sshd, home);
  const frameMs = async () => (await link.ping()) ?? Number.NaN;
  try {
    const measures = [() => echo.roundTripMs(), frameMs, () => requestMs(link)];
    const [bareMs = Number.NaN, aFrameMs = Number.NaN, aRequestMs = Number.NaN] = await inTurns(SAMPLES, measures);
    const bare = `${bareMs.toFixed(3)} ms for a line through ssh and cat`;
    return [
      {
        name: 'link: a frame to the other daemon and back',
        ratio: aFrameMs / bareMs,
        limit: 1.5,
        samples: SAMPLES,
        detail: `${aFrameMs.toFixed(3)} ms against ${bare}`,
      },
      {
        name: 'link: a request that the other daemon answers',
        ratio: aRequestMs / bareMs,
        limit: 3,
        samples: SAMPLES,
        detail: `${aRequestMs.toFixed(3)} ms against ${bare}`,
      },
    ];
  } finally {
    echo.close();
    link.close('done');
  }
}

/** From `send` to the receipt that says that it is stored over there, against the same between two agents here. */
async function messages(here: BenchHome, there: BenchHome): Promise<Line> {
  there.start('rex', 'sleep', '86400');
  here.start('max', 'sleep', '86400');
  const home = here.env.SYNAPSE_HOME ?? '';
  const { id, socket } = JSON.parse(readFileSync(join(home, 'live', 'bench.json'), 'utf8')) as Address;
  const sendTo = (target: string) => () => sendMs({ id, socket }, home, target);
  const [nearMs = Number.NaN, farMs = Number.NaN] = await inTurns(MESSAGES, [sendTo('max'), sendTo('rex@there')]);
  return {
    name: 'link: a message until it is stored over there',
    ratio: farMs / nearMs,
    limit: 2,
    samples: MESSAGES,
    detail: `${farMs.toFixed(2)} ms against ${nearMs.toFixed(2)} ms for one to an agent here, both with their syncs`,
  };
}

/** The median of each. The first quarter warms up, because a daemon compiles what it does often. */
async function inTurns(samples: number, measures: readonly (() => Promise<number>)[]): Promise<number[]> {
  const times: number[][] = measures.map(() => []);
  for (let count = -samples / 4; count < samples; count += 1) {
    for (const [index, measure] of measures.entries()) {
      const ms = await measure();
      if (count >= 0) times[index]?.push(ms);
    }
  }
  return times.map(median);
}

/** `ssh host cat`, kept open. */
async function openEcho({ config }: Sshd): Promise<Channel> {
  const child = spawn('ssh', ['-F', config, '-T', 'box', 'cat'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const roundTripMs = () =>
    new Promise<number>((resolve) => {
      const startedAt = performance.now();
      child.stdout.once('data', () => resolve(performance.now() - startedAt));
      child.stdin.write('ping\n');
    });
  await roundTripMs();
  return { roundTripMs, close: () => child.kill() };
}

/** The link as a daemon has it, in this process. */
function openLink({ config }: Sshd, home: string): Promise<Link> {
  const child = startSsh({ target: 'box', command: SYNAPSE }, { ...process.env, SYNAPSE_SSH: `ssh -F ${config}` });
  return new Promise((resolve, reject) => {
    const link: Link = new Link({
      side: 'dialer',
      readable: child.stdout as Readable,
      writable: child.stdin as Writable,
      identity: identityOf(home, 'third'),
      version: '0',
      admit: () => {},
      connect: ({ connection }) => connection.destroy(),
      answer: async () => ({ status: 404, body: Buffer.from('{}') }),
      agents: () => {},
      up: () => resolve(link),
      closed: (reason) => reject(new Error(reason)),
    });
  });
}

/** The daemon refuses this by itself, without asking an agent. */
async function requestMs(link: Link): Promise<number> {
  const startedAt = performance.now();
  const head = { from: 'ada', to: 'rex', method: 'GET', path: '/' };
  const { status } = await link.ask({ head, body: Buffer.alloc(0) }, ANSWER_LIMIT_MS);
  if (status !== 403) throw new Error(`the other host answered ${status}`);
  return performance.now() - startedAt;
}

async function sendMs(address: Address, home: string, target: string): Promise<number> {
  const startedAt = performance.now();
  const body = { target, text: 'ping', brief: true, wait_ms: ANSWER_LIMIT_MS };
  let outcome: unknown;
  await streamDaemon(address, home, { path: '/send', body, timeoutMs: ANSWER_LIMIT_MS }, (line) => {
    if (line.event !== 'done') return undefined;
    outcome = line.outcome;
    return 'last';
  });
  if (outcome !== 'delivered') throw new Error(`a message to ${target} is ${outcome}`);
  return performance.now() - startedAt;
}
