/** Starts a daemon in the background and returns when it answers, or fails with the reason why it does not. */
import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { systemClock } from '../clock.js';
import { entryPath } from '../entries.js';
import { errorFromBody, fail } from '../errors.js';
import type { ChannelName, Profile } from '../profiles/profile.js';
import { endLaunch, noteLaunch } from '../registry/launches.js';
import type { DaemonSpec, Started } from './daemon-spec.js';

export interface Launch {
  readonly home: string;
  /** Null for a person, whose daemon has no program. */
  readonly profile: Profile | null;
  readonly command: readonly string[];
  readonly allowShell?: boolean | undefined;
  readonly channels?: readonly ChannelName[] | undefined;
  readonly cwd: string;
  /** Added to the environment of this process. */
  readonly env: Readonly<Record<string, string>>;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly role?: string | undefined;
  readonly port?: number | undefined;
  readonly project?: string | undefined;
  readonly why?: string | undefined;
  readonly purpose?: 'task' | 'chat' | undefined;
  readonly parent?: string | undefined;
  /** That of an earlier start, which this one repeats. */
  readonly fingerprint?: string | undefined;
  /** Do not start it as a child of this process, so that ending this process with all its children does not end it. */
  readonly apart?: boolean;
  /** The terminal that it runs in. Without one it runs in the background. */
  readonly foreground?: { readonly cols: number; readonly rows: number };
}

export const START_LIMIT_MS = 20_000;
const SIZE = { cols: 120, rows: 40 } as const;
/** Small heaps, because a daemon mostly waits and there may be fifty of them. */
const NODE_FLAGS = [
  '--min-semi-space-size=2',
  '--max-semi-space-size=4',
  '--single-threaded-gc',
  '--expose-gc',
  '--no-warnings',
];

/** A shell that passes its input and descriptors on to the daemon, prints the daemon's pid, and exits. */
const APART = 'exec 4<&0; "$@" <&4 4<&- & echo "$!" >&3';

/** From where a daemon is launched: by default from this very process. */
export interface LaunchedFrom {
  readonly entry?: string;
  readonly env?: NodeJS.ProcessEnv;
}

export async function launchDaemon(launch: Launch, from: LaunchedFrom = {}): Promise<Started> {
  const { entry = entryPath('daemon'), env = process.env } = from;
  const { home, id = null, project = null } = launch;
  // Before anything else, so that a daemon that ends leaves no launch that nobody sees.
  const launchFile = noteLaunch(home, { id, project }, systemClock.now());
  try {
    return await startProcess(launch, { entry, env, launchFile });
  } finally {
    endLaunch(launchFile);
  }
}

async function startProcess(
  launch: Launch,
  { entry, env, launchFile }: Required<LaunchedFrom> & { readonly launchFile: string | null },
): Promise<Started> {
  const { spawn } = await import('node:child_process');
  const words = [process.execPath, ...NODE_FLAGS, join(binDirOf(entry), 'daemon.cjs')];
  const [file = '', ...args] = launch.apart ? ['/bin/sh', '-c', APART, 'sh', ...words] : words;
  const child = spawn(file, args, {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    env: environment(env),
  });
  const started = readAnswer(child, launch);
  child.stdin?.on('error', () => {});
  child.stdin?.end(JSON.stringify({ ...daemonSpec(launch, { entry, env }), launchFile }));
  try {
    return await started;
  } finally {
    child.unref();
    (child.stdio[3] as Readable | null)?.destroy();
  }
}

export function daemonSpec(launch: Launch, { entry, env }: Required<LaunchedFrom>): DaemonSpec {
  return {
    home: launch.home,
    profile: launch.profile,
    command: launch.command,
    allowShell: launch.allowShell ?? false,
    channels: launch.channels ?? null,
    id: launch.id ?? null,
    name: launch.name ?? null,
    role: launch.role ?? null,
    port: launch.port ?? null,
    project: launch.project ?? null,
    why: launch.why ?? null,
    launchedAt: systemClock.now(),
    purpose: launch.purpose ?? 'task',
    parent: launch.parent ?? null,
    cwd: launch.cwd,
    env: { ...environment(env), ...launch.env },
    binDir: binDirOf(entry),
    size: launch.foreground ?? SIZE,
    foreground: launch.foreground !== undefined,
    fingerprint: launch.fingerprint ?? fingerprintOf(launch),
  };
}

/** The folder of the commands, beside that of the bundles. */
function binDirOf(entry: string): string {
  return join(dirname(dirname(entry)), 'bin');
}

/** A fingerprint of what is started, to compare with later. It is a hash, because the environment may be secret. */
export function fingerprintOf({ profile, command, cwd, env }: Launch): string {
  const variables = Object.entries(env).sort(([a], [b]) => (a < b ? -1 : 1));
  const parts = JSON.stringify([profile?.name ?? null, command, cwd, variables]);
  return createHash('sha256').update(parts).digest('hex').slice(0, 32);
}

function environment(env: NodeJS.ProcessEnv): Record<string, string> {
  // These variables describe the wrapped program that runs this command, not the new agent.
  const {
    SYNAPSE_AGENT_ID: _id,
    SYNAPSE_INSTANCE: _instance,
    SYNAPSE_AGENT_TYPE: _type,
    SYNAPSE_PORT: _port,
    ...own
  } = env;
  return own as Record<string, string>;
}

function readAnswer(child: ChildProcess, launch: Launch): Promise<Started> {
  const agent = launch.id ?? launch.profile?.name ?? 'the agent';
  return new Promise((resolve, reject) => {
    const refuse = (reason: string) => reject(fail('daemon_failed_to_start', { agent, reason }));
    let text = '';
    const timer = setTimeout(() => {
      kill(child, launch.apart ? Number.parseInt(text, 10) : null);
      refuse(`it did not answer within ${START_LIMIT_MS / 1000} s`);
    }, START_LIMIT_MS);
    const pipe = child.stdio[3] as Readable;
    pipe.setEncoding('utf8');
    pipe.on('data', (chunk: string) => {
      text += chunk;
    });
    pipe.on('close', () => {
      clearTimeout(timer);
      const line = text.split('\n').find((each) => each.startsWith('{'));
      if (line === undefined) return refuse('it ended at once');
      const answer = JSON.parse(line) as Record<string, unknown>;
      if (answer.success === false) reject(errorFromBody(answer, 'the daemon refused'));
      else resolve(answer as unknown as Started);
    });
    child.once('error', (error) => {
      clearTimeout(timer);
      refuse(error.message);
    });
  });
}

/** With `apart`, the pid of the daemon, whose parent has already exited. */
function kill(child: ChildProcess, apart: number | null): void {
  try {
    if (apart === null) child.kill('SIGKILL');
    else if (apart > 1) process.kill(apart, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}
