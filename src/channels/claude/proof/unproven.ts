/** Messages that the program has taken but not provably read yet, with a time limit for the proof. */
import type { Evidence, SettledByDoor } from '../../front-door.js';

export interface UnprovenOptions {
  evidence(): Evidence | null;
  /** Looks for proof once more, before patience ends. */
  look(): void;
  readonly limits: Limits;
}

export interface Limits {
  /** How long an idle program may leave a message unread. */
  readonly idleMs: number;
  /** The same for a program that reports nothing at all. */
  readonly silentMs: number;
}

export const LIMITS: Limits = { idleMs: 10_000, silentMs: 60_000 };

interface Entry {
  readonly since: number;
  readonly settle: (settled: SettledByDoor) => void;
}

export class Unproven {
  readonly #options: UnprovenOptions;
  readonly #limits: Limits;
  readonly #entries = new Map<string, Entry>();
  #idleSince: number | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: UnprovenOptions) {
    this.#options = options;
    this.#limits = options.limits;
  }

  wait(key: string): Promise<SettledByDoor> {
    const settled = new Promise<SettledByDoor>((resolve) => {
      this.#entries.set(key, { since: performance.now(), settle: resolve });
    });
    this.changed();
    return settled;
  }

  /** It was not taken after all. */
  forget(key: string): void {
    this.#entries.delete(key);
    if (this.#entries.size === 0) clearTimeout(this.#timer);
  }

  settle(key: string, settled: SettledByDoor): void {
    const entry = this.#entries.get(key);
    this.forget(key);
    entry?.settle(settled);
  }

  /** Call it when the evidence may have changed. */
  changed(): void {
    const isIdle = this.#options.evidence()?.state === 'ready';
    this.#idleSince = isIdle ? (this.#idleSince ?? performance.now()) : null;
    clearTimeout(this.#timer);
    const dues = [...this.#entries.values()].flatMap((entry) => this.#dueOf(entry) ?? []);
    if (dues.length === 0) return;
    this.#timer = setTimeout(() => this.#giveUp(), Math.max(0, Math.min(...dues) - performance.now()));
    this.#timer.unref();
  }

  #giveUp(): void {
    this.#options.look();
    for (const [key, entry] of this.#entries) {
      const due = this.#dueOf(entry);
      if (due !== null && due <= performance.now()) this.settle(key, { type: 'uncertain', reason: 'no_evidence' });
    }
    this.changed();
  }

  /** Null while the program works or asks something: then nothing is late. */
  #dueOf({ since }: Entry): number | null {
    if (this.#options.evidence() === null) return since + this.#limits.silentMs;
    return this.#idleSince === null ? null : Math.max(since, this.#idleSince) + this.#limits.idleMs;
  }
}
