/** Everything that one running Claude Code reports about itself: its hooks, its status file, its transcript. */
import { join } from 'node:path';
import { tryToWatch, type Watching } from '../../../files/watch.js';
import type { Evidence } from '../../front-door.js';
import { transcriptOf } from '../claude-files.js';
import type { HookEvent } from './hook-event.js';
import { HookSpool } from './hook-spool.js';
import { afterHook, afterStatus, evidenceOf, NOTHING_REPORTED, type Reported } from './reported.js';
import { findStatus, type Run } from './status-file.js';

export interface ReportsOptions {
  /** The folder in which hooks leave their events. */
  readonly spool: string;
  /** The configuration folder of the program. */
  readonly config: string;
  readonly run: Run;
}

/** What was not seen at once, because the folder did not exist yet or could not be watched, is seen after this long. */
const LOOK_EVERY_MS = 500;

export class Reports {
  readonly #options: ReportsOptions;
  readonly #sessions: string;
  readonly #spool: HookSpool;
  readonly #listeners: (() => void)[] = [];
  readonly #hookListeners: ((event: HookEvent) => void)[] = [];
  readonly #looking: NodeJS.Timeout;
  #watching: Watching | null = null;
  #reported: Reported = NOTHING_REPORTED;
  #evidence: Evidence | null = null;
  #named: { sessionId: string; transcript: string } | null = null;
  #isClosed = false;

  constructor(options: ReportsOptions) {
    this.#options = options;
    this.#sessions = join(options.config, 'sessions');
    this.#spool = new HookSpool(options.spool, () => this.look());
    this.#looking = setInterval(() => this.look(), LOOK_EVERY_MS);
    this.#looking.unref();
  }

  get evidence(): Evidence | null {
    return this.#evidence;
  }

  /** Null until the session has one. */
  get transcript(): string | null {
    const sessionId = this.#reported.status?.sessionId ?? this.#named?.sessionId;
    if (sessionId === undefined) return null;
    return this.#named?.sessionId === sessionId
      ? this.#named.transcript
      : transcriptOf(this.#options.config, sessionId);
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  onHook(listener: (event: HookEvent) => void): void {
    this.#hookListeners.push(listener);
  }

  /** Reads what is new. */
  look(): void {
    if (this.#isClosed) return;
    this.#watching ??= tryToWatch(this.#sessions, () => this.look());
    const events = this.#spool.take();
    for (const event of events) this.#take(event);
    const status = findStatus(this.#sessions, this.#options.run, this.#named?.sessionId ?? null);
    if (status) this.#reported = afterStatus(this.#reported, status);
    for (const event of events) for (const listener of this.#hookListeners) listener(event);
    const evidence = evidenceOf(this.#reported);
    if (JSON.stringify(evidence) === JSON.stringify(this.#evidence)) return;
    this.#evidence = evidence;
    for (const listener of this.#listeners) listener();
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#looking);
    this.#watching?.close();
    this.#spool.close();
  }

  #take(event: HookEvent): void {
    const { sessionId, transcript } = event;
    if (sessionId && transcript && !event.isOfSubagent) this.#named = { sessionId, transcript };
    this.#reported = afterHook(this.#reported, event);
  }
}
