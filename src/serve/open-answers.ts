/** The open answers of each token: limited in number, and ended when the token is revoked. */
import type { ServerResponse } from 'node:http';
import { findToken } from '../registry/tokens.js';

/** Of one token. */
const MOST_OPEN = 64;
const LOOK_AGAIN_MS = 1_000;

export class OpenAnswers {
  readonly #home: string;
  readonly #open = new Map<string, Set<ServerResponse>>();
  #timer: NodeJS.Timeout | null = null;

  constructor(home: string) {
    this.#home = home;
  }

  /** Returns whether there is room for one more. */
  add(token: string, response: ServerResponse): boolean {
    const open = this.#open.get(token) ?? new Set();
    if (open.size >= MOST_OPEN) return false;
    open.add(response);
    this.#open.set(token, open);
    this.#timer ??= setInterval(() => this.#look(), LOOK_AGAIN_MS).unref();
    response.once('close', () => {
      open.delete(response);
      if (open.size === 0) this.#forget(token);
    });
    return true;
  }

  /** Ends the answers whose token was revoked. */
  #look(): void {
    for (const [token, open] of [...this.#open]) {
      if (findToken(this.#home, token) === null) for (const response of [...open]) response.destroy();
    }
  }

  #forget(token: string): void {
    this.#open.delete(token);
    if (this.#open.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }
}
