/** Keeps the agent's live entry true: written when something about it changes, removed when it ends. */
import type { Clock } from '../../clock.js';
import type { LiveEntry } from '../../registry/entry.js';
import type { Registry } from '../../registry/registry.js';

/** Changes that come together are written once. */
const SETTLE_MS = 50;
const TRY_AGAIN_MS = 1_000;

type Changing = Pick<LiveEntry, 'name' | 'role' | 'status' | 'statusReason' | 'currentTask'>;

export class Presence {
  #entry: LiveEntry;
  #timer: NodeJS.Timeout | null = null;
  #mending: NodeJS.Timeout | null = null;
  #withdrawn = false;

  constructor(
    private readonly registry: Registry,
    private readonly clock: Clock,
    entry: LiveEntry,
  ) {
    this.#entry = entry;
  }

  get entry(): LiveEntry {
    return this.#entry;
  }

  publish(): void {
    this.registry.publish(this.#entry);
  }

  setProgram(programPid: number | null, programStartTime: string | null): void {
    this.#entry = { ...this.#entry, programPid, programStartTime };
  }

  update(change: Partial<Changing>): void {
    const changed = (Object.keys(change) as (keyof Changing)[]).some((key) => change[key] !== this.#entry[key]);
    if (!changed || this.#withdrawn) return;
    this.#entry = { ...this.#entry, ...change, statusAt: this.clock.now() };
    this.#publishSoon(SETTLE_MS);
  }

  /** Status changes that callers rely on at once (a command has just asked for them). */
  updateNow(change: Partial<Changing>): void {
    this.update(change);
    if (this.#timer) clearTimeout(this.#timer);
    this.#publishNow();
  }

  /** Somebody broke or removed the entry of an agent that runs: it is written anew, unless it is only being written. */
  mend(): void {
    if (!this.#isBroken()) return;
    this.#mending ??= setTimeout(() => {
      this.#mending = null;
      if (this.#isBroken()) this.#publishNow();
    }, SETTLE_MS);
  }

  #isBroken(): boolean {
    return !this.#withdrawn && this.registry.live(this.#entry.id) === null;
  }

  #publishSoon(delayMs: number): void {
    this.#timer ??= setTimeout(() => this.#publishNow(), delayMs);
  }

  /** The entry is for those who look: where it cannot be written (a full disk) the agent goes on, and it is tried again. */
  #publishNow(): void {
    this.#timer = null;
    if (this.#withdrawn) return;
    try {
      this.publish();
    } catch {
      this.#publishSoon(TRY_AGAIN_MS);
    }
  }

  withdraw(): void {
    this.#withdrawn = true;
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#mending) clearTimeout(this.#mending);
    this.registry.withdraw(this.#entry);
  }
}
