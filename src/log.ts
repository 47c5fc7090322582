/** The log of a daemon: one line per event, in at most two files of limited size. */
import { appendFileSync, renameSync, statSync } from 'node:fs';
import { harmlessJson } from './clean-text.js';
import { toIso } from './clock.js';

const MAX_LOG_BYTES = 2 * 1024 * 1024;

export class Log {
  #size: number;

  constructor(readonly file: string) {
    this.#size = sizeOf(file);
  }

  info(event: string, facts: Record<string, unknown> = {}): void {
    this.#write('info', event, facts);
  }

  error(event: string, facts: Record<string, unknown> = {}): void {
    this.#write('error', event, facts);
  }

  #write(level: string, event: string, facts: Record<string, unknown>): void {
    const detail = Object.entries(facts).map(([key, value]) => ` ${key}=${harmlessJson(value)}`);
    const line = `${toIso(Date.now())} ${level} ${event}${detail.join('')}\n`;
    try {
      if (this.#size + line.length > MAX_LOG_BYTES) {
        renameSync(this.file, `${this.file}.1`);
        this.#size = 0;
      }
      appendFileSync(this.file, line, { mode: 0o600 });
      this.#size += line.length;
    } catch {
      // A log that cannot be written (full disk) must not stop the messages.
    }
  }
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}
