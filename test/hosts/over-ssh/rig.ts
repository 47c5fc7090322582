/** Two hosts on one machine: a home each, and a real sshd with keys, configuration and port of its own between them. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as plain } from 'vitest';
import { readHost, readLink } from '../../../src/registry/hosts/hosts.js';
import { BINARY, type Result } from '../../rig/home/binary.js';
import { Home } from '../../rig/home/home.js';

export const test = plain.extend<{ two: TwoHosts }>({
  // biome-ignore lint/correctness/noEmptyPattern: the test library reads what a fixture needs from this pattern.
  two: async ({}, use) => {
    const two = new TwoHosts();
    await two.sshd.start();
    await use(two);
    await two.close();
  },
});

const SSHD = '/usr/sbin/sshd';
/** What `host add` names over there, because the PATH of an ssh command has no synapse. */
const COMMAND = BINARY;

export class TwoHosts {
  readonly laptop = new Home();
  readonly gpu = new Home();
  readonly sshd: Sshd;

  constructor() {
    this.laptop.settings = { SYNAPSE_HUMAN: 'mia', SYNAPSE_HOST: 'laptop' };
    this.gpu.settings = { SYNAPSE_HUMAN: 'ben', SYNAPSE_HOST: 'gpu' };
    this.sshd = new Sshd({ SYNAPSE_HOME: this.gpu.home, ...this.gpu.settings, PATH: process.env.PATH ?? '' });
    this.laptop.settings = { ...this.laptop.settings, SYNAPSE_SSH: `ssh -F ${this.sshd.config}` };
  }

  /** `synapse host add gpu`, on the laptop. */
  add(name = 'gpu', command = COMMAND): Promise<Result> {
    return this.laptop.run(['host', 'add', name, 'box', '--command', command]);
  }

  async linked(): Promise<void> {
    expect(await this.add()).toMatchObject({ code: 0 });
  }

  /** What the laptop notes about its link. */
  get link() {
    return readLink(this.laptop.home, 'gpu');
  }

  get host() {
    return readHost(this.laptop.home, 'gpu');
  }

  async isUp(): Promise<void> {
    await expect.poll(() => this.link?.state, { interval: 20 }).toBe('up');
  }

  async close(): Promise<void> {
    await this.sshd.close();
    await this.laptop.close();
    await this.gpu.close();
  }
}

export class Sshd {
  readonly dir = mkdtempSync(join(tmpdir(), 'syn-ssh-'));
  readonly config = join(this.dir, 'config');
  readonly #env: Readonly<Record<string, string>>;
  #port = 0;
  #process: ChildProcess | null = null;

  constructor(env: Readonly<Record<string, string>>) {
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
        .map(([name, value]) => `${name}=${value}`)
        .join(' ')}`,
    ];
    writeFileSync(join(this.dir, 'sshd_config'), `${lines.join('\n')}\n`);
    this.knowsHost(isStrict);
    if (process.getuid?.() === 0) execFileSync('mkdir', ['-p', '/run/sshd']);
    // A process group of its own: the sessions of a killed sshd live on.
    this.#process = spawn(SSHD, ['-D', '-e', '-f', join(this.dir, 'sshd_config')], { stdio: 'ignore', detached: true });
    await expect.poll(() => existsSync(join(this.dir, 'pid')), { interval: 20 }).toBe(true);
  }

  /** A strict client takes only the host keys that it knows. */
  knowsHost(isStrict: boolean): void {
    const lines = [
      'Host box',
      '  HostName 127.0.0.1',
      `  Port ${this.#port}`,
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
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
  for (const child of below) if (commandOf(child).startsWith('sshd')) killTree(child);
}

function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return text.split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function commandOf(pid: number): string {
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
