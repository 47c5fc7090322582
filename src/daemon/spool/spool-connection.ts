/** A connection whose request is a file and whose answer is a file that grows, for the same server as the sockets. */
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { Duplex } from 'node:stream';
import { MAX_BODY_BYTES } from '../../a2a/decode.js';
import { type SpoolStep, spoolFile } from '../../a2a/spool-files.js';
import type { Sandboxed } from '../http/door/sandbox-routes.js';

/** Of a longer request only the beginning is read, and its headers say that it is too long. */
const MOST_REQUEST_BYTES = MAX_BODY_BYTES + 64 * 1024;
/** A stream that nobody ends must not fill the disk. */
const MOST_ANSWER_BYTES = 64 * 2 ** 20;

/** A command shows every two seconds that it still waits. After this many looks without a sign it is gone. */
const MOST_LOOKS_UNSEEN = 4;

export class SpoolConnection extends Duplex implements Sandboxed {
  readonly isSandboxed = true;
  readonly #folder: string;
  readonly #id: string;
  readonly #answer: number;
  #size = 0;
  #isComplete = false;
  #seenAt = 0;
  #looksUnseen = 0;

  /** Takes the request. Throws if it was taken back, or is anything but a plain file of this user. */
  constructor(folder: string, id: string) {
    super({ autoDestroy: false });
    this.#folder = folder;
    this.#id = id;
    renameSync(this.#file('ask'), this.#file('open'));
    try {
      this.push(readRequest(this.#file('open')));
      this.#answer = openSync(this.#file('answer'), 'wx', 0o600);
    } catch (error) {
      this.#remove('open');
      throw error;
    }
  }

  /** Looks whether the command still waits. Called now and then. */
  look(): void {
    const seenAt = statSync(this.#file('open'), { throwIfNoEntry: false })?.mtimeMs;
    if (seenAt === undefined) return void this.hangUp();
    this.#looksUnseen = seenAt === this.#seenAt ? this.#looksUnseen + 1 : 0;
    this.#seenAt = seenAt;
    if (this.#looksUnseen > MOST_LOOKS_UNSEEN) this.destroy(new Error('The command is gone.'));
  }

  /** The command has removed its request, because it has read enough or does not want to wait any more. */
  hangUp(): void {
    this.destroy();
  }

  override _read(): void {
    // The request is there from the start, and its end would be taken for that of the connection.
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    try {
      this.#size += chunk.length;
      if (this.#size > MOST_ANSWER_BYTES) throw new Error('The answer is too long for a file.');
      for (let written = 0; written < chunk.length; ) written += writeSync(this.#answer, chunk, written);
      done();
    } catch (error) {
      done(error as Error);
      this.destroy(error as Error);
    }
  }

  override _final(done: (error?: Error | null) => void): void {
    try {
      renameSync(this.#file('answer'), this.#file('done'));
      this.#isComplete = true;
    } catch {
      this.destroy();
    }
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    closeSync(this.#answer);
    this.#remove('answer', 'open');
    if (this.#isComplete) this.#remove('done');
    done(error);
  }

  #file(step: SpoolStep): string {
    return spoolFile(this.#folder, this.#id, step);
  }

  #remove(...steps: readonly SpoolStep[]): void {
    for (const step of steps) {
      try {
        unlinkSync(this.#file(step));
      } catch {
        // The command was faster, or it is a folder.
      }
    }
  }
}

function readRequest(file: string): Buffer {
  // Opening a pipe waits for its other end unless that flag is set; a link may lead anywhere.
  const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    const found = fstatSync(fd);
    if (!found.isFile()) throw new Error('It is not a regular file.');
    if (process.getuid && found.uid !== process.getuid()) throw new Error('It belongs to another user.');
    const bytes = Buffer.alloc(Math.min(found.size, MOST_REQUEST_BYTES));
    return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(fd);
  }
}
