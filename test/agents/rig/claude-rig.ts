/** A real Claude Code behind one of its doors, and a count of what its model has read. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { FrontDoor, Moment, OpenDoor, Prepared, SettledByDoor } from '../../../src/channels/front-door.js';
import type { Message } from '../../../src/taskstore/message.js';
import { type AgentHome, openHome } from './homes.js';
import { ready } from './looks.js';
import { AgentTerminal } from './terminal.js';

export interface Row {
  readonly tries: number;
  readonly once: number;
  readonly submitted: number;
}

/** A real Claude Code behind its door, with a model that says what the test wants. */
export class DoorRun {
  readonly sent: { text: string; settled: SettledByDoor | string }[] = [];

  static async start(front: FrontDoor, program: string, args: readonly string[] = []): Promise<DoorRun> {
    const home = await openHome('claude');
    const dir = mkdtempSync(join(tmpdir(), 'cd-'));
    const { version } = JSON.parse(readFileSync(join(program, 'package.json'), 'utf8')) as { version: string };
    const command = [join(program, 'bin/claude.exe'), ...args];
    // Without it, it does not let root skip questions.
    const env = { ...home.env, IS_SANDBOX: '1' };
    const prepared = await front.prepare({ command, version, cwd: home.cwd, env, dir });
    if (!prepared) throw new Error('there is no such door');
    const terminal = await AgentTerminal.run(home, prepared);
    const run = new DoorRun(home, dir, prepared, terminal, prepared.open(terminal.session));
    try {
      await ready('claude', terminal);
      return run;
    } catch (error) {
      await run.close();
      throw error;
    }
  }

  private constructor(
    readonly home: AgentHome,
    readonly dir: string,
    readonly prepared: Prepared,
    readonly terminal: AgentTerminal,
    readonly door: OpenDoor,
  ) {}

  /** Resolves when it is settled. */
  async send(body: string, moment: Moment = 'now'): Promise<void> {
    const id = randomUUID();
    const text = `[A2A:${id.slice(0, 8)}:tester] ${body}`;
    const message = { id, text: body, createdAt: Date.now() } as Message;
    const entry = { text, settled: 'pending' as SettledByDoor | string };
    this.sent.push(entry);
    const handed = await this.door.handOver({ message, text, moment });
    entry.settled = handed.type;
    entry.settled = handed.type === 'taken' ? await handed.settled : handed.why;
  }

  /** Resolves when the program has the last one, and has not read it. */
  taken(): Promise<unknown> {
    return expect.poll(() => this.sent.at(-1)?.settled).toBe('taken');
  }

  idle(): Promise<unknown> {
    return expect.poll(() => this.door.evidence?.state, { timeout: 60_000 }).toBe('ready');
  }

  /** How many of the messages since the last count the model has read exactly once, unchanged and in order. */
  async count(): Promise<Row> {
    const read = (text: string) => this.home.model.prompts().filter((prompt) => prompt === text).length;
    const mentioned = (text: string) =>
      this.home.model.prompts().filter((prompt) => prompt.includes(text.slice(0, 20))).length;
    const once = () => this.sent.filter(({ text }) => read(text) === 1 && mentioned(text) === 1).length;
    await this.idle();
    const submitted = this.sent.filter(({ settled }) => isRead(settled)).length;
    const row = { tries: this.sent.length, once: once(), submitted };
    const order = this.home.model.prompts().flatMap((prompt) => this.sent.findIndex(({ text }) => text === prompt));
    expect(order.filter((index) => index >= 0)).toEqual([...this.sent.keys()]);
    this.sent.length = 0;
    return row;
  }

  async close(): Promise<void> {
    if (!existsSync(this.dir)) return;
    await this.prepared.close();
    expect(readdirSync(this.dir)).toEqual([]);
    await this.terminal.close();
    rmSync(this.dir, { recursive: true });
  }
}

function isRead(settled: SettledByDoor | string): boolean {
  return typeof settled !== 'string' && (settled.type === 'submitted' || settled.type === 'recorded');
}
