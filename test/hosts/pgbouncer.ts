/** A real PgBouncer in front of a server: each transaction may get another connection. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { account, freePort, type PostgresServer } from './postgres-server.js';

const PROGRAM = '/usr/sbin/pgbouncer';
export const HAS_PGBOUNCER = existsSync(PROGRAM);
const STARTS_MS = 30_000;

export class PgBouncer {
  private constructor(
    readonly dir: string,
    readonly port: number,
    readonly process: ChildProcess,
  ) {}

  static async create(server: PostgresServer, settings: readonly string[] = []): Promise<PgBouncer> {
    const dir = mkdtempSync(join(tmpdir(), 'synapse-pool-'));
    chmodSync(dir, 0o755);
    const port = await freePort();
    const config = join(dir, 'pgbouncer.ini');
    writeFileSync(
      config,
      [
        ...[
          '[databases]',
          `* = user=postgres host=127.0.0.1 port=${server.port}`,
          '[pgbouncer]',
          'listen_addr = 127.0.0.1',
        ],
        ...[`listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = any', 'pool_mode = transaction'],
        // Few, so that they are passed on.
        ...['default_pool_size = 3', 'max_client_conn = 500', 'server_login_retry = 1', ...settings],
      ]
        .map((line) => `${line}\n`)
        .join(''),
    );
    const child = spawn(PROGRAM, ['-q', config], { stdio: 'ignore', cwd: '/', ...account() });
    await answers(port);
    return new PgBouncer(dir, port, child);
  }

  /** The address of the same database through it. */
  through(place: string): string {
    return place.replace(/:\d+\//, `:${this.port}/`);
  }

  async remove(): Promise<void> {
    const isOver = new Promise((resolve) => this.process.once('close', resolve));
    this.process.kill('SIGKILL');
    await isOver;
    rmSync(this.dir, { recursive: true, force: true });
  }
}

async function answers(port: number): Promise<void> {
  const giveUpAt = performance.now() + STARTS_MS;
  while (!(await canConnect(port))) {
    if (performance.now() > giveUpAt) throw new Error('pgbouncer does not start');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
