/** A scripted Claude Code behind one of its doors: started as the door says, told what to do, ended with the test. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { FrontDoor, HandedOver, Moment, OpenDoor, Prepared } from '../../../src/channels/front-door.js';
import { newId } from '../../../src/random-ids.js';
import type { Message } from '../../../src/taskstore/message.js';
import type { TerminalSession } from '../../../src/terminal/terminal-session.js';
import { ROOT } from '../home/binary.js';

const PROGRAM = join(ROOT, 'test/rig/programs/fake-claude.mjs');

export interface FakeOptions {
  readonly version: string;
  readonly args?: readonly string[];
  /** It opens its inbox only when it is told to `listen`. */
  readonly isLate?: boolean;
}

export class FakeClaude {
  readonly #child: ChildProcess;
  readonly #answers: string[] = [];
  readonly #exited: Promise<unknown>;
  readonly door: OpenDoor;

  static async start(front: FrontDoor, { version, args = [], isLate = false }: FakeOptions): Promise<FakeClaude> {
    const root = mkdtempSync(join(tmpdir(), 'fc-'));
    const [dir, config, cwd] = ['d', 'config', 'work'].map((name) => join(root, name)) as [string, string, string];
    for (const folder of [dir, config, cwd]) mkdirSync(folder);
    chmodSync(dir, 0o700);
    const env = { PATH: process.env.PATH ?? '', CLAUDE_CONFIG_DIR: config, ...(isLate ? { FAKE_LATE: '1' } : {}) };
    const command = [process.execPath, PROGRAM, ...args];
    const prepared = await front.prepare({ command, version, cwd, env, dir });
    if (!prepared) throw new Error('there is no such door');
    const fake = new FakeClaude(root, cwd, prepared);
    await fake.#answer('started');
    return fake;
  }

  private constructor(
    readonly root: string,
    cwd: string,
    readonly prepared: Prepared,
  ) {
    const [file = '', ...args] = prepared.command;
    this.#child = spawn(file, args, { cwd, env: { ...prepared.env }, stdio: ['pipe', 'pipe', 'inherit'] });
    createInterface({ input: this.#child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      this.#answers.push(line);
      this.#child.emit('answer');
    });
    this.#exited = once(this.#child, 'exit');
    const terminal = { pid: this.#child.pid as number, exited: this.#exited } as unknown as TerminalSession;
    this.door = prepared.open(terminal);
  }

  /** Resolves when it has done it. */
  async tell(command: string): Promise<void> {
    this.#child.stdin?.write(`${command}\n`);
    await this.#answer(`done ${command.split(' ')[0]}`);
  }

  handOver(text: string, moment: Moment = 'now', message = messageFor(text)): Promise<HandedOver> {
    return this.door.handOver({ message, text, moment });
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exited;
  }

  async close(): Promise<void> {
    await this.prepared.close();
    await this.kill();
    rmSync(this.root, { recursive: true, force: true });
  }

  async #answer(line: string): Promise<void> {
    while (!this.#answers.includes(line)) await Promise.race([once(this.#child, 'answer'), this.#gone()]);
    this.#answers.splice(this.#answers.indexOf(line), 1);
    if (this.#answers.some((other) => other.startsWith('a hook'))) throw new Error(this.#answers.join('\n'));
  }

  async #gone(): Promise<never> {
    await this.#exited;
    throw new Error('the program has ended');
  }
}

/** As much of a message as a door looks at. */
export function messageFor(text: string, id = newId()): Message {
  return { id, text, createdAt: Date.now() - 1_000 } as Message;
}
