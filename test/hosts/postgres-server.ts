/** A real PostgreSQL server in a temporary folder, which a test may stop, kill, restart and replicate. */
import { type ExecFileSyncOptions, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signalAll } from '../rig/processes/signal.js';

const VERSIONS = '/usr/lib/postgresql';

/** The programs of Debian's package, or those in the PATH. */
function program(name: string): string {
  const newest = existsSync(VERSIONS) ? readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a))[0] : undefined;
  return newest === undefined ? name : join(VERSIONS, newest, 'bin', name);
}

/** The server refuses to run as root. */
export function account(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [, , uid, gid] = /^postgres:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0].split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

function run(name: string, args: readonly string[], options: ExecFileSyncOptions = {}): string {
  const env = { ...process.env, LC_ALL: 'C' };
  return String(execFileSync(program(name), args, { stdio: 'pipe', cwd: '/', env, ...account(), ...options }));
}

export class PostgresServer {
  #isStarted = false;

  private constructor(
    readonly dir: string,
    readonly port: number,
  ) {}

  static async create(settings: readonly string[] = []): Promise<PostgresServer> {
    const server = await PostgresServer.#inNewFolder();
    run('initdb', ['-D', server.#data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']);
    server.configure([
      ...[`port = ${server.port}`, `unix_socket_directories = '${server.dir}'`, `listen_addresses = '127.0.0.1'`],
      ...['fsync = off', 'max_connections = 200', 'wal_level = replica', `log_min_messages = 'warning'`],
      ...settings,
    ]);
    server.start();
    return server;
  }

  /** A streaming replica of this server, which can be promoted. */
  async replica(settings: readonly string[] = []): Promise<PostgresServer> {
    const copy = await PostgresServer.#inNewFolder();
    run('pg_basebackup', [
      '-D',
      copy.#data,
      '-R',
      '-h',
      '127.0.0.1',
      '-p',
      String(this.port),
      '-U',
      'postgres',
      '-c',
      'fast',
    ]);
    copy.configure([`port = ${copy.port}`, `unix_socket_directories = '${copy.dir}'`, ...settings]);
    copy.start();
    return copy;
  }

  static async #inNewFolder(): Promise<PostgresServer> {
    const dir = mkdtempSync(join(tmpdir(), 'synapse-pg-'));
    const { uid, gid } = account();
    if (uid !== undefined && gid !== undefined) chownSync(dir, uid, gid);
    return new PostgresServer(dir, await freePort());
  }

  get #data(): string {
    return join(this.dir, 'data');
  }

  configure(settings: readonly string[]): void {
    writeFileSync(join(this.#data, 'postgresql.conf'), `${settings.join('\n')}\n`, { flag: 'a' });
  }

  /** From now on, everybody but the tests needs a password, and an encrypted connection if there is a certificate. */
  demandPassword({ encrypted = false } = {}): void {
    const rules = ['local all all trust', 'host all postgres 127.0.0.1/32 trust'];
    const kind = encrypted ? 'hostssl' : 'host';
    const others = ['127.0.0.1/32', '::1/128'].map((from) => `${kind} all all ${from} scram-sha-256`);
    writeFileSync(join(this.#data, 'pg_hba.conf'), `${[...rules, ...others].join('\n')}\n`);
    run('pg_ctl', ['-D', this.#data, 'reload']);
  }

  /** The paths of its certificate and key, which only the server may read. */
  certificate(): { readonly cert: string; readonly key: string } {
    return { cert: join(this.#data, 'server.crt'), key: join(this.#data, 'server.key') };
  }

  /** Lets the server use them. */
  encrypt(): void {
    const { uid, gid } = account();
    const { cert, key } = this.certificate();
    for (const file of [cert, key]) {
      chmodSync(file, 0o600);
      if (uid !== undefined && gid !== undefined) chownSync(file, uid, gid);
    }
    this.configure(['ssl = on']);
    run('pg_ctl', ['-D', this.#data, 'reload']);
  }

  start(): void {
    // Its output goes to a file, because a server that keeps our pipe would keep us waiting.
    run('pg_ctl', ['-D', this.#data, '-l', join(this.dir, 'log'), '-w', '-t', '60', 'start'], { stdio: 'ignore' });
    this.#isStarted = true;
  }

  stop(mode: 'fast' | 'immediate' = 'fast'): void {
    if (this.#isStarted) run('pg_ctl', ['-D', this.#data, '-m', mode, '-w', 'stop']);
    this.#isStarted = false;
  }

  restart(): void {
    this.stop();
    this.start();
  }

  /** Stops it as it is: connections stay, and nobody answers. */
  freeze(): void {
    // The main process first, so that it starts no others meanwhile.
    signalAll([this.#mainProcess()], 'SIGSTOP');
    signalAll(this.#processes(), 'SIGSTOP');
  }

  thaw(): void {
    signalAll(this.#processes(), 'SIGCONT');
  }

  #processes(): number[] {
    const main = this.#mainProcess();
    const others = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === main);
    return [main, ...others.map(Number)];
  }

  #mainProcess(): number {
    return Number(readFileSync(join(this.#data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  }

  promote(): void {
    run('pg_ctl', ['-D', this.#data, '-w', 'promote']);
  }

  /** Runs statements and returns what they print, without decoration. */
  sql(text: string, database = 'postgres'): string {
    const to = ['-h', this.dir, '-p', String(this.port), '-U', 'postgres', '-d', database];
    return run('psql', [...to, '-XAtq', '-v', 'ON_ERROR_STOP=1', '-c', text]).trim();
  }

  /** Runs statements that take their time. */
  hold(text: string, database = 'postgres'): Promise<void> {
    const to = ['-h', this.dir, '-p', String(this.port), '-U', 'postgres', '-d', database];
    const child = spawn(program('psql'), [...to, '-XAtq', '-c', text], { stdio: 'ignore', cwd: '/', ...account() });
    return new Promise((resolve) => child.once('close', () => resolve()));
  }

  /** The address of a new, empty database. */
  database(name = `team_${process.pid}_${++made}`): string {
    this.sql(`create database ${name}`);
    return this.address(name);
  }

  address(database: string): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`;
  }

  remove(): void {
    try {
      this.stop('immediate');
    } finally {
      rmSync(this.dir, { recursive: true, force: true });
    }
  }
}

let made = 0;

function parentOf(pid: number): number | null {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    // It has just ended.
    return null;
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
