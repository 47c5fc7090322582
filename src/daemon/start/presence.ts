/** Keeps the agent's live entry up to date: writes it when something changes, and removes it at the end. */
import type { Clock } from '../../clock.js';
import { firstTerminal, type LiveEntry, type TerminalEntry } from '../../registry/entry.js';
import type { Registry } from '../../registry/registry.js';

/** Changes within this time are written once. */
const SETTLE_MS = 50;
const TRY_AGAIN_MS = 1_000;

type Changing = Pick<LiveEntry, 'name' | 'role' | 'status' | 'statusReason' | 'currentTask'>;
type TerminalChange = Partial<
  Pick<TerminalEntry, 'status' | 'statusReason' | 'statusBy' | 'channel' | 'degraded' | 'longHeld' | 'untried'>
>;

/** What a part of one terminal may say about it. */
export interface TerminalPresence {
  update(change: TerminalChange): void;
  /** Writes a change at once, because a command has just asked for it. */
  updateNow(change: TerminalChange): void;
}

export class Presence {
  #own: LiveEntry;
  #terminals: readonly TerminalEntry[] = [];
  #timer: NodeJS.Timeout | null = null;
  #mending: NodeJS.Timeout | null = null;
  #withdrawn = false;

  constructor(
    private readonly registry: Registry,
    private readonly clock: Clock,
    entry: LiveEntry,
  ) {
    this.#own = entry;
  }

  get entry(): LiveEntry {
    const shown = asAgent(this.#terminals);
    const statusAt = Math.max(this.#own.statusAt, shown.statusAt ?? 0);
    return { ...this.#own, ...shown, statusAt, terminals: this.#terminals };
  }

  publish(): void {
    this.registry.publish(this.entry);
  }

  /** Adds a terminal, or replaces what is known about it. */
  setTerminal(terminal: TerminalEntry): void {
    const isNew = !this.#terminals.some(({ session }) => session === terminal.session);
    const others = this.#terminals.map((known) => (known.session === terminal.session ? terminal : known));
    this.#terminals = isNew ? [...this.#terminals, terminal] : others;
  }

  removeTerminal(session: string): void {
    this.#terminals = this.#terminals.filter((terminal) => terminal.session !== session);
    // The last one goes with the entry, so that nobody sees an agent without a program.
    if (this.#terminals.length > 0) this.#publishNow();
  }

  ofTerminal(session: string): TerminalPresence {
    const update = (change: TerminalChange) => this.#updateTerminal(session, change);
    return {
      update,
      updateNow: (change) => {
        update(change);
        this.#publishNow();
      },
    };
  }

  update(change: Partial<Changing>): void {
    const changed = (Object.keys(change) as (keyof Changing)[]).some((key) => change[key] !== this.#own[key]);
    if (!changed || this.#withdrawn) return;
    this.#own = { ...this.#own, ...change, statusAt: this.clock.now() };
    this.#publishSoon(SETTLE_MS);
  }

  /** Writes a change at once, because a command has just asked for it. */
  updateNow(change: Partial<Changing>): void {
    this.update(change);
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

  #updateTerminal(session: string, change: TerminalChange): void {
    const known = this.#terminals.find((terminal) => terminal.session === session);
    const keys = Object.keys(change) as (keyof TerminalChange)[];
    if (!known || this.#withdrawn || keys.every((key) => change[key] === known[key])) return;
    this.setTerminal({ ...known, ...change, statusAt: this.clock.now() });
    this.#publishSoon(SETTLE_MS);
  }

  #isBroken(): boolean {
    return !this.#withdrawn && this.registry.live(this.#own.id) === null;
  }

  #publishSoon(delayMs: number): void {
    this.#timer ??= setTimeout(() => this.#publishNow(), delayMs);
  }

  /** An entry that cannot be written, because the disk is full say, does not stop the agent; it is tried again. */
  #publishNow(): void {
    if (this.#timer) clearTimeout(this.#timer);
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
    this.registry.withdraw(this.#own);
  }
}

/** What the terminals say about their agent as a whole. */
function asAgent(terminals: readonly TerminalEntry[]): Partial<LiveEntry> {
  const first = firstTerminal(terminals);
  if (!first) return {};
  const { programPid, programStartTime, purpose, why, fingerprint, status, statusReason, statusAt } = first;
  const { statusBy = null, channel = null, degraded = [] } = first;
  const project = terminals.find((terminal) => terminal.project !== null)?.project ?? null;
  const longHeld = terminals.find((terminal) => terminal.longHeld)?.longHeld ?? null;
  const untried = terminals.find((terminal) => terminal.untried)?.untried ?? null;
  return {
    ...{ programPid, programStartTime, purpose, why, fingerprint, project },
    ...{ status, statusReason, statusAt, statusBy, channel, degraded, longHeld, untried },
  };
}
