/** The spool folder of one terminal: takes the requests that sandboxed commands leave there, and cleans up after them. */
import { closeSync, constants, lstatSync, mkdirSync, openSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { parseSpoolFile } from '../../a2a/spool-files.js';
import { systemClock } from '../../clock.js';
import { tryToWatch, type Watching } from '../../files/watch.js';
import type { Log } from '../../log.js';
import { newInstance } from '../../random-ids.js';
import { removeSpoolFolder, SPOOL_PREFIX } from '../../registry/spool-folder.js';
import { SpoolConnection } from './spool-connection.js';

export interface SpoolParts {
  /** Passes a connection to the server that also answers on the sockets. */
  readonly admit: (connection: Duplex) => void;
  readonly log: Log;
}

/** Events tell of a request at once. This is for events that were lost, and for commands that were killed. */
const LOOK_MS = 5_000;
const LOOK_BLINDLY_MS = 50;
/** Further requests wait until one of these has been answered. */
const MOST_OPEN = 64;
const MOST_PENDING = 256;
/** A file that no request explains may be one that is being written. */
const STALE_MS = 60_000;
const RANDOM_LENGTH = 12;

export class Spool {
  readonly path: string;
  readonly #parts: SpoolParts;
  readonly #connections = new Map<string, SpoolConnection>();
  #folder: number | null = null;
  #watching: Watching | null = null;
  #timer: NodeJS.Timeout | undefined;
  #lastCheckMs = performance.now();
  #isClosed = false;
  #isLookDue = false;

  /** Where the program writes temporary files, its sandboxes let its commands write too. */
  static for({ TMPDIR }: Readonly<Record<string, string>>, parts: SpoolParts): Spool | null {
    return Spool.open([TMPDIR || tmpdir(), tmpdir()], parts);
  }

  /** In the first of these folders that can be used; null if there is none, because a program runs without a spool too. */
  static open(folders: readonly string[], parts: SpoolParts): Spool | null {
    for (const folder of new Set(folders)) {
      try {
        // The watchdog is told the path in one line.
        if (!folder.includes('\n')) return new Spool(folder, parts);
      } catch (error) {
        parts.log.error('cannot make a spool folder', { folder, reason: (error as Error).message });
      }
    }
    return null;
  }

  private constructor(folder: string, parts: SpoolParts) {
    this.path = join(folder, `${SPOOL_PREFIX}${newInstance().slice(0, RANDOM_LENGTH)}`);
    this.#parts = parts;
    this.#make();
    const everyMs = this.#watching ? LOOK_MS : LOOK_BLINDLY_MS;
    this.#timer = setInterval(() => this.#check(), everyMs).unref();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#timer);
    for (const connection of this.#connections.values()) connection.destroy();
    this.#release();
    removeSpoolFolder(this.path);
  }

  #make(): void {
    mkdirSync(this.path, { mode: 0o700 });
    this.#folder = openSync(this.path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    this.#watching = tryToWatch(this.#inside, (name, event) => {
      // The daemon itself changes files here with every line of an answer.
      if (event === 'rename') this.#soon(name);
    });
  }

  #release(): void {
    this.#watching?.close();
    this.#watching = null;
    if (this.#folder !== null) closeSync(this.#folder);
    this.#folder = null;
  }

  /** Leads to the folder itself, even if a program puts a link to another one in its place. */
  get #inside(): string {
    return process.platform === 'linux' ? `/proc/self/fd/${this.#folder}` : this.path;
  }

  #soon(name: string | null): void {
    const step = name === null ? 'ask' : parseSpoolFile(name)?.step;
    if (step === undefined || step === 'ask' || step === 'open') this.#lookSoon();
  }

  /** One look is enough for many events. */
  #lookSoon(): void {
    if (this.#isLookDue) return;
    this.#isLookDue = true;
    setImmediate(() => {
      this.#isLookDue = false;
      this.#look();
    });
  }

  #look(): void {
    if (this.#isClosed || this.#folder === null) return;
    const names = namesIn(this.#inside);
    if (names === null) return;
    this.#endThoseWithout(names);
    let pending = 0;
    for (const name of names) {
      const file = parseSpoolFile(name);
      if (file?.step !== 'ask') this.#removeStale(name, file?.id ?? null);
      else if (this.#connections.size < MOST_OPEN) this.#take(file.id);
      else if (++pending > MOST_PENDING) remove(join(this.#inside, name));
    }
  }

  /** A command that has its answer, or waits no longer, removes its request. */
  #endThoseWithout(names: readonly string[]): void {
    const there = new Set(names);
    for (const [id, connection] of this.#connections) if (!there.has(`${id}.open`)) connection.hangUp();
  }

  #take(id: string): void {
    if (this.#connections.has(id)) return void remove(join(this.#inside, `${id}.ask`));
    try {
      const connection = new SpoolConnection(this.#inside, id);
      this.#connections.set(id, connection);
      connection.once('close', () => {
        this.#connections.delete(id);
        // Another one may have waited for its place.
        this.#lookSoon();
      });
      this.#parts.admit(connection);
    } catch (error) {
      this.#parts.log.error('refused a request in the spool', { reason: (error as Error).message });
      for (const step of ['ask', 'open']) remove(join(this.#inside, `${id}.${step}`));
    }
  }

  #removeStale(name: string, id: string | null): void {
    if (id !== null && this.#connections.has(id)) return;
    const path = join(this.#inside, name);
    if (id === null || ageOf(path) > STALE_MS) remove(path);
  }

  #check(): void {
    if (performance.now() - this.#lastCheckMs >= LOOK_MS / 2) {
      this.#lastCheckMs = performance.now();
      for (const connection of this.#connections.values()) connection.look();
      this.#mend();
    }
    this.#look();
  }

  /** Systems remove what is old from their folder for temporary files. */
  #mend(): void {
    if (lstatSync(this.path, { throwIfNoEntry: false })) return;
    try {
      this.#release();
      this.#make();
    } catch (error) {
      this.#parts.log.error('cannot make the spool folder again', { reason: (error as Error).message });
    }
  }
}

function namesIn(folder: string): string[] | null {
  try {
    return readdirSync(folder);
  } catch {
    return null;
  }
}

function ageOf(path: string): number {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found ? systemClock.now() - found.mtimeMs : 0;
}

/** A folder that is not empty stays until the end: a program could replace what is in it by links meanwhile. */
function remove(path: string): void {
  try {
    if (lstatSync(path).isDirectory()) rmdirSync(path);
    else unlinkSync(path);
  } catch {
    // It is gone, or stays.
  }
}
