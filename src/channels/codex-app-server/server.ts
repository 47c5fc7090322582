/** An app server of our own: started before the TUI that joins it, started again if it dies, ended with the terminal. */
import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { endProcesses, programTree, startTimeOf } from '../../processes.js';
import { commandLine } from '../../terminal/program/resolve-program.js';
import { startWatchdog, type Watchdog } from '../../terminal/program/watchdog.js';
import type { StartFacts } from '../front-door.js';

export interface AppServer {
  /** The TUI has ended, so nobody would join another server. */
  stopRestarting(): void;
  /** Ends its processes and removes its socket. */
  close(): Promise<void>;
}

/** It takes about 150 ms on an idle machine. */
const LISTEN_LIMIT_MS = 15_000;
const LOOK_AGAIN_MS = 25;
/** The TUI waits for a server that has died, and continues with the next one if that starts soon. */
const MOST_RESTARTS = 3;
const RESTART_AFTER_MS = 100;

/** Null if it does not listen in time. Leaves nothing behind then. */
export async function startAppServer(
  command: readonly string[],
  path: string,
  facts: StartFacts,
  limitMs = LISTEN_LIMIT_MS,
): Promise<AppServer | null> {
  const server = new OwnServer(command, path, facts);
  if (await server.start(limitMs)) return server;
  await server.close();
  return null;
}

class OwnServer implements AppServer {
  readonly #path: string;
  readonly #command: readonly string[];
  readonly #facts: StartFacts;
  #child: ChildProcess | null = null;
  #startTime = '';
  #watchdog: Watchdog | null = null;
  #restarts = 0;
  #mayRestart = true;
  #isListening = false;
  #isGone = false;
  #isClosed = false;

  constructor(command: readonly string[], path: string, facts: StartFacts) {
    this.#command = command;
    this.#path = path;
    this.#facts = facts;
  }

  async start(limitMs: number): Promise<boolean> {
    if (!this.#spawn()) return false;
    const until = performance.now() + limitMs;
    while (!this.#isGone && performance.now() < until) {
      if (await canConnect(this.#path)) {
        this.#isListening = true;
        return true;
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
    return false;
  }

  stopRestarting(): void {
    this.#mayRestart = false;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#endProcesses();
    await rm(this.#path, { force: true });
  }

  #spawn(): boolean {
    const [file = '', ...args] = this.#command;
    const { cwd, env } = this.#facts;
    try {
      const line = commandLine({ file, args, cwd, env });
      // A session of its own: signals to the daemon's do not reach it, and its processes are found by it.
      const child = spawn(line.file, line.args, { cwd, env, detached: true, stdio: 'ignore' });
      child.once('error', () => this.#onGone(child));
      child.once('exit', () => this.#onGone(child));
      child.unref();
      this.#child = child;
      if (child.pid === undefined) return false;
      this.#startTime = startTimeOf(child.pid) ?? '';
      this.#guard(child.pid);
      return true;
    } catch {
      return false;
    }
  }

  /** Ends the server if this process is killed, also before the terminal has a watchdog. */
  #guard(programPid: number): void {
    const instance = this.#facts.env.SYNAPSE_INSTANCE;
    if (instance) this.#watchdog = startWatchdog({ programPid, programStartTime: this.#startTime, instance });
  }

  #onGone(child: ChildProcess): void {
    if (this.#child !== child || this.#isClosed) return;
    if (!this.#isListening || !this.#mayRestart || this.#restarts >= MOST_RESTARTS) {
      this.#isGone = true;
      return;
    }
    this.#restarts += 1;
    setTimeout(() => void this.#restart(child), RESTART_AFTER_MS).unref();
  }

  async #restart(dead: ChildProcess): Promise<void> {
    await this.#endProcesses();
    await rm(this.#path, { force: true });
    if (this.#mayRestart && !this.#isClosed && this.#child === dead) this.#spawn();
  }

  /** Codex is a small program that starts a large one, and either may be left without the other. */
  async #endProcesses(): Promise<void> {
    const watchdog = this.#watchdog;
    this.#watchdog = null;
    await watchdog?.stop();
    const programPid = this.#child?.pid;
    const programStartTime = this.#startTime;
    if (programPid === undefined) return;
    await endProcesses(() => programTree({ programPid, programStartTime, instance: '' }));
  }
}

function canConnect(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
