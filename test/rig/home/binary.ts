/** Runs the built `synapse` in a home of its own, and leaves nothing behind. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clearHome } from './teardown.js';

export const BINARY = fileURLToPath(new URL('../../../bin/synapse', import.meta.url));
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export interface Result {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  readonly input?: string;
}

export class TestHome {
  readonly dir: string;
  readonly home: string;
  /** Additional environment variables of every process in this home. */
  settings: Readonly<Record<string, string>> = {};

  constructor() {
    this.dir = mkdtempSync(join(tmpdir(), 'syn-'));
    this.home = join(this.dir, 'home');
  }

  /** The environment of a plain shell, even if an agent runs the tests. */
  environment(extra: RunOptions['env'] = {}): NodeJS.ProcessEnv {
    const plain = Object.entries(process.env).filter(
      ([name]) => !/^(SYNAPSE_|NO_COLOR|FORCE_COLOR|NODE_EXTRA_CA_CERTS)/.test(name),
    );
    // Hashing a passkey at the real cost takes a tenth of a second.
    const own = { SYNAPSE_HOME: this.home, SYNAPSE_HUMAN: 'tester', SYNAPSE_PASSKEY_COST: '4' };
    return { ...Object.fromEntries(plain), ...own, ...this.settings, ...extra };
  }

  start(args: readonly string[], options: RunOptions = {}): ChildProcessWithoutNullStreams {
    return spawn(process.execPath, [BINARY, ...args], {
      cwd: options.cwd ?? this.dir,
      env: this.environment(options.env),
    });
  }

  async run(args: readonly string[], options: RunOptions = {}): Promise<Result> {
    const child = this.start(args, options);
    child.stdin.on('error', () => {});
    child.stdin.end(options.input ?? '');
    return finished(child);
  }

  async json(args: readonly string[], options: RunOptions = {}): Promise<unknown> {
    return JSON.parse((await this.run([...args, '--json'], options)).stdout);
  }

  async close(): Promise<void> {
    const left = await clearHome(this.home);
    rmSync(this.dir, { recursive: true, force: true });
    if (left.length > 0) throw new Error(`left behind: ${left.join(', ')}`);
  }
}

export function finished(child: ChildProcessWithoutNullStreams): Promise<Result> {
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}
