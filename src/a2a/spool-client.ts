/**
 * What a command needs where a sandbox forbids sockets: finding that out, and asking its daemon through the spool folder.
 * A bundle of its own, which ordinary commands never read. It knows no errors of ours, because each bundle has its own.
 */
import { closeSync, existsSync, openSync, readSync, renameSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { StringDecoder } from 'node:string_decoder';
import { tryToWatch, type Watching } from '../files/watch.js';
import { newIdQuickly } from '../ids.js';
import { isForbidden, type SpoolStep, spoolFile } from './spool-files.js';

/** Whether somebody listens on a Unix socket, as far as this process may know. */
export function probeSocket(path: string): Promise<'open' | 'closed' | 'forbidden'> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve('open');
    });
    socket.once('error', (error) => resolve(isForbidden(error) ? 'forbidden' : 'closed'));
  });
}

export interface SpoolCall {
  readonly folder: string;
  /** The whole request, as it would be written to a socket. */
  readonly request: string;
  /** How long the answer may take to begin, and how long it may be silent after that. */
  readonly firstMs: number;
  readonly silenceMs: number;
  /** Gets the answer as it would arrive on a socket; "last" means that the rest is of no interest. */
  readonly onText: (text: string) => 'last' | undefined;
  /** Ends the request before its answer is complete. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * How it ended: the answer is complete, or the daemon broke off, or was silent for too long, or has not even noticed the
 * request, which was then taken back; or the folder cannot be used.
 */
export type SpoolEnd = 'ended' | 'closed' | 'silent' | 'withdrawn' | 'unusable';

const TOUCH_MS = 2_000;
/** How often to look; without events from the system, more often. */
const LOOK_MS = 250;
const LOOK_BLINDLY_MS = 20;
const CHUNK_BYTES = 64 * 1024;

export function askBySpool(call: SpoolCall): Promise<SpoolEnd> {
  return new SpoolRequest(call).end;
}

/** A command may make many requests at once, and Node warns of many listeners. */
const open = new Set<SpoolRequest>();
process.on('exit', () => {
  for (const request of open) request.hangUp();
});

class SpoolRequest {
  readonly end: Promise<SpoolEnd>;
  readonly #call: SpoolCall;
  readonly #id = newIdQuickly().replaceAll('-', '').slice(0, 16);
  readonly #decoder = new StringDecoder('utf8');
  readonly #buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  #settle: { resolve(end: SpoolEnd): void; reject(error: unknown): void } | null = null;
  #watching: Watching | null = null;
  #timer: NodeJS.Timeout | undefined;
  #answer: number | null = null;
  #hasBegun = false;
  #silentMs = 0;
  #untouchedMs = 0;
  #lookedAtMs = performance.now();
  readonly #hangUp = () => this.#finish('closed');

  constructor(call: SpoolCall) {
    this.#call = call;
    this.end = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    open.add(this);
    call.signal?.addEventListener('abort', this.#hangUp);
    try {
      this.#watch();
      writeFileSync(this.#file('tmp'), call.request, { flag: 'wx', mode: 0o600 });
      renameSync(this.#file('tmp'), this.#file('ask'));
    } catch {
      this.#finish('unusable');
    }
  }

  /** Without its request, the daemon takes the command for gone. */
  hangUp(): void {
    this.#remove('ask', 'open', 'done', 'tmp');
  }

  #watch(): void {
    this.#watching = tryToWatch(this.#call.folder, () => this.#look());
    this.#timer = setInterval(() => this.#tick(), this.#watching ? LOOK_MS : LOOK_BLINDLY_MS);
  }

  /** A process that was stopped has not waited, so a long time between two looks counts as a short one. */
  #tick(): void {
    const now = performance.now();
    const sinceMs = Math.min(now - this.#lookedAtMs, 2 * LOOK_MS);
    this.#lookedAtMs = now;
    this.#silentMs += sinceMs;
    this.#untouchedMs += sinceMs;
    if (this.#untouchedMs >= TOUCH_MS) this.#touch();
    this.#look();
    const limitMs = this.#hasBegun ? this.#call.silenceMs : this.#call.firstMs;
    if (this.#settle && this.#silentMs >= limitMs) this.#finish(this.#isTakenBack() ? 'withdrawn' : 'silent');
  }

  /** What is there before the answer is read is complete once it has been read. */
  #look(): void {
    if (!this.#settle) return;
    try {
      const isDone = this.#has('done');
      const isGone = !isDone && !this.#has('ask') && !this.#has('open');
      this.#answer ??= this.#open('answer') ?? this.#open('done');
      if (this.#read() === 'last' || isDone) this.#finish('ended');
      else if (isGone) this.#finish('closed');
    } catch (error) {
      this.#finish('closed', error);
    }
  }

  #read(): 'last' | undefined {
    if (this.#answer === null) return undefined;
    for (let size = this.#fill(); size > 0; size = this.#fill()) {
      this.#silentMs = 0;
      this.#hasBegun = true;
      const text = this.#decoder.write(this.#buffer.subarray(0, size));
      if (this.#call.onText(text) === 'last') return 'last';
    }
    return undefined;
  }

  #fill(): number {
    return readSync(this.#answer as number, this.#buffer, 0, CHUNK_BYTES, null);
  }

  #open(step: SpoolStep): number | null {
    try {
      return openSync(this.#file(step), 'r');
    } catch {
      return null;
    }
  }

  /** The daemon takes a command that no longer does this for dead. */
  #touch(): void {
    this.#untouchedMs = 0;
    try {
      utimesSync(this.#file('open'), new Date(), new Date());
    } catch {
      // It is not taken yet.
    }
  }

  #isTakenBack(): boolean {
    try {
      unlinkSync(this.#file('ask'));
      return true;
    } catch {
      return false;
    }
  }

  #finish(end: SpoolEnd, error?: unknown): void {
    const settle = this.#settle;
    if (!settle) return;
    this.#settle = null;
    clearInterval(this.#timer);
    this.#call.signal?.removeEventListener('abort', this.#hangUp);
    this.#watching?.close();
    open.delete(this);
    if (this.#answer !== null) closeSync(this.#answer);
    this.hangUp();
    if (error === undefined) settle.resolve(end);
    else settle.reject(error);
  }

  #file(step: SpoolStep): string {
    return spoolFile(this.#call.folder, this.#id, step);
  }

  #has(step: SpoolStep): boolean {
    return existsSync(this.#file(step));
  }

  #remove(...steps: readonly SpoolStep[]): void {
    for (const step of steps) {
      try {
        unlinkSync(this.#file(step));
      } catch {
        // The daemon was faster.
      }
    }
  }
}
