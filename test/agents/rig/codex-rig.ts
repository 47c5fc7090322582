/** A real Codex whose TUI has joined an app server of ours, and the door of both. */
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { codexAppServer } from '../../../src/channels/codex-app-server/door.js';
import type { Handover, OpenDoor, Prepared, SettledByDoor } from '../../../src/channels/front-door.js';
import { processesWithEnvironment } from '../../../src/processes.js';
import type { Message } from '../../../src/taskstore/message.js';
import { TerminalSession } from '../../../src/terminal/terminal-session.js';
import { type AgentHome, type HomeOptions, openHome } from './homes.js';
import { cacheFolder } from './install.js';

const LIMIT = { timeout: 60_000, interval: 20 };

/** The versions that are installed, oldest first, and how each is started. */
export function installedCodexes(): { readonly version: string; readonly program: readonly string[] }[] {
  return readdirSync(cacheFolder())
    .filter((name) => name.startsWith('codex-') && !name.includes('.part-'))
    .map((name) => {
      const folder = join(cacheFolder(), name, 'node_modules/@openai/codex');
      const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
      return { version, program: [process.execPath, join(folder, 'bin/codex.js')] };
    })
    .sort((one, other) => one.version.localeCompare(other.version, 'en', { numeric: true }));
}

export interface CodexOptions extends HomeOptions {
  readonly args?: readonly string[];
  /** A home in which Codex ran before. It is left open. */
  readonly home?: AgentHome;
}

export class JoinedCodex {
  static async start(
    { version, program }: { readonly version: string; readonly program: readonly string[] },
    { args = [], home: given, ...options }: CodexOptions = {},
  ): Promise<JoinedCodex> {
    const home = given ?? (await openHome('codex', options));
    const dir = mkdtempSync(join(tmpdir(), 'syn-'));
    chmodSync(dir, 0o700);
    const instance = randomUUID();
    const env = { ...home.env, SYNAPSE_INSTANCE: instance };
    const command = [...program, ...args];
    const prepared = await codexAppServer.prepare({ command, version, cwd: home.cwd, env, dir });
    if (!prepared) throw new Error('the door was not prepared');
    const [file = '', ...rest] = prepared.command;
    const start = { file, args: rest, cwd: home.cwd, env: prepared.env, cols: 120, rows: 40, instance };
    const session = await TerminalSession.start(start);
    return new JoinedCodex(home, dir, instance, prepared, session, prepared.open(session), given !== undefined);
  }

  private constructor(
    readonly home: AgentHome,
    readonly dir: string,
    readonly instance: string,
    readonly prepared: Prepared,
    readonly session: TerminalSession,
    readonly door: OpenDoor,
    private readonly keepsHome: boolean,
  ) {}

  get model(): AgentHome['model'] {
    return this.home.model;
  }

  async open(): Promise<this> {
    await expect.poll(() => this.door.state, LIMIT).toEqual({ type: 'open' });
    return this;
  }

  async ready(): Promise<this> {
    await this.open();
    await this.shows('Ask Codex to do anything');
    await this.state('ready');
    return this;
  }

  /** How it settled; `refused: …` if it was not taken. */
  async send(text: string, moment: Handover['moment'] = 'now'): Promise<string> {
    return wordOf(await (await this.hand(messageOf(text), text, moment)).settled);
  }

  async hand(
    message: Message,
    text: string,
    moment: Handover['moment'] = 'now',
  ): Promise<{ settled: Promise<SettledByDoor> }> {
    const handed = await this.door.handOver({ message, text, moment });
    if (handed.type === 'refused') throw new Error(`refused: ${handed.why}`);
    return handed;
  }

  type(text: string): Promise<void> {
    return this.session.write(Buffer.from(text));
  }

  async submit(text: string): Promise<void> {
    await this.type(text);
    await this.shows(text);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await this.type('\r');
  }

  /** Interrupts. Codex ignores a key that comes at the moment in which it draws a question. */
  async escape(): Promise<void> {
    const press = async () => {
      const state = this.door.evidence?.state;
      if (state !== 'ready') await this.type('\x1b');
      return state;
    };
    await expect.poll(press, { ...LIMIT, interval: 2_000 }).toBe('ready');
  }

  async shows(sign: string | RegExp): Promise<void> {
    const fits = (text: string) => (typeof sign === 'string' ? text.includes(sign) : sign.test(text));
    await expect.poll(() => fits(this.session.screenText()), { ...LIMIT, message: `${sign}` }).toBe(true);
  }

  async state(state: string): Promise<void> {
    await expect.poll(() => this.door.evidence?.state, LIMIT).toBe(state);
  }

  count(text: string): number {
    return this.model.prompts().filter((prompt) => prompt === text).length;
  }

  async arrived(text: string): Promise<void> {
    await expect.poll(() => this.count(text), LIMIT).toBeGreaterThan(0);
  }

  /** How often Codex has given this text to the model, in any conversation. */
  recorded(text: string): number {
    const prompt = JSON.stringify({ type: 'input_text', text });
    return this.#rollouts().split(`"role":"user","content":[${prompt}]`).length - 1;
  }

  /** The name that Codex gives to the model's provider. */
  originator(): string | undefined {
    return /"originator":"([^"]*)"/.exec(this.#rollouts())?.[1];
  }

  #rollouts(): string {
    const folder = join(this.home.dir, '.codex/sessions');
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));
    return names.map((name) => readFileSync(join(folder, name), 'utf8')).join('');
  }

  /** The native program, below the script that starts it. */
  serverPids(): number[] {
    return processesWithEnvironment('SYNAPSE_INSTANCE', this.instance).filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('app-server\0');
      } catch {
        return false;
      }
    });
  }

  /** Returns what is left, which should be nothing. */
  async close(): Promise<readonly (number | string)[]> {
    await this.door.close();
    await this.prepared.close();
    const left = [...this.serverPids(), ...readdirSync(this.dir)];
    await this.session.end();
    rmSync(this.dir, { recursive: true, force: true });
    if (!this.keepsHome) await this.home.close();
    return left;
  }
}

export function messageOf(text: string): Message {
  // Doors read only these.
  return { id: randomUUID(), createdAt: Date.now(), text } as Message;
}

export function wordOf(settled: SettledByDoor): string {
  if (settled.type === 'submitted' || settled.type === 'recorded') return 'submitted';
  return `${settled.type}: ${settled.reason}`;
}
