/** A real sshd with keys, configuration and port of its own, as the way to another host. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { signalAll } from '../processes/signal.js';

const SSHD = '/usr/sbin/sshd';
const LOOK_AGAIN_MS = 20;

export class Sshd {
  readonly dir = mkdtempSync(join(tmpdir(), 'syn-ssh-'));
  readonly config = join(this.dir, 'config');
  #env: Readonly<Record<string, string>>;
  /** Where ssh goes, if not straight to sshd. */
  #way: number | null = null;
  #port = 0;
  #process: ChildProcess | null = null;

  /** `name` is what ssh is told. */
  constructor(
    env: Readonly<Record<string, string>>,
    readonly name = 'box',
  ) {
    this.#env = env;
    for (const key of ['host', 'user']) this.makeKey(key);
  }

  makeKey(name: string): void {
    rmSync(join(this.dir, name), { force: true });
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(this.dir, name)]);
  }

  async start({ isStrict = false } = {}): Promise<void> {
    this.#port ||= await freePort();
    const lines = [
      'ListenAddress 127.0.0.1',
      `Port ${this.#port}`,
      `HostKey ${join(this.dir, 'host')}`,
      `PidFile ${join(this.dir, 'pid')}`,
      `AuthorizedKeysFile ${join(this.dir, 'user.pub')}`,
      ...['StrictModes no', 'UsePAM no', 'PasswordAuthentication no', 'MaxStartups 100'],
      `SetEnv ${Object.entries(this.#env)
        .map(([name, value]) => `"${name}=${value}"`)
        .join(' ')}`,
    ];
    writeFileSync(join(this.dir, 'sshd_config'), `${lines.join('\n')}\n`);
    this.knowsHost(isStrict);
    if (process.getuid?.() === 0) execFileSync('mkdir', ['-p', '/run/sshd']);
    // A process group of its own: the sessions of a killed sshd live on.
    this.#process = spawn(SSHD, ['-D', '-e', '-f', join(this.dir, 'sshd_config')], { stdio: 'ignore', detached: true });
    while (!existsSync(join(this.dir, 'pid')) && this.#process.exitCode === null) await pause(LOOK_AGAIN_MS);
  }

  get port(): number {
    return this.#port;
  }

  /** More of the environment of what it starts, from its next start on. */
  sets(env: Readonly<Record<string, string>>): void {
    this.#env = { ...this.#env, ...env };
  }

  /** ssh goes through this port from now on. */
  through(port: number): void {
    this.#way = port;
    this.knowsHost(false);
  }

  /** A strict client takes only the host keys that it knows. */
  knowsHost(isStrict: boolean): void {
    const lines = [
      `Host ${this.name}`,
      '  HostName 127.0.0.1',
      `  Port ${this.#way ?? this.#port}`,
      `  IdentityFile ${join(this.dir, 'user')}`,
      '  IdentitiesOnly yes',
      `  UserKnownHostsFile ${join(this.dir, 'known_hosts')}`,
      `  StrictHostKeyChecking ${isStrict ? 'yes' : 'accept-new'}`,
    ];
    writeFileSync(this.config, `${lines.join('\n')}\n`);
  }

  /** The network is gone: nobody listens, and what is open is cut. */
  async stop(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (!child?.pid) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    killTree(child.pid);
    await ended;
    rmSync(join(this.dir, 'pid'), { force: true });
  }

  /** Cuts the connections that are open now; new ones are taken. */
  cut(): void {
    for (const pid of childrenOf(this.#process?.pid ?? -1)) killTree(pid);
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.dir, { recursive: true, force: true });
  }
}

function killTree(pid: number): void {
  const below = childrenOf(pid);
  // The bridge sees the end of its input, as it would if the machine were cut off.
  signalAll([pid], 'SIGKILL');
  for (const child of below) if (commandOf(child).startsWith('sshd')) killTree(child);
}

export function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return text.split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
