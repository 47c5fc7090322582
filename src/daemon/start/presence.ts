/** Keeps the agent's live entry up to date: writes it when something changes, and removes it at the end. */
import type { Clock } from '../../clock.js';
import type { LiveEntry } from '../../registry/entry.js';
import type { Registry } from '../../registry/registry.js';

/** Changes within this time are written once. */
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

  /** Writes a change at once, because a command has just asked for it. */
  updateNow(change: Partial<Changing>): void {
    this.update(change);
    if (this.#timer) clearTimeout(this.#timer);
    this.#publishNow();
  }

  /** Writes the entry again if somebody broke or removed it, unless it is only being written. */
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

  /** An entry that cannot be written, because the disk is full say, does not stop the agent; it is tried again. */
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
