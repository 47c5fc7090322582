/** Who reads a terminal on macOS, from the output of `ps`, which costs a process of its own for every look. */
import type { TerminalReader } from './process-facts.js';

export interface TerminalRow {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly foreground: number;
  readonly terminal: string;
  readonly words: readonly string[];
}

export const TERMINAL_COLUMNS = ['pid=', 'ppid=', 'pgid=', 'tpgid=', 'tty=', 'command='] as const;

export function terminalRow(line: string): TerminalRow {
  const [pid, parent, group, foreground, terminal = '', ...words] = line.trim().split(/\s+/);
  const numbers = { pid: Number(pid), parent: Number(parent), group: Number(group), foreground: Number(foreground) };
  return { ...numbers, terminal, words };
}

/** The program with this pid and its descendants, as far as they are in the foreground of a terminal. */
export function readersIn(rows: readonly TerminalRow[], pid: number): TerminalReader[] {
  const program = rows.find((row) => row.pid === pid);
  if (!program) return [];
  const tree = new Set([pid]);
  for (const member of tree) for (const row of rows) if (row.parent === member) tree.add(row.pid);
  const isReader = (row: TerminalRow) => tree.has(row.pid) && row.group === row.foreground && /^tty/.test(row.terminal);
  return rows
    .filter(isReader)
    .map(({ words, terminal }) => ({ executable: null, words, isInner: terminal !== program.terminal }));
}

export interface TerminalLooksParts {
  /** Blocks the process while `ps` runs. */
  readonly list: () => readonly TerminalRow[];
  readonly listMeanwhile: () => Promise<readonly TerminalRow[]>;
  readonly nowMs: () => number;
}

/** How long one look serves everybody who only wants to know why something is held. */
const KEPT_MS = 1_000;

export class TerminalLooks {
  readonly #parts: TerminalLooksParts;
  #latest: { readonly rows: readonly TerminalRow[]; readonly atMs: number } | null = null;

  constructor(parts: TerminalLooksParts) {
    this.#parts = parts;
  }

  /** At most a second old, or just refreshed. */
  rows(): readonly TerminalRow[] {
    const isRecent = this.#latest !== null && this.#parts.nowMs() - this.#latest.atMs <= KEPT_MS;
    if (!isRecent) this.#keep(this.#parts.list(), this.#parts.nowMs());
    return this.#latest?.rows ?? [];
  }

  /** Looks again without blocking, for a caller that is about to act on it. If that fails, the next look blocks. */
  async refresh(): Promise<void> {
    const askedAtMs = this.#parts.nowMs();
    const rows = await this.#parts.listMeanwhile().catch(() => null);
    if (rows === null || rows.length === 0) this.#latest = null;
    // Another look that began later is newer.
    else if (this.#latest === null || this.#latest.atMs <= askedAtMs) this.#keep(rows, askedAtMs);
  }

  #keep(rows: readonly TerminalRow[], atMs: number): void {
    this.#latest = { rows, atMs };
  }
}
